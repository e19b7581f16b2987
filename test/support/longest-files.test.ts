/** The list of the longest files names files that are there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LONGEST } from './longest-files.ts';

it.each(LONGEST)('%s is a file of tests', (path) => {
  expect(existsSync(join(import.meta.dirname, '../..', path))).toBe(true);
});
