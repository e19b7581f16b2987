/** Which bytes of the zero page words store to, as far as the proof can tell. */
import { IS_JUMP, opcodeOfWord, ROM_WORDS, wordAt, writesRam } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { slotOf } from '../values/cells.ts';
import type { Surroundings } from '../values/known.ts';
import type { Value } from '../values/values.ts';
import type { Point } from './points.ts';

/** How far back constants in X and Y are looked for, in words. */
const LOOK_BACK = 8;

/**
 * The slots of the tracked bytes to which the handler may store.
 * @param points those of the handler
 */
export function findHandlerStores(
  program: TimingProgram,
  points: readonly Point[],
  around: Surroundings,
): ReadonlySet<number> {
  const stores = new Set<number>();
  for (const point of points) {
    for (const byte of bytesStored(program, executed(program, point), point.y, around)) {
      const slot = slotOf(around.plan, byte);
      if (slot >= 0) stores.add(slot);
    }
  }
  return stores;
}

/** 1 for the addresses of the words that execute at some points. */
export function handlerWords(program: TimingProgram, points: readonly Point[]): Uint8Array {
  const words = new Uint8Array(ROM_WORDS);
  for (const point of points) words[executed(program, point)] = 1;
  return words;
}

/** The address of the word that executes at a point; at a jump that of its slot, which executes wherever it goes. */
function executed({ words }: TimingProgram, { address, next }: Point): number {
  return IS_JUMP[wordAt(words, address) >> 8] === 1 ? next : address;
}

/**
 * The bytes of the zero page that a word may store to, by what Y is. X is not known: for a store through it, the bytes
 * are those named by the constants that words just before load into X.
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

/** The constants that words just before a word load into a register, the nearest first. */
export function constantsBefore({ words, used }: TimingProgram, use: number, register: 'x' | 'y'): readonly number[] {
  const constants: number[] = [];
  for (let address = use - 1; address >= Math.max(0, use - LOOK_BACK) && used[address] === 1; address--) {
    const word = wordAt(words, address);
    const { operation, bus, target } = opcodeOfWord(word);
    if (target === register && operation === 'ld' && bus === 'd') constants.push(word & 0xff);
  }
  return constants;
}
