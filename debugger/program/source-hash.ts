/** The hash by which the debugger recognises the sources of debug information. */
import { fnv1a64 } from '#basics';

const MARK = [0xef, 0xbb, 0xbf] as const;

/** FNV-1a 64 of the UTF-8 text, without a byte order mark, 16 hex digits. */
export function sourceHash(bytes: Uint8Array): string {
  const isMarked = MARK.every((byte, index) => bytes[index] === byte);
  return fnv1a64(isMarked ? bytes.subarray(MARK.length) : bytes);
}
