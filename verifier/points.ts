/** Points: pairs of addresses at which a certificate says what registers and bytes can hold. */
import { elementAt } from '#basics';
import { ROM_WORDS } from '#isa';
import type { Pair } from './memory.ts';
import type { State, Tools } from './state.ts';
import { isAny, isWithin, type Bytes, type Value, type Values } from './values.ts';

/** What holds when execution comes to a pair of addresses: of AC, X, Y, OUT, and of bytes by their index. */
export interface Point {
  readonly address: number;
  readonly next: number;
  readonly registers: readonly Bytes[];
  /** Other tracked bytes are any of which something may be known. */
  readonly bytes: ReadonlyMap<number, Bytes>;
  readonly pairs: readonly Pair[];
  /** Before the first check. */
  readonly isStart: boolean;
}

/** A number for a pair of addresses. */
export const keyOf = ({ address, next }: { readonly address: number; readonly next: number }): number =>
  address * ROM_WORDS + next;

/** Whether all that a point says of registers and bytes is true of a state. */
export function isTrueOf({ registers, bytes, pairs }: Point, { memory, ...state }: State, { any }: Values): boolean {
  /** What is listed as a byte of which nothing is known must be one. */
  const isToldBy = (value: Value, set: Bytes): boolean => (set === any ? value === any : isWithin(value, set));
  for (const [place, set] of registers.entries()) {
    if (!isToldBy(elementAt(state.registers, place), set)) return false;
  }
  for (const [index, set] of bytes) if (!isToldBy(memory.at(index), set)) return false;
  for (const { page, low, lows } of pairs) {
    for (const [each, held] of memory.lowsByPage(page, low)) {
      const set = lows.get(each);
      if (set === undefined || !isWithin(held, set)) return false;
    }
  }
  return true;
}

/** How much work it is to compare a point with a state. */
export function workAt({ bytes, pairs }: Point): number {
  return pairs.reduce((sum, { lows }) => sum + 1 + (lows.size >> 2), 1 + (bytes.size >> 4));
}

export function pointsOf({ certificate, values: { made } }: Tools): readonly Point[] {
  return certificate.points.map(([address, next, known]) => {
    const { ac = made, x = made, y = made, out = made, bytes = [], pairs = [], isStart = false } = known;
    const together = pairs.map(([page, low, lows]) => ({ page, low, lows: new Map(lows) }));
    return { address, next, registers: [ac, x, y, out], bytes: new Map(bytes), pairs: together, isStart };
  });
}

/** Whether it makes no difference what paths bring to a point. */
export function saysNothing({ registers, bytes, pairs }: Point): boolean {
  return pairs.length === 0 && [...registers, ...bytes.values()].every(isAny);
}
