/** What start-up leaves in the zero page and in OUT when execution comes to the first check, on every way to it. */
import { IS_JUMP, isConditional, opcodeOfWord, registersRead, wordAt, writesRam, X } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { finish } from '../contract/pieces.ts';
import type { TimeWords } from '../words/time-words.ts';
import { OUT_CELL, planOf } from '../values/cells.ts';
import { touchOfByte } from '../values/known.ts';
import { ANY, type Value, type ValueTable } from '../values/values.ts';
import { Explorer } from './reach.ts';
import type { ReachedPoint } from './reached.ts';

export interface StartUp {
  /** What bytes of the zero page hold to which the program stores by `[D]` or `[y,D]`. */
  readonly bytes: ReadonlyMap<number, Value>;
  readonly out: Value;
  /** A jump that it may take to several places, as far as is known. */
  readonly openJump: number | undefined;
  /** Whether it may store to the account of some check. */
  readonly setsAccount: boolean;
}

/** Follows a program from its entries to its first checks. */
export function followStartUp(program: TimingProgram, words: TimeWords, values: ValueTable): StartUp {
  const cells = bytesNamed(program, words);
  const plan = planOf([...cells, OUT_CELL], [], new Uint8Array(0x100));
  const { points, lostJumps, around } = finish(new Explorer(program, words, program.words, plan, values, true).run());
  const openJump = (lostJumps[0] ?? points.find((point) => isOpen(program, point)))?.address;
  if (lostJumps.length > 0) return { bytes: new Map(), out: ANY, openJump, setsAccount: true };
  const held = plan.cells.map((_, slot) => {
    const atChecks = points.filter(({ address, next }) => words.checks.has(address) && next === address + 1);
    const [first, ...others] = atChecks.map(({ cells: known }) => known[slot] ?? ANY);
    return others.reduce((all, value) => values.union(all, value), first ?? ANY);
  });
  const bytes = new Map(cells.map((cell, slot) => [cell, held[slot] ?? ANY]));
  const setsAccount = points.some(({ address, y }) => {
    const word = wordAt(program.words, address);
    const isByX = writesRam(word, around.ram) && (registersRead(word) & X) !== 0;
    return isByX || program.checks.some(({ account }) => touchOfByte(y, word, account, around) !== 'never');
  });
  return { bytes, out: held[cells.length] ?? ANY, openJump, setsAccount };
}

/** Whether the word at a point is a jump that goes to several places. */
function isOpen({ words }: TimingProgram, { address, followers }: ReachedPoint): boolean {
  const word = wordAt(words, address);
  return IS_JUMP[word >> 8] === 1 && !isConditional(opcodeOfWord(word)) && followers.length > 1;
}

/** Bytes of the zero page that some word stores to by `[D]`, or by `[y,D]` if Y is its page. */
function bytesNamed({ words, external }: TimingProgram, { addresses }: TimeWords): readonly number[] {
  const bytes = new Set<number>();
  for (const address of addresses) {
    const word = wordAt(words, address);
    const { operation, address: mode } = opcodeOfWord(word);
    if (operation === 'st' && (mode === 'd' || mode === 'yd') && external?.has(word & 0xff) !== true)
      bytes.add(word & 0xff);
  }
  return [...bytes].sort((a, b) => a - b);
}
