import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROJECT = join(import.meta.dirname, '../..');

/** The text of a file of the project. */
export function projectText(...path: readonly string[]): string {
  return readFileSync(join(PROJECT, ...path), 'utf8');
}
