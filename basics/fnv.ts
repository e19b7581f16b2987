/**
 * FNV-1a, 64 bits, over bytes that arrive one at a time or in blocks.
 *
 * The state is two halves of 32 bits, since a BigInt per byte would be slower than the machine that
 * feeds it. Constants: offset basis and prime of the published FNV-1a.
 */
import { hexDigits } from './text.ts';

/** Offset basis 0xcbf29ce484222325. */
const BASIS_HIGH = 0xcbf29ce4 | 0;
const BASIS_LOW = 0x84222325 | 0;
/** The prime: bit 40 and the low nine bits. */
export const FNV_PRIME = 0x100000001b3n;
const PRIME_LOW = 0x1b3;

/** A running FNV-1a 64 hash. */
export class FnvHash {
  private high = BASIS_HIGH;
  private low = BASIS_LOW;

  /** Takes in one byte (0..255). */
  add(byte: number): void {
    const low = this.low ^ byte;
    // hash × prime = hash × 0x1b3 + (hash << 40); the second term reaches the high half only.
    const first = (low & 0xffff) * PRIME_LOW;
    const second = (low >>> 16) * PRIME_LOW + (first >>> 16);
    this.high = (Math.imul(this.high, PRIME_LOW) + (low << 8) + (second >>> 16)) | 0;
    this.low = (second << 16) | (first & 0xffff);
  }

  /** Back to the hash of no bytes. */
  reset(): void {
    this.high = BASIS_HIGH;
    this.low = BASIS_LOW;
  }

  /** The hash so far, 16 hexadecimal digits. */
  toString(): string {
    return [this.high, this.low].map((half) => hexDigits(half >>> 0, 8)).join('');
  }

  /** Writes the state into eight bytes, little-endian. */
  store(view: DataView, offset: number): void {
    view.setInt32(offset, this.low, true);
    view.setInt32(offset + 4, this.high, true);
  }

  /** Takes the state from eight bytes, little-endian. */
  load(view: DataView, offset: number): void {
    this.low = view.getInt32(offset, true);
    this.high = view.getInt32(offset + 4, true);
  }

  /** The state as a value of 64 bits, for snapshots. */
  get value(): bigint {
    return BigInt(`0x${this.toString()}`);
  }

  set value(value: bigint) {
    this.low = Number(BigInt.asIntN(32, value));
    this.high = Number(BigInt.asIntN(32, value >> 32n));
  }
}

/** FNV-1a 64 of all bytes, 16 hexadecimal digits. */
export function fnv1a64(bytes: Uint8Array): string {
  const hash = new FnvHash();
  for (let i = 0; i < bytes.length; i++) hash.add(bytes[i] ?? 0);
  return hash.toString();
}
