/** The constants that X can hold where a word executes, found on the ways back to the words that load them. */
import { AC, opcodeOfWord, registersWritten, wordAt, X } from '#isa';
import type { TimingProgram } from '../contract/program.ts';

/** A pair that execution can reach. */
interface Place {
  readonly address: number;
}

/** A register before the word at a place. */
interface Register<P> {
  readonly place: P;
  readonly register: typeof X | typeof AC;
  /** How often X was counted up since. */
  readonly count: number;
}

/** The most places from which one question looks back. */
const MOST_PLACES = 500;

export class ConstantsOfX<P extends Place> {
  /** @param before the places before one; undefined if there are none */
  constructor(
    private readonly program: Pick<TimingProgram, 'words' | 'tables'>,
    private readonly before: (place: P) => readonly P[] | undefined,
  ) {}

  /** The constants that some way brings to a place, and whether X can hold nothing else there. */
  at(place: P): { readonly constants: readonly number[]; readonly isAll: boolean } {
    const found = new Set<number>();
    let isAll = true;
    const counts = { [X]: new Map([[place, 0]]), [AC]: new Map<P, number>() };
    const work: Register<P>[] = [{ place, register: X, count: 0 }];
    for (let each = work.pop(); each !== undefined; each = work.pop()) {
      const ways = this.before(each.place) ?? [];
      if (ways.length === 0 || counts[X].size > MOST_PLACES) isAll = false;
      if (counts[X].size > MOST_PLACES) break;
      for (const from of ways) {
        const word = wordAt(this.program.words, from.address);
        const constant = constantOf(word, each.register);
        const register = registerBefore(word, each);
        const count = each.count + Number(opcodeOfWord(word).incrementsX);
        // An entry of a table may stand for all of them.
        if (this.program.tables.has(from.address)) isAll = false;
        if (constant !== undefined) found.add((constant + each.count) & 0xff);
        else if (register === undefined || (counts[register].get(from) ?? count) !== count) isAll = false;
        else if (!counts[register].has(from)) {
          counts[register].set(from, count);
          work.push({ place: from, register, count });
        }
      }
    }
    return { constants: [...found], isAll };
  }
}

/** The constant that a word loads into a register. */
function constantOf(word: number, register: number): number | undefined {
  const { operation, bus } = opcodeOfWord(word);
  const isLoad = operation === 'ld' && bus === 'd' && (registersWritten(word) & register) !== 0;
  return isLoad ? word & 0xff : undefined;
}

/** The register that holds before a word what one holds after it; undefined if none does. */
function registerBefore(word: number, { register }: Register<unknown>): typeof X | typeof AC | undefined {
  const { operation, bus, target, incrementsX } = opcodeOfWord(word);
  if (register === AC) return (registersWritten(word) & AC) === 0 ? AC : undefined;
  if (target === 'x') return operation === 'st' || (operation === 'ld' && bus === 'ac') ? AC : undefined;
  return incrementsX || (registersWritten(word) & X) === 0 ? X : undefined;
}
