/**
 * What tracked bytes at Y:D hold while a program is followed: one value for each D and page.
 *
 * What is stored by a Y that is not known may be in any page, and such a Y may read what is in any.
 */
import type { Fields } from '../values/known.ts';
import { NOTHING, type Value, type ValueTable } from '../values/values.ts';
import type { Point } from './points.ts';

/** In place of a page: what is stored to all of them together, and by a Y that is not known. */
const [ANYWHERE, SOMEWHERE] = [0x100, 0x101];

export class FieldTable implements Fields {
  /** By 256 times the page, plus D. */
  readonly held = new Map<number, Value>();
  private readonly readers = new Map<number, Set<Point>>();
  /** The point that is being followed. */
  reader: Point | undefined;

  /** @param changed called for each point that has read a field to which something new is now stored */
  constructor(
    private readonly values: ValueTable,
    private readonly changed: (reader: Point) => void,
  ) {}

  load(offset: number, pages: readonly number[] | undefined): readonly Value[] {
    const somewhere = this.read(SOMEWHERE, offset);
    if (pages === undefined) return [this.read(ANYWHERE, offset)];
    return pages.map((page) => this.values.union(this.read(page, offset), somewhere));
  }

  private read(page: number, offset: number): Value {
    const field = (page << 8) | offset;
    let readers = this.readers.get(field);
    if (readers === undefined) this.readers.set(field, (readers = new Set()));
    if (this.reader !== undefined) readers.add(this.reader);
    return this.held.get(field) ?? NOTHING;
  }

  store(offset: number, pages: readonly number[] | undefined, value: Value): void {
    for (const page of [ANYWHERE, ...(pages ?? [SOMEWHERE])]) {
      const field = (page << 8) | offset;
      const before = this.held.get(field) ?? NOTHING;
      const after = this.values.union(before, value);
      if (after === before) continue;
      this.held.set(field, after);
      for (const reader of this.readers.get(field) ?? []) this.changed(reader);
    }
  }

  /** The fields as they were found, which no longer change. */
  finished(): Fields {
    this.reader = undefined;
    return { held: this.held, load: (offset, pages) => this.load(offset, pages), store: () => undefined };
  }
}
