/**
 * Which tracked bytes the handler may store to, whether it is known where it goes or not.
 *
 * Every word counts as the handler's that the program does not come to without a taken check.
 */
import { opcodeOfWord, wordAt, writesRam } from '#isa';
import { nextUsed } from '../contract/address-table.ts';
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
): ReadonlySet<number> {
  const { words, used, checks } = program;
  const stores = new Set<number>();
  if (checks.length === 0) return stores;
  const isOutside = new Uint8Array(0x10000);
  for (const { address, inHandler } of points) if (!inHandler) isOutside[address] = 1;
  const note = (byte: number | undefined): void => {
    const slot = byte === undefined ? -1 : slotOf(around.plan, byte);
    if (slot >= 0) stores.add(slot);
  };
  for (let address = nextUsed(used, 0); address < used.length; address = nextUsed(used, address + 1)) {
    if (isOutside[address] === 0 && writesRam(wordAt(words, address), around.ram)) note(byteStored(program, address));
  }
  // What both sides execute stores for both.
  for (const { address, inHandler, y } of points) {
    const word = wordAt(words, address);
    if (!inHandler || isOutside[address] === 0 || !writesRam(word, around.ram)) continue;
    const mode = opcodeOfWord(word).address;
    if (mode !== 'yd' || around.values.inPageZero(y, around.ram) !== 'never') note(byteStored(program, address));
  }
  return stores;
}

/** The byte of page 0 that a store may hit, as far as the words just before it tell; undefined if they tell of none. */
export function byteStored(program: TimingProgram, address: number): number | undefined {
  const word = wordAt(program.words, address);
  const mode = opcodeOfWord(word).address;
  if (mode === 'd') return word & 0xff;
  const page = mode === 'x' ? 0 : constantBefore(program, address, 'y');
  if (page !== undefined && (page & 0x7f) !== 0) return undefined;
  // Of a page that is not known, the byte with this offset may be meant.
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
