/** The links of the documentation lead somewhere, its index lists what is packed, and its lines are not too long. */
import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allPages, fragmentsOf, linksOf, readPage, type Page } from '#test/documents/pages.ts';
import { projectText, PROJECT } from '#test/project.ts';

const PAGES = allPages();
const INDEX = 'docs/README.md';
/** The section of the index that lists pages outside the package. */
const UNPACKED = '## In the sources';

const isRelative = (target: string): boolean => !/^[a-z]+:/.test(target);
const fileOf = (page: Page, target: string): string =>
  target.startsWith('#') ? page.path : posix.join(page.path, '..', target.replace(/#.*/, ''));

it.each(PAGES.map((page) => [page.path, page] as const))('%s links to files and headings that exist', (_, page) => {
  const dead = linksOf(page)
    .filter(isRelative)
    .filter((target) => {
      const file = fileOf(page, target);
      const fragment = target.split('#')[1];
      if (!existsSync(join(PROJECT, file))) return true;
      return fragment !== undefined && !fragmentsOf(readPage(file)).has(fragment);
    });
  expect(dead).toEqual([]);
});

describe('the package', () => {
  const patterns = projectText('.vscodeignore').matchAll(/^!(.+)$/gm);
  const packed = [...patterns].map(
    ([, pattern]) =>
      new RegExp(
        `^${pattern!.replaceAll('.', '\\.').replaceAll(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))}$`,
      ),
  );
  const isPacked = (file: string): boolean => packed.some((pattern) => pattern.test(file));
  const users = PAGES.filter(({ path }) => path !== 'CHANGELOG.md' && isPacked(path));

  it.each(users.map(({ path, text }) => [path, text] as const))('has the programs that %s mentions', (_, text) => {
    // The programs in these folders are not packed.
    expect(text.split(`\n${UNPACKED}\n`)[0]!.match(/\b(samples|engine-asm)\/\w*/g) ?? []).toEqual([]);
  });

  it('has exactly the pages for users that the index lists', () => {
    const index = readPage(INDEX);
    const [packedPart, rest] = index.text.split(`\n${UNPACKED}\n`);
    const listed = (text: string): string[] => linksOf({ ...index, text }).map((target) => fileOf(index, target));
    const pages = readdirSync(join(PROJECT, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []));
    const own = [INDEX, 'docs/marketplace.md'];
    expect(
      listed(packedPart!)
        .filter((file) => file.endsWith('.md'))
        .sort(),
    ).toEqual(pages.filter((path) => isPacked(path) && !own.includes(path)).sort());
    expect(pages.filter((path) => !isPacked(path) && !own.includes(path) && !listed(rest!).includes(path))).toEqual([]);
  });
});

/** The same number of lines, all empty. */
const blank = (part: string): string => part.replaceAll(/[^\n]/g, '');

// It has to be readable in an editor and in a diff. Generated tables are exempt.
it.each(PAGES.map(({ path, text }) => [path, text] as const))('%s has no line over 120 characters', (page, text) => {
  const lines = text.replace(/<!-- (\w[\w ]*) -->[^]*?<!-- end \1 -->/g, blank).split('\n');
  const long = lines.flatMap((line, index) => (line.length > 120 ? [`${page}:${index + 1}`] : []));
  expect(long).toEqual([]);
});
