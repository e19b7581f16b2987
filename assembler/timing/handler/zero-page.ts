/** What the zero page holds on a path: interned, so that equal pages are one object. */
import type { HandlerValue } from './values.ts';

export interface ZeroPage {
  readonly id: number;
  /** By address; what is missing may be anything, and was not stored since. */
  readonly bytes: ReadonlyMap<number, HandlerValue>;
}

/** Makes zero pages, each once. */
export class ZeroPages {
  private readonly known = new Map<string, ZeroPage>();
  /** By the number of a page, its byte and the number of a value: the page with that value stored. */
  private readonly stored = new Map<number, ZeroPage>();
  readonly empty: ZeroPage = this.of(new Map());

  /** The page with these bytes. */
  of(bytes: ReadonlyMap<number, HandlerValue>): ZeroPage {
    const sorted = [...bytes].sort(([a], [b]) => a - b);
    const key = sorted.map(([address, { id }]) => `${address}:${id}`).join();
    let page = this.known.get(key);
    if (page === undefined) this.known.set(key, (page = { id: this.known.size, bytes: new Map(sorted) }));
    return page;
  }

  /** A page after a store. */
  store(page: ZeroPage, address: number, value: HandlerValue): ZeroPage {
    if (page.bytes.get(address) === value) return page;
    const key = (page.id * 0x100 + address) * 0x10000 + value.id;
    let after = this.stored.get(key);
    if (after === undefined) this.stored.set(key, (after = this.of(new Map(page.bytes).set(address, value))));
    return after;
  }
}
