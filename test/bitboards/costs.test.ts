/**
 * The figures of docs/bitboards.md and of the sample's README are the measured ones. `-u` writes them again;
 * then check the sentences around them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UPDATE } from '#test/update.ts';
import { costTables } from '#test/bitboards/costs.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/bitboards.md');
const README = join(ROOT, 'samples/bitboards/README.md');

it('gives the measured cost of bitboards and attack maps', () => {
  for (const [mark, text] of Object.entries(costTables())) {
    const path = mark === 'routines' ? README : PAGE;
    const page = readFileSync(path, 'utf8');
    const [start, end] = [`<!-- ${mark} -->\n`, `\n<!-- end ${mark} -->`];
    const [from, to] = [page.indexOf(start) + start.length, page.indexOf(end)];
    expect([page.includes(start), page.includes(end)], mark).toEqual([true, true]);
    if (UPDATE) writeFileSync(path, page.slice(0, from) + text + page.slice(to));
    else expect(page.slice(from, to)).toBe(text);
  }
});
