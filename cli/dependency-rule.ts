/** Which files an image is made of, as a rule of make. */
import { existsSync } from 'node:fs';
import { isStandardOutput, STANDARD_STREAM } from './command-files.ts';
import { shownPath } from './source-files.ts';

/**
 * `main.rom main.lst: main.gtasm lib.gtasm`, and an empty rule for each file, so that make goes on if one is deleted.
 * Files that were looked for and are not there are left out.
 */
export function dependencyRule(targets: readonly string[], inputs: Iterable<string>): string {
  const made = targets.filter((path) => !isStandardOutput(path));
  const read = [...new Set([...inputs].filter((path) => path !== STANDARD_STREAM && existsSync(path)).map(shownPath))];
  const words = (paths: readonly string[]): string => paths.map(escaped).join(' ');
  const empty = read.slice(1).map((path) => `\n${escaped(path)}:\n`);
  return `${words(made)}: ${words(read)}\n${empty.join('')}`;
}

function escaped(path: string): string {
  return path.replaceAll('$', '$$$$').replace(/[\s#:%]/g, '\\$&');
}
