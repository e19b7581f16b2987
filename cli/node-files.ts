/** Files of the command line: reading and writing with failures as values that name the file. */
import { textOf } from '#files';
import { readNamedFileSync, writeFilesSync, type NewFile } from '#files/node';
import type { Failure } from './output.ts';

/** The bytes of a file, or a failure with status 2 that names it. */
export function readBytes(path: string): Uint8Array | Failure {
  const content = readNamedFileSync(path);
  return 'failure' in content ? unreadable(path, content.failure) : content.bytes;
}

/** The text of a file in UTF-8, without a byte order mark, or a failure with status 2 that names it. */
export function readText(path: string): string | Failure {
  const bytes = readBytes(path);
  if (isFailure(bytes)) return bytes;
  const content = textOf(bytes);
  return 'failure' in content ? unreadable(path, content.failure) : content.text;
}

function unreadable(path: string, reason: string): Failure {
  return { status: 2, message: `cannot read ${path === '' ? 'the file' : path}: ${reason}` };
}

/** Writes a file and the folders above it, whole or not at all; a failure with status 2 when that is refused. */
export function writeBytes(path: string, content: Uint8Array | string): Failure | undefined {
  return writeAll([{ path, content }]);
}

/** Writes files that belong together: as a rule all of them or none. */
export function writeAll(files: readonly NewFile[]): Failure | undefined {
  const refused = writeFilesSync(files);
  if (refused === undefined) return undefined;
  const { path, failure } = refused;
  return { status: 2, message: `cannot write ${path === '' ? 'the file' : path}: ${failure}` };
}

/** Whether a result is a failure rather than content. */
export function isFailure(result: unknown): result is Failure {
  return typeof result === 'object' && result !== null && 'status' in result && 'message' in result;
}
