/** Points: pairs of addresses at which a certificate says what registers and bytes can hold. */
import { elementAt } from '#basics';
import type { Pair } from './memory.ts';
import type { State, Tools } from './state.ts';
import { isWithin, type Bytes } from './values.ts';

/** What holds when execution comes to a pair of addresses: of AC, X, Y, OUT, and of bytes by their index. */
export interface Point {
  readonly address: number;
  readonly next: number;
  readonly registers: readonly Bytes[];
  readonly bytes: ReadonlyMap<number, Bytes>;
  readonly pairs: readonly Pair[];
}

export const keyOf = ({ address, next }: { readonly address: number; readonly next: number }): string =>
  `${address} ${next}`;

/** Whether all that a point says of registers and bytes is true of a state. */
export function isTrueOf({ registers, bytes, pairs }: Point, { memory, ...state }: State): boolean {
  for (const [place, set] of registers.entries()) {
    if (!isWithin(elementAt(state.registers, place), set)) return false;
  }
  for (const [index, set] of bytes) if (!isWithin(memory.at(index), set)) return false;
  for (const { page, low, lows } of pairs) {
    for (const [each, held] of memory.lowsByPage(page, low)) {
      const set = lows.get(each);
      if (set === undefined || !isWithin(held, set)) return false;
    }
  }
  return true;
}

/** The points of a certificate. Those of one pair of addresses are alternatives. */
export class Points {
  private readonly byKey = new Map<string, Point[]>();
  /** Whether no point says anything of registers and bytes. */
  readonly areOpen: boolean;

  constructor({ certificate, values: { any } }: Tools) {
    for (const [address, next, known] of certificate.points) {
      const { ac = any, x = any, y = any, out = any, bytes = [], pairs: together = [] } = known;
      const pairs = together.map(([page, low, lows]) => ({ page, low, lows: new Map(lows) }));
      const point = { address, next, registers: [ac, x, y, out], bytes: new Map(bytes), pairs };
      const there = this.byKey.get(keyOf(point));
      if (there === undefined) this.byKey.set(keyOf(point), [point]);
      else there.push(point);
    }
    const all = [...this.byKey.values()].flat();
    this.areOpen = all.every(
      ({ registers, bytes, pairs }) =>
        pairs.length === 0 && [...registers, ...bytes.values()].every((set) => set === any),
    );
  }

  at(key: string): readonly Point[] {
    return this.byKey.get(key) ?? [];
  }
}
