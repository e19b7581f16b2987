/**
 * What is known of the tracked bytes, with those that are not alive forgotten; equal is the same object.
 */
import type { LiveSet } from './liveness.ts';
import { ANY, type Value } from './values.ts';

/** Interns lists of values by slot. */
export class CellsTable {
  private readonly byText = new Map<string, readonly Value[]>();
  private readonly restricted = new WeakMap<readonly Value[], (readonly Value[] | undefined)[]>();

  restrict(cells: readonly Value[], live: LiveSet): readonly Value[] {
    let byLive = this.restricted.get(cells);
    if (byLive === undefined) this.restricted.set(cells, (byLive = []));
    return (byLive[live.id] ??= this.intern(cells.map((value, slot) => (live.isLive(slot) ? value : ANY))));
  }

  private intern(cells: readonly Value[]): readonly Value[] {
    const text = cells.join();
    const known = this.byText.get(text);
    if (known !== undefined) return known;
    this.byText.set(text, cells);
    return cells;
  }
}
