/** Overwrites a file that has to stay the same file. */
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { LARGEST_FILE_BYTES, Refusal, TOO_LARGE } from './reasons.ts';

/**
 * Overwrites a file from its start and cuts it last, so that no byte of the old content is given away before it is
 * replaced; puts the old content back if that fails.
 */
export function writeInPlace(path: string, content: Uint8Array): void {
  const file = openSync(path, 'r+');
  try {
    const old = readWhole(file);
    try {
      overwrite(file, content);
    } catch (error) {
      overwrite(file, old);
      throw error;
    }
  } finally {
    closeSync(file);
  }
}

function readWhole(file: number): Uint8Array {
  const { size } = fstatSync(file);
  if (size > LARGEST_FILE_BYTES) throw new Refusal(TOO_LARGE);
  const bytes = new Uint8Array(size);
  let from = 0;
  for (let count = -1; count !== 0 && from < size; from += count) {
    count = readSync(file, bytes, from, size - from, from);
  }
  return bytes.subarray(0, from);
}

function overwrite(file: number, content: Uint8Array): void {
  for (let from = 0; from < content.length;) from += writeSync(file, content, from, content.length - from, from);
  ftruncateSync(file, content.length);
  fsyncSync(file);
}
