/** What the zero page holds on a path: interned, so that equal pages are one object. */
import type { HandlerValue } from './values.ts';

/** Values by the slots of their addresses. A missing byte was not stored since the path began, and may be anything. */
type Bytes = readonly (HandlerValue | undefined)[];

export type ByteValue = readonly [address: number, value: HandlerValue];

export interface ZeroPage {
  readonly id: number;
  readonly bytes: Bytes;
  readonly hash: number;
  /** The page after a store, by the byte's address and the number of the value. */
  readonly stored: Map<number, ZeroPage>;
}

/** Makes zero pages, each once. */
export class ZeroPages {
  private readonly known = new Map<number, ZeroPage[]>();
  private count = 0;
  /** Addresses that are stored to at all, by slot, in the order in which they came up; and their slots, or -1. */
  private readonly addresses: number[] = [];
  private readonly slotOf = new Int16Array(0x100).fill(-1);
  readonly empty: ZeroPage = this.intern([], 0);

  /**
   * The page with these bytes.
   * @param before what the others hold
   */
  of(changes: Iterable<ByteValue>, before: ZeroPage = this.empty): ZeroPage {
    let { hash } = before;
    const bytes = before.bytes.slice();
    for (const [address, value] of changes) {
      const slot = this.slotFor(address);
      hash ^= hashOf(address, bytes[slot]) ^ hashOf(address, value);
      while (bytes.length < slot) bytes.push(undefined);
      bytes[slot] = value;
    }
    return this.intern(bytes, hash);
  }

  store(page: ZeroPage, address: number, value: HandlerValue): ZeroPage {
    if (this.valueAt(page, address) === value) return page;
    const key = value.id * 0x100 + address;
    let after = page.stored.get(key);
    if (after === undefined) page.stored.set(key, (after = this.of([[address, value]], page)));
    return after;
  }

  /** What a page holds at an address; undefined if nothing was stored. */
  valueAt({ bytes }: ZeroPage, address: number): HandlerValue | undefined {
    const slot = this.slotOf[address] ?? -1;
    return slot < 0 ? undefined : bytes[slot];
  }

  entriesOf({ bytes }: ZeroPage): readonly ByteValue[] {
    const entries: ByteValue[] = [];
    for (const [slot, value] of bytes.entries())
      if (value !== undefined) entries.push([this.addresses[slot] ?? 0, value]);
    return entries;
  }

  private slotFor(address: number): number {
    const slot = this.slotOf[address] ?? -1;
    if (slot >= 0) return slot;
    this.slotOf[address] = this.addresses.length;
    return this.addresses.push(address) - 1;
  }

  private intern(bytes: Bytes, hash: number): ZeroPage {
    let alike = this.known.get(hash);
    if (alike === undefined) this.known.set(hash, (alike = []));
    for (const page of alike) if (areSame(page.bytes, bytes)) return page;
    const page = { id: this.count++, bytes, hash, stored: new Map<number, ZeroPage>() };
    alike.push(page);
    return page;
  }
}

function hashOf(address: number, value: HandlerValue | undefined): number {
  if (value === undefined) return 0;
  const mixed = Math.imul(value.id * 0x100 + address + 1, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function areSame(a: Bytes, b: Bytes): boolean {
  const length = Math.max(a.length, b.length);
  for (let slot = 0; slot < length; slot++) if (a[slot] !== b[slot]) return false;
  return true;
}
