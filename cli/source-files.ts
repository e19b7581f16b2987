/**
 * Sources on disk for the assembler, which works with absolute `/`-separated paths; users see paths as they wrote them.
 */
import { relative, resolve } from 'node:path';
import { isFailure } from '#basics';
import { assemble, isRegister, libraryName, type AssembleOptions, type Assembly, type SourceHost } from '#assembler';
import { textOf } from '#files';
import { readPlainFileSync } from '#files/node';
import { readText } from './node-files.ts';
import { commandFailure, type CommandFailure } from './output.ts';

/** A host over the file system. */
export const diskHost: SourceHost = {
  read(path, as) {
    const content = readPlainFileSync(path);
    return isFailure(content) || as === 'bytes' ? content : textOf(content.bytes);
  },
};

/**
 * Assembles a file named on the command line; a failure where the file itself cannot be read.
 * @param inputs receives the paths of all files that sources name, read or not
 */
export function assembleFile(
  file: string,
  options: AssembleOptions = {},
  inputs = new Set<string>(),
): Assembly | CommandFailure {
  const text = readText(file);
  if (isFailure(text)) return text;
  const main = resolve(file).replaceAll('\\', '/');
  const host: SourceHost = {
    read(path, as) {
      inputs.add(path);
      // The main file is read once: it may be a pipe.
      return path === main ? { text } : diskHost.read(path, as);
    },
  };
  return assemble(main, host, { root: workspaceOf(main), ...options });
}

/** The folder that includes may not leave: the working folder if the main file is in it, otherwise the main file's. */
function workspaceOf(main: string): string {
  const working = process.cwd().replaceAll('\\', '/');
  return main.startsWith(`${working}/`) ? working : main.slice(0, main.lastIndexOf('/'));
}

/** A path relative to the working folder if that is easier to read; `<name>` for a library. */
export function shownPath(path: string): string {
  const library = libraryName(path);
  if (library !== undefined) return `<${library}>`;
  const shown = relative(process.cwd(), path).replaceAll('\\', '/');
  return shown === '' || shown.startsWith('../..') ? path : shown;
}

/** Parses the `NAME=VALUE` arguments of `-D`; VALUE is a number as in a source, perhaps with a sign, and 1 by default. */
export function parseDefines(words: readonly string[]): Record<string, number> | CommandFailure {
  // Entries, not assignments: a name such as __proto__ is a name like any other.
  const defines: [string, number][] = [];
  for (const word of words) {
    const [, name, text = '1'] = /^([A-Za-z_]\w*)(?:=(.*))?$/.exec(word) ?? [];
    const value = parseNumber(text);
    if (name === undefined || value === undefined) {
      return commandFailure(2, `-D ${word}: expected NAME=VALUE with a number of at most 32 bits as value`);
    }
    if (isRegister(name)) return commandFailure(2, `-D ${word}: "${name}" is a register`);
    defines.push([name, value]);
  }
  return Object.fromEntries(defines);
}

function parseNumber(text: string): number | undefined {
  const [, sign = '', body = ''] = /^(-?)(.*)$/.exec(text) ?? [];
  const digits = body.replace(/^\$/, '0x').replace(/^%/, '0b').replaceAll('_', '');
  const value = /^(0x[\da-f]+|0b[01]+|\d+)$/i.test(digits) ? Number(digits) : NaN;
  return value <= 0xffffffff ? (sign === '-' ? -value : value) : undefined;
}
