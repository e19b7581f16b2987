/** Images as they are in `.rom` and `.gt1` files. */
import { failure, fnv1a64, numberAt, type Failure, type RamAddress } from '#basics';
import { ROM_WORDS } from './timing.ts';
import { encode, wordAt } from './word.ts';

/**
 * Reads a ROM image: word n lies at bytes 2n (opcode) and 2n + 1 (operand). An image may be shorter than the ROM; the
 * rest reads as zero. Errors: empty, an odd number of bytes, longer than 65,536 words.
 */
export function loadRom(bytes: Uint8Array): { rom: Uint16Array } | Failure {
  if (bytes.length === 0) return failure('The ROM image is empty.');
  if (bytes.length % 2 !== 0) {
    return failure(`The ROM image has ${bytes.length} bytes; a word takes two, so their number must be even.`);
  }
  if (bytes.length > 2 * ROM_WORDS) {
    return failure(`The ROM image has ${bytes.length} bytes; the ROM holds no more than ${2 * ROM_WORDS}.`);
  }
  const rom = new Uint16Array(ROM_WORDS);
  for (let i = 0; i < bytes.length; i += 2) rom[i >> 1] = encode(numberAt(bytes, i), numberAt(bytes, i + 1));
  return { rom };
}

/** The bytes of a whole ROM file, as {@link loadRom} reads them. */
export function romBytes(rom: Uint16Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * rom.length);
  for (let address = 0; address < rom.length; address++) {
    bytes[2 * address] = wordAt(rom, address) >> 8;
    bytes[2 * address + 1] = wordAt(rom, address) & 0xff;
  }
  return bytes;
}

/** FNV-1a 64 of the bytes of a whole ROM file: what debug information, saved states and certificates know it by. */
export function imageHash(rom: Uint16Array): string {
  return fnv1a64(romBytes(rom));
}

/** A piece of a program: bytes for one page of RAM. */
export interface Gt1Segment {
  readonly address: RamAddress;
  readonly data: Uint8Array;
}

export interface Gt1Program {
  readonly segments: readonly Gt1Segment[];
  /** Address to start at; 0 means not to start. */
  readonly start: RamAddress;
}

/**
 * Reads a `.gt1` file: segments of high and low address byte, count (0 is 256) and data, then 0 and the start address.
 * Errors: it ends too early, a segment crosses a page, there is nothing in it, something follows the end.
 */
export function parseGt1(bytes: Uint8Array): Gt1Program | Failure {
  const segments: Gt1Segment[] = [];
  let at = 0;
  while (at < bytes.length) {
    const high = numberAt(bytes, at);
    if (high === 0 && segments.length > 0) return finish(bytes, at, segments);
    const count = bytes[at + 2] === 0 ? 256 : (bytes[at + 2] ?? 0);
    const data = bytes.subarray(at + 3, at + 3 + count);
    if (at + 3 > bytes.length || data.length < count)
      return failure(`The .gt1 file ends inside segment ${segments.length + 1}.`);
    const low = numberAt(bytes, at + 1);
    if (low + count > 256)
      return failure(`Segment ${segments.length + 1} of the .gt1 file crosses the end of its page.`);
    segments.push({ address: (high << 8) | low, data });
    at += 3 + count;
  }
  return failure(segments.length === 0 ? 'The .gt1 file is empty.' : 'The .gt1 file ends without a start address.');
}

function finish(bytes: Uint8Array, at: number, segments: readonly Gt1Segment[]): Gt1Program | Failure {
  if (bytes.length < at + 3) return failure('The .gt1 file ends without a start address.');
  if (bytes.length > at + 3) return failure(`The .gt1 file goes on for ${bytes.length - at - 3} bytes after its end.`);
  return { segments, start: (numberAt(bytes, at + 1) << 8) | numberAt(bytes, at + 2) };
}
