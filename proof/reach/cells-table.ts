/** What is known of the tracked bytes that are alive; equal values are the same object. */
import type { LiveSet } from './liveness.ts';
import { ANY, LOST, type Value } from '../values/values.ts';

/** The most lists that are kept from one question to the next. In a large program, each takes a kilobyte. */
const MOST_KEPT = 5_000;

/** Values of tracked bytes by slot, one object for all that are equal. */
export interface KnownCells {
  readonly id: number;
  readonly values: readonly Value[];
  /** What is left of it where less is alive, by the number of the live set; a cache. */
  readonly restricted: Map<number, KnownCells>;
}

/** Interns lists of values by slot. */
export class CellsTable {
  private readonly byHash = new Map<number, KnownCells[]>();
  private readonly byId: KnownCells[] = [];

  /**
   * The values of the bytes that are alive; all others may be anything, including page 0.
   * @param id the number of the cells if they come from this table; otherwise -1
   */
  restrict(cells: readonly Value[], id: number, live: LiveSet): KnownCells {
    const from = this.byId[id];
    let result = from?.restricted.get(live.id);
    if (result === undefined) {
      result = this.intern(cells, live);
      from?.restricted.set(live.id, result);
    }
    return result;
  }

  /** Makes room before a question: lists that it may share with earlier ones stay if they are few. */
  makeRoom(): void {
    if (this.byId.length < MOST_KEPT) return;
    this.byHash.clear();
    this.byId.length = 0;
  }

  private intern(cells: readonly Value[], { liveSlots, slots }: LiveSet): KnownCells {
    let hash = 0;
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? 0;
      const value = cells[slot] ?? ANY;
      if (value !== ANY) hash = Math.imul(hash ^ (value + (slot << 24)), 0x01000193) ^ (hash >>> 15);
    }
    let alike = this.byHash.get(hash);
    if (alike === undefined) this.byHash.set(hash, (alike = []));
    for (const known of alike) if (isRestricted(known.values, cells, liveSlots)) return known;
    const values = cells.map((value, slot) => (liveSlots[slot] === 1 ? value : LOST));
    const known = { id: this.byId.length, values, restricted: new Map<number, KnownCells>() };
    this.byId.push(known);
    alike.push(known);
    return known;
  }
}

/** Whether values are those of the cells with all that is not alive forgotten. */
function isRestricted(values: readonly Value[], cells: readonly Value[], liveSlots: Uint8Array): boolean {
  for (let slot = 0; slot < cells.length; slot++) {
    if (values[slot] !== (liveSlots[slot] === 1 ? cells[slot] : LOST)) return false;
  }
  return true;
}
