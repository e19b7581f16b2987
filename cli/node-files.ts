/**
 * Files of the command line: reading and writing with failures as values.
 *
 * Every file is read up to a bound, so that neither a device without an end nor a file that is no source
 * keeps a command busy.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { notTextReason, unreadableReason } from '#assembler';
import type { Failure } from './output.ts';

/** Largest file read, in bytes; more is a mistake, not a program. */
const LARGEST_FILE = 16 * 1024 * 1024;

/** The bytes of a file, or why it cannot be read, without its name. */
function tryRead(path: string): Uint8Array | { readonly reason: string } {
  if (path === '') return { reason: 'the name is empty' };
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    return readAll(file);
  } catch (error) {
    return { reason: unreadableReason(error) };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The same for a file that a source names: no pipe or device, for which a command would wait. */
export function tryReadPlain(path: string): Uint8Array | { readonly reason: string } {
  try {
    const kind = statSync(path);
    return kind.isFile() || kind.isDirectory() ? tryRead(path) : { reason: 'it is a pipe or a device' };
  } catch (error) {
    return { reason: unreadableReason(error) };
  }
}

/** Reads to the end or the bound; what a file says of its size is only where to begin, a pipe says nothing. */
function readAll(file: number): Uint8Array | { readonly reason: string } {
  let bytes = new Uint8Array(Math.min(Math.max(fstatSync(file).size + 1, 4096), LARGEST_FILE + 1));
  for (let length = 0; ;) {
    const count = readSync(file, bytes, length, bytes.length - length, null);
    length += count;
    if (length > LARGEST_FILE) return { reason: `it is larger than ${LARGEST_FILE >> 20} MiB` };
    if (count === 0) return bytes.subarray(0, length);
    if (length < bytes.length) continue;
    const larger = new Uint8Array(Math.min(2 * length, LARGEST_FILE + 1));
    larger.set(bytes);
    bytes = larger;
  }
}

/** The bytes of a file, or a failure with status 2 that names it. */
export function readBytes(path: string): Uint8Array | Failure {
  const result = tryRead(path);
  return 'reason' in result ? unreadable(path, result.reason) : result;
}

/** The text of a file in UTF-8, without a byte order mark, or a failure with status 2 that names it. */
export function readText(path: string): string | Failure {
  const bytes = readBytes(path);
  if (isFailure(bytes)) return bytes;
  const text = decodeText(bytes);
  return typeof text === 'string' ? text : unreadable(path, text.reason);
}

/** Bytes as text, or why they are none. */
export function decodeText(bytes: Uint8Array): string | { readonly reason: string } {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { reason: notTextReason(bytes) };
  }
}

function unreadable(path: string, reason: string): Failure {
  return { status: 2, message: `cannot read ${path === '' ? 'the file' : path}: ${reason}` };
}

/** Writes a file and the folders above it; a failure with status 2 when that is refused. */
export function writeBytes(path: string, content: Uint8Array | string): Failure | undefined {
  if (path === '') return { status: 2, message: 'cannot write the file: the name is empty' };
  try {
    makeFolder(dirname(path));
    writeFileSync(path, content);
    return undefined;
  } catch (error) {
    return { status: 2, message: `cannot write ${path}: ${unwritableReason(error)}` };
  }
}

/** What the system's codes mean of a file that is to be made, where that is not the same as of one that is there. */
const UNWRITABLE: Readonly<Record<string, string>> = {
  ENOENT: 'its folder cannot be made',
  ENOTDIR: 'a file stands where a folder has to be',
  EEXIST: 'a file stands where a folder has to be',
};

function unwritableReason(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return UNWRITABLE[code] ?? unreadableReason(error);
}

/** Makes a folder and those above it. (Node's own `recursive` does not end where the system refuses a folder as not found.) */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** The same text for all names of a file that is there, links followed; the whole path of one that is not. */
export function placeOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Whether a result is a failure rather than content. */
export function isFailure(result: unknown): result is Failure {
  return typeof result === 'object' && result !== null && 'status' in result && 'message' in result;
}
