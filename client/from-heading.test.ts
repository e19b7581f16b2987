import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fromHeading, withoutPictures } from './from-heading.ts';

const PAGE = '# All\n\nWords.\n\n## Some: of it\n\nMore.\n\n## Some\n\nRest.\n';

it('begins at the named heading', () => {
  expect(fromHeading(PAGE, 'All')).toBe(PAGE);
  expect(fromHeading(PAGE, 'Some: of it')).toBe('## Some: of it\n\nMore.\n\n## Some\n\nRest.\n');
});

it('recognises a heading by the text before its colon', () => {
  expect(fromHeading(PAGE, 'Some')).toMatch(/^## Some: of it/);
});

it('gives the whole page where the heading is not in it', () => {
  expect(fromHeading(PAGE, 'Som')).toBe(PAGE);
  expect(fromHeading(PAGE, '')).toBe(PAGE);
});

it('leaves pictures out', () => {
  expect(withoutPictures('# All\n\n![A board](pictures/board.webp)\n\nWords, ![small](a.png).\n')).toBe(
    '# All\n\nWords, ![small](a.png).\n',
  );
});

it('finds what the views and the diagnostics ask for in the packed pages', async () => {
  const page = (name: string): Promise<string> => readFile(new URL(`../docs/${name}`, import.meta.url), 'utf8');
  expect(fromHeading(await page('language.md'), 'Declarations of RAM')).toMatch(/^#+ Declarations of RAM\n/);
  expect(fromHeading(await page('diagnostics.md'), 'GT0201')).toMatch(/^### GT0201: /);
});
