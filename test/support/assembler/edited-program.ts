/** A program that uses the whole language, in several files, and lines with which edits change it. */
import { projectText } from '../project.ts';

export const MAIN = 'main.gtasm';

const linesOf = (name: string): string[] =>
  projectText('test/support/assembler/edited-program', name).slice(0, -1).split('\n');

const ROUTINE = linesOf('routine.gtasm');

/** The lines of a source. To make many chunks, `; routine NAME CALLED` stands for a routine of about twenty lines. */
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

/** Lines that an edit can insert, chosen so that one place in the program changes what another means. */
export const LINES: readonly string[] = linesOf('lines.txt');
