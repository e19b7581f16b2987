/** What tracked bytes at Y:D hold while a program is followed: one value for each D, whatever Y is. */
import type { Fields } from '../values/known.ts';
import { NOTHING, type Value, type ValueTable } from '../values/values.ts';
import type { Point } from './points.ts';

export class FieldTable implements Fields {
  private readonly held = new Map<number, Value>();
  private readonly readers = new Map<number, Set<Point>>();
  /** The point that is being followed. */
  reader: Point | undefined;

  /** @param changed called for each point that has read a field to which something new is now stored */
  constructor(
    private readonly values: ValueTable,
    private readonly changed: (reader: Point) => void,
  ) {}

  load(offset: number): Value {
    let readers = this.readers.get(offset);
    if (readers === undefined) this.readers.set(offset, (readers = new Set()));
    if (this.reader !== undefined) readers.add(this.reader);
    return this.held.get(offset) ?? NOTHING;
  }

  store(offset: number, value: Value): void {
    const before = this.held.get(offset) ?? NOTHING;
    const after = this.values.union(before, value);
    if (after === before) return;
    this.held.set(offset, after);
    for (const reader of this.readers.get(offset) ?? []) this.changed(reader);
  }

  /** The fields as they were found, which no longer change. */
  finished(): Fields {
    return { load: (offset) => this.held.get(offset) ?? NOTHING, store: () => undefined };
  }
}
