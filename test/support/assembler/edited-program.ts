/** A program that uses the whole language, in several files, and lines with which edits change it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const MAIN = 'main.gtasm';

const linesOf = (name: string): string[] =>
  readFileSync(join(import.meta.dirname, 'edited-program', name), 'utf8')
    .slice(0, -1)
    .split('\n');

const ROUTINE = linesOf('routine.gtasm');

/** The lines of a source. `; routine NAME CALLED` stands for a routine of about twenty lines, so that there are many chunks. */
function sourceOf(name: string): readonly string[] {
  return linesOf(name).flatMap((line) => {
    const [, routine, called] = /^; routine (\w+) (\w+)$/.exec(line) ?? [];
    if (routine === undefined || called === undefined) return [line];
    return ROUTINE.map((each) => each.replaceAll('NAME', routine).replace('CALLED', called));
  });
}

/** Lines of its sources by path. */
export const START: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [MAIN, 'lib.gtasm', 'more.gtasm', 'extra.gtasm'].map((name) => [name, sourceOf(name)]),
);

/** Lines that an edit can insert, chosen so that one place of a program changes what another means. */
export const LINES: readonly string[] = linesOf('lines.txt');
