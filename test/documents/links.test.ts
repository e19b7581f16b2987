/** Every link of the documentation leads somewhere, in the project and in the package; and its lines can be read. */
import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allPages, fragmentsOf, linksOf, readPage, type Page } from '#test/documents/pages.ts';
import { projectText, PROJECT } from '#test/project.ts';

const PAGES = allPages();
const INDEX = 'docs/README.md';
/** The section of the index whose pages are left out of the package, as its first sentence says. */
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

  it.each(users.map((page) => [page.path, page] as const))('has all that %s speaks of', (_, page) => {
    const [text] = page.text.split(`\n${UNPACKED}\n`);
    const part = { ...page, text: text! };
    const missing = linksOf(part)
      .filter(isRelative)
      .filter((target) => !isPacked(fileOf(page, target)));
    expect(missing).toEqual([]);
    // Folders whose programs only the sources have.
    expect(part.text.match(/\b(samples|engine-asm)\/\w*/g) ?? []).toEqual([]);
  });

  it('has no page for users that the index leaves out', () => {
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

/**
 * Documentation can be read in an editor and in a diff: no line is longer than 120 characters, except for rows of tables
 * that a test computes.
 */
describe('the lines of the documentation', () => {
  const PROJECT = join(import.meta.dirname, '../..');
  const FOLDERS = ['docs', 'engine-asm', 'samples'];
  const PAGES = [
    ...readdirSync(PROJECT),
    ...FOLDERS.flatMap((folder) =>
      readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    ),
  ].filter((name) => name.endsWith('.md'));
  const LONGEST = 120;

  /** The same number of lines, all empty. */
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, '');

  it.each(PAGES)('%s has no line that is too long', (page) => {
    const text = projectText(page);
    const lines = text.replace(/<!-- (\w[\w ]*) -->[^]*?<!-- end \1 -->/g, blank).split('\n');
    const long = lines.flatMap((line, index) => (line.length > LONGEST ? [`${page}:${index + 1}`] : []));
    expect(long).toEqual([]);
  });
});
