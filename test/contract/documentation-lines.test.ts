/**
 * Documentation can be read in an editor and in a diff: no line is longer than 120 characters, except for rows of tables
 * that a test computes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['docs', 'engine-asm', 'samples'];
const PAGES = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
].filter((name) => name.endsWith('.md'));
const LONGEST = 120;

/** The same number of lines, all empty. */
const blank = (part: string): string => part.replaceAll(/[^\n]/g, '');

it.each(PAGES)('%s has no line that is too long', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const lines = text.replace(/<!-- (\w[\w ]*) -->[^]*?<!-- end \1 -->/g, blank).split('\n');
  const long = lines.flatMap((line, index) => (line.length > LONGEST ? [`${page}:${index + 1}`] : []));
  expect(long).toEqual([]);
});
