/** The `.gt1` file: a program for the vCPU as segments of RAM, and the address at which it starts. */
import { failure, numberAt, type Failure, type RamAddress } from '#basics';

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
