/** Stores to the zero page by an X that is a constant: the proof follows no X, but knows which bytes these may hit. */
import { addressRegisters, opcodeOfWord, wordAt, writesRam, X } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { slotOf } from '../values/cells.ts';
import { cellOf, type StoredByX } from '../values/known.ts';
import { LOST } from '../values/values.ts';
import { ConstantsOfX } from './constants-of-x.ts';
import { pointsBefore, type Reach, type ReachedPoint } from './reached.ts';

/**
 * The bytes of some that words may store to by X, by the address of the word: where some way to the word brings that
 * constant into X.
 * @param accounts bytes that count besides the tracked ones
 */
export function findStoresByX(
  program: TimingProgram,
  { points, around }: Pick<Reach, 'points' | 'around'>,
  accounts: ReadonlySet<number>,
): StoredByX {
  const { ram, values, plan } = around;
  const isByX = ({ address, y }: ReachedPoint): boolean => {
    const word = wordAt(program.words, address);
    if ((addressRegisters(word) & X) === 0 || !writesRam(word, ram)) return false;
    return opcodeOfWord(word).address === 'x' || values.inPageZero(y, ram) !== 'never';
  };
  const found = new Map<number, ReadonlySet<number>>();
  const stores = points.filter(isByX);
  if (stores.length === 0) return found;
  const before = pointsBefore(points);
  const inX = new ConstantsOfX<ReachedPoint>(program, ({ index }) => before[index]);
  for (const point of stores) {
    const bytes = inX.at(point).constants.filter((byte) => accounts.has(byte) || slotOf(plan, byte) >= 0);
    if (bytes.length > 0) found.set(point.address, new Set([...(found.get(point.address) ?? []), ...bytes]));
  }
  return found;
}

/**
 * Whether following a program with these stores finds the same as following it has found: each is one that was followed,
 * or hits a byte of which nothing is known.
 */
export function isFollowed({ points, strays, around }: Reach, stores: StoredByX): boolean {
  const isUnknown = (point: ReachedPoint, byte: number): boolean => {
    const slot = slotOf(around.plan, byte);
    return slot < 0 || cellOf(point, slot) === LOST || around.storedByX.get(point.address)?.has(byte) === true;
  };
  return [points, strays].every((all) =>
    all.every((point) => [...(stores.get(point.address) ?? [])].every((byte) => isUnknown(point, byte))),
  );
}

/** What either of two programs' followings has found. */
export function unitedStores(a: StoredByX, b: StoredByX): StoredByX {
  const all = new Map(a);
  for (const [address, bytes] of b) all.set(address, new Set([...(all.get(address) ?? []), ...bytes]));
  return all;
}
