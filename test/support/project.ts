/** The files of the project. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROJECT = join(import.meta.dirname, '../..');

/** The text of one of them. */
export function projectText(...path: readonly string[]): string {
  return readFileSync(join(PROJECT, ...path), 'utf8');
}
