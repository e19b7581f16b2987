/**
 * ROM images: bytes as they are in a `.rom` file, to and from words.
 *
 * Word n lies at bytes 2n (opcode) and 2n + 1 (operand). An image may be shorter than the ROM; the
 * rest reads as zero. Anything else is refused with a sentence.
 */
import { failure, fnv1a64, numberAt, type Failure } from '#basics';
import { ROM_WORDS } from './timing.ts';
import { encode, wordAt } from './word.ts';

/** Reads a ROM image. Errors: empty, an odd number of bytes, longer than 65,536 words. */
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
