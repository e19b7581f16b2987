/**
 * Sources on disk for the assembler, which works with absolute `/`-separated paths; users see paths as they wrote them.
 */
import { relative, resolve } from 'node:path';
import { isFailure } from '#basics';
import { assemble, libraryName, type AssembleOptions, type Assembly, type SourceHost } from '#assembler';
import { shownName, textOf } from '#files';
import { readPlainFileSync } from '#files/node';
import { STANDARD_STREAM, type CommandFiles } from './command-files.ts';
import { commandFailure, type CommandFailure } from './failures.ts';

export const diskHost: SourceHost = {
  read(path, as) {
    const content = readPlainFileSync(path);
    return isFailure(content) || as === 'bytes' ? content : textOf(content.bytes);
  },
};

/**
 * Assembles a file named on the command line; a failure where the file itself cannot be read. The files that sources
 * name, read or not, become inputs of the command.
 */
export function assembleFile(
  file: string,
  files: CommandFiles,
  options: AssembleOptions = {},
): Assembly | CommandFailure {
  const bytes = files.readBytes(file);
  return isFailure(bytes) ? bytes : assembleBytes(file, bytes, files, options);
}

/** The same for a file that has been read. */
export function assembleBytes(
  file: string,
  bytes: Uint8Array,
  files: CommandFiles,
  options: AssembleOptions = {},
): Assembly | CommandFailure {
  const content = textOf(bytes);
  if (isFailure(content)) return commandFailure(2, `cannot read ${shownName(file)}: ${content.message}`);
  const main = resolve(file).replaceAll('\\', '/');
  const host: SourceHost = {
    read(path, as) {
      // The main file is read once: it may be a pipe.
      if (path === main) return content;
      files.inputs.add(path);
      return diskHost.read(path, as);
    },
  };
  return assemble(main, host, { root: workspaceOf(main), ...options });
}

/** The folder that includes may not leave: the working folder if the main file is in it, otherwise the main file's. */
function workspaceOf(main: string): string {
  const working = process.cwd().replaceAll('\\', '/');
  return main.startsWith(`${working}/`) ? working : main.slice(0, main.lastIndexOf('/'));
}

/** A path relative to the working folder if that is easier to read; `<name>` for a library and for standard input. */
export function shownPath(path: string): string {
  const library = libraryName(path);
  if (library !== undefined) return `<${library}>`;
  const shown = relative(process.cwd(), path).replaceAll('\\', '/');
  if (shown === STANDARD_STREAM) return '<stdin>';
  return shownName(shown === '' || shown.startsWith('../..') ? path : shown);
}
