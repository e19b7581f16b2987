/**
 * The small program of the debugger's tests, test/debugger/sample, on disk, and its lines by name.
 *
 * It has calls, a nested call, a macro that is used twice, an included file, a time check with its handler, a board and a
 * list. A comment `@name` marks a line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SourceFolder } from '../source-folder.ts';

export interface SampleProgram {
  /** The folder of the program, for further files. */
  readonly files: SourceFolder;
  /** Absolute paths of the files. */
  readonly main: string;
  readonly other: string;
  readonly checked: string;
  readonly slow: string;
  /** The 1-based line that a comment `@name` marks, in whichever file. */
  line(name: string): number;
}

const FOLDER = join(import.meta.dirname, '../../debugger/sample');
const NAMES = ['main.gtasm', 'lib/other.gtasm', 'checked.gtasm', 'slow.gtasm'];

export function createSampleProgram(): SampleProgram {
  const texts = NAMES.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const);
  const files = new SourceFolder(Object.fromEntries(texts));
  const path = (name: string): string => join(files.path, name);
  return {
    files,
    main: path('main.gtasm'),
    other: path('lib/other.gtasm'),
    checked: path('checked.gtasm'),
    slow: path('slow.gtasm'),
    line: (name) =>
      lineOf(
        name,
        texts.map(([, text]) => text),
      ),
  };
}

function lineOf(name: string, texts: readonly string[]): number {
  const mark = new RegExp(`; @${name}$`);
  for (const text of texts) {
    const index = text.split('\n').findIndex((line) => mark.test(line));
    if (index >= 0) return index + 1;
  }
  throw new Error(`no line is marked @${name}`);
}
