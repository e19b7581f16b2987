/**
 * What is known of the tracked bytes where ways meet.
 *
 * Most words change no tracked byte, so that the same lists meet at one word after another. If one list contains the
 * other, it is itself the union: straight code shares one list, and equal lists are mostly the same object.
 */
import type { Value } from '../values/values.ts';

/** Values of tracked bytes by slot; never changed once they are in use. */
type Cells = readonly Value[];

/** How two values of a byte are united. */
type Meet = (before: Value, arriving: Value) => Value;

/** Unites lists of cells; remembers the last union. */
export class CellsUnion {
  private last: { readonly a: Cells; readonly b: Cells; readonly meet: Meet; readonly result: Cells } | undefined;

  /** @param slots how many cells, from the first on, are united; the others are those of either list */
  constructor(private readonly slots: number) {}

  /**
   * The union of two lists: the first itself if it contains the second, or else the second if it contains the first.
   * @param meet must give the same for the same values
   */
  of(a: Cells, b: Cells, meet: Meet): Cells {
    if (a === b) return a;
    const { last } = this;
    if (last?.a === a && last.b === b && last.meet === meet) return last.result;
    const result = this.unite(a, b, meet);
    this.last = { a, b, meet, result };
    return result;
  }

  private unite(a: Cells, b: Cells, meet: Meet): Cells {
    let result = a;
    // Whether the second list gives every cell so far.
    let mayBeSecond = true;
    for (let slot = 0; slot < this.slots; slot++) {
      if (a[slot] === b[slot]) continue;
      const value = meet(a[slot]!, b[slot]!);
      if (value === result[slot]) {
        mayBeSecond &&= value === b[slot];
      } else if (result === a && mayBeSecond && value === b[slot]) {
        result = b;
      } else {
        if (result === a || result === b) result = result.slice();
        (result as Value[])[slot] = value;
      }
    }
    return result;
  }
}
