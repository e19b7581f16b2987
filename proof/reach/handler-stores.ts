/**
 * Which tracked bytes the handler may store to.
 *
 * If it jumps to an unknown place in a page, such as into a slide, it may execute every word of that page and all that
 * these lead to.
 */
import { IS_FIXED_BRANCH, IS_JUMP, nearTarget, opcodeOfWord, wordAt, writesRam } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { slotOf } from '../values/cells.ts';
import type { Surroundings } from '../values/known.ts';
import type { Point } from './points.ts';

/** How far back a constant in X or Y is looked for, in words. */
const LOOK_BACK = 8;

/** The slots of the tracked bytes to which words store that are not the program's alone. */
export function findHandlerStores(
  program: TimingProgram,
  points: readonly Point[],
  around: Surroundings,
  strayPages: ReadonlySet<number>,
): ReadonlySet<number> {
  const { words } = program;
  const stores = new Set<number>();
  const note = (byte: number | undefined): void => {
    const slot = byte === undefined ? -1 : slotOf(around.plan, byte);
    if (slot >= 0) stores.add(slot);
  };
  for (const address of wordsFrom(program, strayPages))
    if (writesRam(wordAt(words, address), around.ram)) note(byteStored(program, address));
  for (const { address, inHandler, y } of points) {
    if (!inHandler) continue;
    // The slot of a jump executes even where it is not known where the jump goes.
    const executed = IS_JUMP[wordAt(words, address) >> 8] === 1 ? (address + 1) & 0xffff : address;
    const word = wordAt(words, executed);
    if (!writesRam(word, around.ram)) continue;
    const mode = opcodeOfWord(word).address;
    if (mode !== 'yd' || around.values.inPageZero(y, around.ram) !== 'never') note(byteStored(program, executed));
  }
  return stores;
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
    const page = opcodeOfWord(word).condition === 'far' ? constantBefore(program, address, 'y') : undefined;
    if (page !== undefined && opcodeOfWord(word).bus === 'd') visit((page << 8) | (word & 0xff));
  }
  return found;
}

/** The byte of page 0 that a store may hit, as far as the words just before it tell; undefined if they tell of none. */
export function byteStored(program: TimingProgram, address: number): number | undefined {
  const word = wordAt(program.words, address);
  const mode = opcodeOfWord(word).address;
  if (mode === 'd') return word & 0xff;
  const page = mode === 'x' ? 0 : constantBefore(program, address, 'y');
  if (page !== undefined && (page & 0x7f) !== 0) return undefined;
  // If the page is unknown, the byte with this offset may be meant.
  return mode === 'yd' ? word & 0xff : page === undefined ? undefined : constantBefore(program, address, 'x');
}

/** What a register certainly holds before a word, if a word just before loads a constant into it. */
function constantBefore({ words, used }: TimingProgram, use: number, register: 'x' | 'y'): number | undefined {
  for (let address = use - 1; address >= Math.max(0, use - LOOK_BACK) && used[address] === 1; address--) {
    const word = wordAt(words, address);
    const { operation, bus, target, incrementsX } = opcodeOfWord(word);
    if (register === 'x' && incrementsX) return undefined;
    if (target === register) return operation === 'ld' && bus === 'd' ? word & 0xff : undefined;
  }
  return undefined;
}
