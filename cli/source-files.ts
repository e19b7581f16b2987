/**
 * Sources on disk for the assembler: absolute `/`-separated paths inside, paths as people know them outside.
 */
import { relative, resolve } from 'node:path';
import { assemble, type AssembleOptions, type Assembly, type SourceHost } from '#assembler';
import { isFailure, readBytes, tryRead } from './node-files.ts';
import type { Failure } from './output.ts';

/** Largest source file read, in bytes; more is a mistake, not a program. */
const SOURCE_LIMIT = 16 * 1024 * 1024;

/** A host over the file system. */
export const diskHost: SourceHost = {
  read(path, as) {
    const bytes = tryRead(path);
    if ('reason' in bytes) return { error: bytes.reason };
    if (bytes.length > SOURCE_LIMIT) return { error: 'it is larger than 16 MiB' };
    return as === 'bytes' ? { bytes } : { text: new TextDecoder().decode(bytes) };
  },
};

/** Assembles a file named on the command line; a failure where the file itself cannot be read. */
export function assembleFile(file: string, options: AssembleOptions = {}): Assembly | Failure {
  const main = resolve(file).replaceAll('\\', '/');
  const readable = readBytes(main);
  if (isFailure(readable)) return { ...readable, message: readable.message.replace(main, file) };
  return assemble(main, diskHost, { root: workspaceOf(main), ...options });
}

/** The folder that includes may not leave: the working folder if it holds the main file, else the main file's. */
function workspaceOf(main: string): string {
  const working = process.cwd().replaceAll('\\', '/');
  return main.startsWith(`${working}/`) ? working : main.slice(0, main.lastIndexOf('/'));
}

/** A path relative to the working folder where that is shorter to read. */
export function shownPath(path: string): string {
  const shown = relative(process.cwd(), path).replaceAll('\\', '/');
  return shown === '' || shown.startsWith('../..') ? path : shown;
}

/** Parses `NAME=VALUE` words of `-D`; VALUE is a number (`$`, `0x`, `%`, `0b` or decimal), 1 where it is left out. */
export function parseDefines(words: readonly string[]): Record<string, number> | Failure {
  const defines: Record<string, number> = {};
  for (const word of words) {
    const [, name, text = '1'] = /^([A-Za-z_]\w*)(?:=(.+))?$/.exec(word) ?? [];
    const value = parseNumber(text);
    if (name === undefined || value === undefined) {
      return { status: 2, message: `-D ${word}: expected NAME=VALUE with a number as value` };
    }
    defines[name] = value;
  }
  return defines;
}

function parseNumber(text: string): number | undefined {
  const [, sign = '', body = ''] = /^(-?)(.*)$/.exec(text) ?? [];
  const digits = body.replace(/^\$/, '0x').replace(/^%/, '0b');
  return /^(0x[\da-f]+|0b[01]+|\d+)$/i.test(digits) ? Number(digits) * (sign === '-' ? -1 : 1) : undefined;
}
