/**
 * FNV-1a, 64 bits, over bytes that arrive one at a time or in blocks.
 *
 * The state is four limbs of 16 bits, since a BigInt per byte would be slower than the machine that
 * feeds it. Constants: offset basis and prime of the published FNV-1a.
 */

/** Offset basis 0xcbf29ce484222325 as limbs, lowest first. */
const BASIS = [0x2325, 0x8422, 0x9ce4, 0xcbf2] as const;
/** The prime: bit 40 and the low nine bits. */
export const FNV_PRIME = 0x100000001b3n;
const PRIME_LOW = 0x1b3;

/** A running FNV-1a 64 hash. */
export class FnvHash {
  private a: number = BASIS[0];
  private b: number = BASIS[1];
  private c: number = BASIS[2];
  private d: number = BASIS[3];

  /** Takes in one byte (0..255). */
  add(byte: number): void {
    const a = this.a ^ byte;
    const b = this.b;
    // hash × prime = hash × 0x1b3 + (hash << 40); the second term reaches limbs 2 and 3 only.
    const low = a * PRIME_LOW;
    const mid = b * PRIME_LOW + (low >>> 16);
    const high = this.c * PRIME_LOW + ((a << 8) & 0xffff) + (mid >>> 16);
    const top = this.d * PRIME_LOW + (a >>> 8) + ((b << 8) & 0xffff) + (high >>> 16);
    this.a = low & 0xffff;
    this.b = mid & 0xffff;
    this.c = high & 0xffff;
    this.d = top & 0xffff;
  }

  /** Back to the hash of no bytes. */
  reset(): void {
    [this.a, this.b, this.c, this.d] = BASIS;
  }

  /** The hash so far, 16 hexadecimal digits. */
  toString(): string {
    return [this.d, this.c, this.b, this.a].map((limb) => limb.toString(16).padStart(4, '0')).join('');
  }

  /** Writes the state into eight bytes, little-endian. */
  store(view: DataView, offset: number): void {
    view.setUint16(offset, this.a, true);
    view.setUint16(offset + 2, this.b, true);
    view.setUint16(offset + 4, this.c, true);
    view.setUint16(offset + 6, this.d, true);
  }

  /** Takes the state from eight bytes, little-endian. */
  load(view: DataView, offset: number): void {
    this.a = view.getUint16(offset, true);
    this.b = view.getUint16(offset + 2, true);
    this.c = view.getUint16(offset + 4, true);
    this.d = view.getUint16(offset + 6, true);
  }

  /** The state as a value of 64 bits, for snapshots. */
  get value(): bigint {
    return BigInt(`0x${this.toString()}`);
  }

  set value(value: bigint) {
    this.a = Number(value & 0xffffn);
    this.b = Number((value >> 16n) & 0xffffn);
    this.c = Number((value >> 32n) & 0xffffn);
    this.d = Number((value >> 48n) & 0xffffn);
  }
}

/** FNV-1a 64 of all bytes, 16 hexadecimal digits. */
export function fnv1a64(bytes: Uint8Array): string {
  const hash = new FnvHash();
  for (let i = 0; i < bytes.length; i++) hash.add(bytes[i] ?? 0);
  return hash.toString();
}
