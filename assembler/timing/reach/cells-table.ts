/**
 * What is known of the tracked bytes, with those that are not alive forgotten; equal is the same object.
 */
import type { LiveSet } from './liveness.ts';
import { ANY, type Value } from '../values/values.ts';

/** Values of tracked bytes by slot, one object for all that are equal. */
export interface KnownCells {
  readonly id: number;
  readonly values: readonly Value[];
}

/** Interns lists of values by slot. */
export class CellsTable {
  private readonly byHash = new Map<number, KnownCells[]>();
  private count = 0;

  /** The values of the bytes that are alive; all others may be anything. */
  restrict(cells: readonly Value[], { liveSlots }: LiveSet): KnownCells {
    let hash = 0;
    for (let slot = 0; slot < cells.length; slot++) {
      const value = liveSlots[slot] === 1 ? cells[slot]! : ANY;
      hash = Math.imul(hash ^ value, 0x01000193) ^ (hash >>> 15);
    }
    let alike = this.byHash.get(hash);
    if (alike === undefined) this.byHash.set(hash, (alike = []));
    for (const known of alike) if (isRestricted(known.values, cells, liveSlots)) return known;
    const values = cells.map((value, slot) => (liveSlots[slot] === 1 ? value : ANY));
    const known = { id: this.count++, values };
    alike.push(known);
    return known;
  }
}

/** Whether values are those of some bytes with what is not alive forgotten. */
function isRestricted(values: readonly Value[], cells: readonly Value[], liveSlots: Uint8Array): boolean {
  for (let slot = 0; slot < cells.length; slot++) {
    if (values[slot] !== (liveSlots[slot] === 1 ? cells[slot] : ANY)) return false;
  }
  return true;
}
