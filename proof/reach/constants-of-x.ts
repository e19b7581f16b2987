/** The constants that X can hold where a word executes, found on the ways back to the words that load them. */
import { AC, opcodeOfWord, registersWritten, wordAt, X } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { ITSELF } from '../values/sources.ts';
import { OPERATE } from '../values/transfer.ts';

/** A pair that execution can reach. */
interface Place {
  readonly address: number;
}

type Source = typeof X | typeof AC;

/** A register before the word at a place, and what X becomes of each byte that it can hold there. */
interface Register<P> {
  readonly place: P;
  readonly register: Source;
  readonly made: Uint8Array;
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
    const seen = { [X]: new Map<P, Uint8Array>([[place, ITSELF]]), [AC]: new Map<P, Uint8Array>() };
    const work: Register<P>[] = [{ place, register: X, made: ITSELF }];
    for (let each = work.pop(); each !== undefined; each = work.pop()) {
      const ways = this.before(each.place) ?? [];
      if (ways.length === 0 || seen[X].size > MOST_PLACES) isAll = false;
      if (seen[X].size > MOST_PLACES) break;
      for (const from of ways) {
        const word = wordAt(this.program.words, from.address);
        const constant = constantOf(word, each.register);
        const register = registerBefore(word, each.register);
        const made = madeBefore(word, each);
        // An entry of a table may stand for all of them.
        if (this.program.tables.has(from.address)) isAll = false;
        if (constant !== undefined) found.add(each.made[constant] ?? 0);
        else if (made.every((byte) => byte === made[0])) found.add(made[0] ?? 0);
        else if (register === undefined || !isSame(seen[register].get(from) ?? made, made)) isAll = false;
        else if (!seen[register].has(from)) {
          seen[register].set(from, made);
          work.push({ place: from, register, made });
        }
      }
    }
    return { constants: [...found], isAll };
  }
}

/** The constant that a word loads into a register. */
function constantOf(word: number, register: Source): number | undefined {
  const { operation, bus } = opcodeOfWord(word);
  const isLoad = operation === 'ld' && bus === 'd' && (registersWritten(word) & register) !== 0;
  return isLoad ? word & 0xff : undefined;
}

/** The register from which one got what it holds after a word, perhaps with a constant; undefined if none did. */
function registerBefore(word: number, register: Source): Source | undefined {
  if ((registersWritten(word) & register) === 0) return register;
  const { operation, bus, target, incrementsX } = opcodeOfWord(word);
  const isOfAc = operation === 'st' || bus === 'ac' || (bus === 'd' && operation !== 'ld');
  if (target === (register === X ? 'x' : 'ac')) return isOfAc ? AC : undefined;
  return incrementsX ? X : undefined;
}

/** What X becomes of each byte that this register can hold before a word. */
function madeBefore(word: number, { register, made }: Register<unknown>): Uint8Array {
  const { operation, bus, target, incrementsX } = opcodeOfWord(word);
  if (register === X && incrementsX) return made.map((_, byte) => made[(byte + 1) & 0xff] ?? 0);
  const operate = target === (register === X ? 'x' : 'ac') ? OPERATE[operation] : undefined;
  if (operate === undefined) return made;
  return made.map((_, byte) => made[operate(byte, bus === 'ac' ? byte : word & 0xff) & 0xff] ?? 0);
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || a.every((byte, at) => byte === b[at]);
}
