/**
 * Sets of ROM addresses in the shared memory, arranged so that translated code finds out with one lookup whether an
 * address is in a set.
 *
 * A set is a hash table without collisions: at the place that an address hashes to is the address itself if it is in
 * the set, and another one if it is not.
 */
import { TARGET_TABLES, TARGET_TABLES_END } from './memory-layout.ts';

/**
 * Where the table of a set lies, and the hash: `((address · factor) >>> shift) & mask` is the number of the 16-bit
 * entry.
 */
export interface TargetTable {
  readonly factor: number;
  readonly shift: number;
  readonly mask: number;
  /** Byte address of entry 0. */
  readonly base: number;
}

type Hash = Omit<TargetTable, 'base'>;

/** Entries that a table may have for each address. */
const ROOM = 64;
/** Factors that are tried for each size. */
const TRIES = 64;
/** The upper half of the product with a factor depends on all bits of the address. */
const SHIFT = 16;

export class TargetTables {
  private readonly entries: Uint16Array;
  private readonly made = new Map<string, TargetTable | undefined>();
  private used = 0;

  constructor(memory: WebAssembly.Memory) {
    this.entries = new Uint16Array(memory.buffer, TARGET_TABLES, (TARGET_TABLES_END - TARGET_TABLES) / 2);
  }

  clear(): void {
    this.made.clear();
    this.used = 0;
  }

  /** The table of a set that is not empty; undefined if there is no room, or no hash for it. */
  of(addresses: readonly number[]): TargetTable | undefined {
    const key = addresses.join();
    if (!this.made.has(key)) this.made.set(key, this.make(addresses));
    return this.made.get(key);
  }

  private make(addresses: readonly number[]): TargetTable | undefined {
    const hash = hashOf(addresses);
    if (hash === undefined || this.used + hash.mask + 1 > this.entries.length) return undefined;
    const first = this.used;
    this.used += hash.mask + 1;
    // Any address of the set may fill the free entries, since it hashes to another.
    this.entries.fill(addresses[0]!, first, this.used);
    for (const address of addresses) this.entries[first + hashed(address, hash)] = address;
    return { ...hash, base: TARGET_TABLES + 2 * first };
  }
}

function hashed(address: number, { factor, shift, mask }: Hash): number {
  return (Math.imul(address, factor) >>> shift) & mask;
}

/** The smallest hash found under which all addresses differ. */
function hashOf(addresses: readonly number[]): Hash | undefined {
  const all = [...new Set(addresses)];
  let size = 1;
  while (size < all.length) size *= 2;
  for (; size <= ROOM * all.length; size *= 2) {
    const mask = size - 1;
    for (let number = 0; number < TRIES; number++) {
      // The low bits alone are tried first: they distinguish the addresses of one page.
      const hash = number === 0 ? { factor: 1, shift: 0, mask } : { factor: 0x9e3779b1 * number, shift: SHIFT, mask };
      if (new Set(all.map((address) => hashed(address, hash))).size === all.length) return hash;
    }
  }
  return undefined;
}
