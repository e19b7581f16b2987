/** A plain file of any size, read piece by piece on request. */
import { openSync, readSync, statSync } from 'node:fs';
import { failure, type Result } from '#basics';
import { NOT_PLAIN, unreadableReason } from './reasons.ts';

/** The file stays open until the process ends. */
export interface OpenFile {
  /** Size in bytes. */
  readonly size: number;
  /** Bytes from an offset on; zeros beyond the end of the file. */
  read(offset: number, length: number): Uint8Array;
}

/** A failure is a clause. */
export function openPlainFileSync(path: string): Result<OpenFile> {
  try {
    const stats = statSync(path);
    if (!stats.isFile() && !stats.isDirectory()) return failure(NOT_PLAIN);
    const file = openSync(path, 'r');
    const read = (offset: number, length: number): Uint8Array => {
      const bytes = new Uint8Array(length);
      readSync(file, bytes, 0, length, offset);
      return bytes;
    };
    // A folder can be opened; only the first read fails.
    read(0, 1);
    return { size: stats.size, read };
  } catch (error) {
    return failure(unreadableReason(error));
  }
}
