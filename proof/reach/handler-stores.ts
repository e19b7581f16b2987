/** Which bytes of the zero page words store to, as far as the proof can tell. */
import { addTo } from '#basics';
import { IS_JUMP, opcodeOfWord, registersRead, ROM_WORDS, wordAt, writesRam, X } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { slotOf } from '../values/cells.ts';
import type { Surroundings } from '../values/known.ts';
import { ConstantsOfX } from './constants-of-x.ts';
import type { Point } from './points.ts';

/**
 * The slots of the tracked bytes to which the handler may store.
 * @param points those of the handler
 */
export function findHandlerStores(
  program: TimingProgram,
  points: readonly Point[],
  around: Surroundings,
): ReadonlySet<number> {
  const before = new Map<Point, Point[]>();
  for (const point of points) for (const follower of point.followers) addTo(before, follower, point);
  const inX = new ConstantsOfX<Point>(program, (point) => before.get(point));
  const stores = new Set<number>();
  for (const point of points) {
    const word = wordAt(program.words, executed(program, point));
    const onlyInX = (): readonly number[] => {
      const { constants, isAll } = inX.at(point);
      return isAll ? constants : [];
    };
    for (const byte of bytesStored(word, point, onlyInX, around)) {
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
 * The bytes of the zero page that a word may store to, by what Y is.
 * @param place where it executes
 * @param inX what X may hold: of a store through it, only that counts
 */
export function bytesStored(
  word: number,
  { y }: Pick<Point, 'y'>,
  inX: () => readonly number[],
  { ram, values }: Surroundings,
): readonly number[] {
  if (!writesRam(word, ram)) return [];
  const { address: mode } = opcodeOfWord(word);
  if (mode !== 'd' && mode !== 'x' && values.inPageZero(y, ram) === 'never') return [];
  return (registersRead(word) & X) === 0 ? [word & 0xff] : inX();
}
