/** Files of the command line: reading and writing with failures as values that name the file. */
import { isFailure } from '#basics';
import { textOf } from '#files';
import { readNamedFileSync, writeFilesSync, type NewFile } from '#files/node';
import { commandFailure, type CommandFailure } from './output.ts';

/** The bytes of a file, or a failure with status 2 that names it. */
export function readBytes(path: string): Uint8Array | CommandFailure {
  const content = readNamedFileSync(path);
  return isFailure(content) ? unreadable(path, content.message) : content.bytes;
}

/** The text of a file in UTF-8, without a byte order mark, or a failure with status 2 that names it. */
export function readText(path: string): string | CommandFailure {
  const bytes = readBytes(path);
  if (isFailure(bytes)) return bytes;
  const content = textOf(bytes);
  return isFailure(content) ? unreadable(path, content.message) : content.text;
}

function unreadable(path: string, reason: string): CommandFailure {
  return commandFailure(2, `cannot read ${path === '' ? 'the file' : path}: ${reason}`);
}

/** Writes a file and the folders above it, whole or not at all; a failure with status 2 if that is refused. */
export function writeBytes(path: string, content: Uint8Array | string): CommandFailure | undefined {
  return writeAll([{ path, content }]);
}

/** Writes files that belong together: normally all of them or none. */
export function writeAll(files: readonly NewFile[]): CommandFailure | undefined {
  const refused = writeFilesSync(files);
  if (refused === undefined) return undefined;
  const { path, failure } = refused;
  return commandFailure(2, `cannot write ${path === '' ? 'the file' : path}: ${failure}`);
}
