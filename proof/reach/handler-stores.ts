/** Which bytes of the zero page words store to, as far as the proof tells: the handler's, and those between its lines. */
import { IS_FIXED_BRANCH, IS_JUMP, nearTarget, opcodeOfWord, wordAt, writesRam } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { slotOf } from '../values/cells.ts';
import type { Surroundings } from '../values/known.ts';
import type { Value } from '../values/values.ts';
import type { Point } from './points.ts';

/** How far back constants in X and Y are looked for, in words. */
const LOOK_BACK = 8;

/**
 * The slots of the tracked bytes to which the handler may store.
 * @param points those of the handler, and stray ones, in which Y may be lost where a jump leads into the middle of code
 * @param strayPages pages into which the handler may jump anywhere; what their words lead to is followed word by word, too
 */
export function findHandlerStores(
  program: TimingProgram,
  points: readonly Point[],
  around: Surroundings,
  strayPages: ReadonlySet<number>,
): ReadonlySet<number> {
  const stores = new Set<number>();
  for (const address of wordsFrom(program, strayPages)) {
    const word = wordAt(program.words, address);
    const slot =
      opcodeOfWord(word).address === 'd' && writesRam(word, around.ram) ? slotOf(around.plan, word & 0xff) : -1;
    if (slot >= 0) stores.add(slot);
  }
  for (const { address, inHandler, y } of points) {
    if (!inHandler) continue;
    // The slot of a jump executes even where it is not known where the jump goes.
    const executed = IS_JUMP[wordAt(program.words, address) >> 8] === 1 ? (address + 1) & 0xffff : address;
    for (const byte of bytesStored(program, executed, y, around)) {
      const slot = slotOf(around.plan, byte);
      if (slot >= 0) stores.add(slot);
    }
  }
  return stores;
}

/**
 * The bytes of the zero page that a word may store to with a Y. X is not known; of a store through it, the constants that
 * words just before load into X tell the bytes.
 */
export function bytesStored(
  program: TimingProgram,
  address: number,
  y: Value,
  around: Surroundings,
): readonly number[] {
  const word = wordAt(program.words, address);
  if (!writesRam(word, around.ram)) return [];
  const mode = opcodeOfWord(word).address;
  if (mode === 'd') return [word & 0xff];
  if (mode === 'x') return constantsBefore(program, address, 'x');
  if (around.values.inPageZero(y, around.ram) === 'never') return [];
  return mode === 'yd' ? [word & 0xff] : constantsBefore(program, address, 'x');
}

/** Addresses of the words of some pages, and of those that execution comes to from there, as far as the words tell. */
function wordsFrom(program: TimingProgram, pages: ReadonlySet<number>): ReadonlySet<number> {
  const { words, used } = program;
  const targets = new Map(program.targets.map(({ address, targets: places }) => [address, places]));
  const found = new Set<number>();
  const visit = (address: number): void => {
    if (used[address] === 1) found.add(address);
  };
  for (const page of pages) for (let low = 0; low < 0x100; low++) visit((page << 8) | low);
  // The set grows while it is walked.
  for (const address of found) {
    const word = wordAt(words, address);
    visit((address + 1) & 0xffff);
    if (IS_JUMP[word >> 8] === 0) continue;
    // After a jump that leaves only the delay slot executes; including the words after it is harmless.
    if (IS_FIXED_BRANCH[word >> 8] === 1) visit(nearTarget(address, word & 0xff));
    for (const target of targets.get(address) ?? []) visit(target);
    const { condition, bus } = opcodeOfWord(word);
    if (condition !== 'far' || bus !== 'd') continue;
    for (const page of constantsBefore(program, address, 'y').slice(0, 1)) visit((page << 8) | (word & 0xff));
  }
  return found;
}

/** The constants that words just before a word load into a register, the nearest first. */
function constantsBefore({ words, used }: TimingProgram, use: number, register: 'x' | 'y'): readonly number[] {
  const constants: number[] = [];
  for (let address = use - 1; address >= Math.max(0, use - LOOK_BACK) && used[address] === 1; address--) {
    const word = wordAt(words, address);
    const { operation, bus, target } = opcodeOfWord(word);
    if (target === register && operation === 'ld' && bus === 'd') constants.push(word & 0xff);
  }
  return constants;
}
