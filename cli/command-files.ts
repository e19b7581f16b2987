/**
 * The files of one command: the one reader and the one writer of the command line, with failures as values that name
 * the file. `-` is standard input or output.
 *
 * What is read is remembered, so that no output takes the place of an input, and no two outputs have the same place.
 * Pipes and devices have no content that could be lost.
 */
import { statSync } from 'node:fs';
import { isFailure } from '#basics';
import { shownName, textOf, type FileContent } from '#files';
import { identityOf, openPlainFileSync, readNamedFileSync, readStandardInputSync, writeFilesSync } from '#files/node';
import type { NewFile, OpenFile } from '#files/node';
import { commandFailure, type CommandFailure } from './failures.ts';

export const STANDARD_STREAM = '-';

/** Whether an output is standard output, under either of its names. */
export function isStandardOutput(path: string): boolean {
  return path === STANDARD_STREAM || path === '/dev/stdout';
}

export class CommandFiles {
  /** Paths of the files that were read, or that a source names, in the order of their first use. */
  readonly inputs = new Set<string>();
  private isPrinted = false;

  /** @param print takes what is written to standard output */
  constructor(private readonly print: (content: Uint8Array | string) => void) {}

  /** Forgets what was read: the command is run again. */
  forget(): void {
    this.inputs.clear();
  }

  /** Whether standard output is for a product of the command, so that messages go to standard error. */
  get printsProduct(): boolean {
    return this.isPrinted;
  }

  /** The bytes of a file, or a failure with status 2 that names it. */
  readBytes(path: string): Uint8Array | CommandFailure {
    const content = this.read(path);
    return isFailure(content) ? unreadable(path, content.message) : content.bytes;
  }

  /** The text of a file in UTF-8, without a byte order mark, or a failure with status 2 that names it. */
  readText(path: string): string | CommandFailure {
    const bytes = this.readBytes(path);
    if (isFailure(bytes)) return bytes;
    const content = textOf(bytes);
    return isFailure(content) ? unreadable(path, content.message) : content.text;
  }

  /** A file of any size, to be read piece by piece, or a failure with status 2 that names it. */
  open(path: string): OpenFile | CommandFailure {
    this.inputs.add(path);
    const file = openPlainFileSync(path);
    return isFailure(file) ? unreadable(path, file.message) : file;
  }

  private read(path: string): FileContent {
    if (path === STANDARD_STREAM) return readStandardInputSync();
    this.inputs.add(path);
    return readNamedFileSync(path);
  }

  /**
   * Why these outputs cannot be written: one is an input, or two are the same. A long-running command asks this before
   * it starts; {@link write} always checks it.
   * @param printsDocument whether the command prints a document of its own, by --json
   */
  claim(outputs: readonly (string | undefined)[], printsDocument = false): CommandFailure | undefined {
    const taken = new Map<string, string>();
    for (const path of this.inputs) if (isPlain(path)) taken.set(identityOf(path), 'a file that the command reads');
    if (printsDocument) taken.set(STANDARD_STREAM, 'where --json prints its document');
    for (const path of outputs) {
      if (path === undefined) continue;
      const place = isStandardOutput(path) ? STANDARD_STREAM : identityOf(path);
      const other = taken.get(place);
      if (other !== undefined) return commandFailure(2, `cannot write ${shownName(path)}: it is ${other}`);
      taken.set(place, 'named twice');
      this.isPrinted ||= place === STANDARD_STREAM;
    }
    return undefined;
  }

  /**
   * Writes the outputs of the command and the folders above them, normally all or none. A failure has status 2 and
   * names the file.
   */
  write(files: readonly NewFile[]): CommandFailure | undefined {
    const refused = this.claim(files.map(({ path }) => path));
    if (refused !== undefined) return refused;
    const failed = this.rewrite(files.filter(({ path }) => !isStandardOutput(path)));
    if (failed !== undefined) return failed;
    for (const { path, content } of files) if (isStandardOutput(path)) this.print(content);
    return undefined;
  }

  /** Writes files that the command is meant to change, such as sources that it formats. */
  rewrite(files: readonly NewFile[]): CommandFailure | undefined {
    const refused = writeFilesSync(files);
    return refused && commandFailure(2, `cannot write ${named(refused.path)}: ${refused.failure}`);
  }
}

/** The requested outputs: those with a path. */
export function requested(
  outputs: readonly (readonly [path: string | undefined, content: () => NewFile['content']])[],
): NewFile[] {
  return outputs.flatMap(([path, content]) => (path === undefined ? [] : [{ path, content: content() }]));
}

function unreadable(path: string, reason: string): CommandFailure {
  return commandFailure(2, `cannot read ${named(path)}: ${reason}`);
}

function named(path: string): string {
  if (path === STANDARD_STREAM) return 'standard input';
  return path === '' ? 'the file' : shownName(path);
}

/** Whether a path is a file with content of its own, or no file yet. */
function isPlain(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() !== false;
  } catch {
    return true;
  }
}
