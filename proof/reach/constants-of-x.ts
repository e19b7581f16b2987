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
  /** What was added to it since, modulo 256. */
  readonly added: number;
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
    const seen = { [X]: new Map([[place, 0]]), [AC]: new Map<P, number>() };
    const work: Register<P>[] = [{ place, register: X, added: 0 }];
    for (let each = work.pop(); each !== undefined; each = work.pop()) {
      const ways = this.before(each.place) ?? [];
      if (ways.length === 0 || seen[X].size > MOST_PLACES) isAll = false;
      if (seen[X].size > MOST_PLACES) break;
      for (const from of ways) {
        const word = wordAt(this.program.words, from.address);
        const constant = constantOf(word, each.register);
        const register = registerBefore(word, each);
        const added = (each.added + addedBy(word, each)) & 0xff;
        // An entry of a table may stand for all of them.
        if (this.program.tables.has(from.address)) isAll = false;
        if (constant !== undefined) found.add((constant + each.added) & 0xff);
        else if (register === undefined || (seen[register].get(from) ?? added) !== added) isAll = false;
        else if (!seen[register].has(from)) {
          seen[register].set(from, added);
          work.push({ place: from, register, added });
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

/** The register from which one got what it holds after a word, apart from what was added; undefined if none did. */
function registerBefore(word: number, { register }: Register<unknown>): typeof X | typeof AC | undefined {
  if ((registersWritten(word) & register) === 0) return register;
  const { operation, bus, target, incrementsX } = opcodeOfWord(word);
  const copiesAc = operation === 'st' || (operation === 'ld' && bus === 'ac');
  if (target === (register === X ? 'x' : 'ac')) return copiesAc || addsConstant(word) ? AC : undefined;
  return incrementsX ? X : undefined;
}

/** What a word adds to what it leaves in a register. */
function addedBy(word: number, { register }: Register<unknown>): number {
  const { operation, target, incrementsX } = opcodeOfWord(word);
  if (register === X && incrementsX) return 1;
  if (!addsConstant(word) || target !== (register === X ? 'x' : 'ac')) return 0;
  return operation === 'adda' ? word & 0xff : -(word & 0xff);
}

/** Whether a word adds a constant to AC, or subtracts one. */
function addsConstant(word: number): boolean {
  const { operation, bus } = opcodeOfWord(word);
  return (operation === 'adda' || operation === 'suba') && bus === 'd';
}
