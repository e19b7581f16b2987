/** What users can choose is somewhere in the pages for them: commands, settings, views, launch attributes, libraries. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#test/cli/run-cli.ts';
import { allPages, readPage } from '#test/documents/pages.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly title: string }[];
    readonly configuration: { readonly properties: object };
    readonly views: { readonly gigatron: readonly { readonly name: string }[] };
    readonly debuggers: readonly [
      { readonly configurationAttributes: { readonly launch: { readonly properties: object } } },
    ];
  };
}
const { contributes } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

const docs = allPages().filter(({ path }) => path.startsWith('docs/'));
const prose = docs.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join('\n');
const missing = (page: string, texts: readonly string[]): string[] =>
  texts.filter((text) => !readPage(page).text.includes(text));

it('commands', () => {
  // What is in brackets explains the title in the palette.
  const titles = contributes.commands.map(({ title }) => title.replace(/ \(.*\)/, ''));
  expect(titles.filter((title) => !prose.includes(title))).toEqual([]);
});

it('settings', () => {
  expect(missing('docs/editing.md', Object.keys(contributes.configuration.properties))).toEqual([]);
});

it('views', () => {
  expect(
    missing(
      'docs/views.md',
      contributes.views.gigatron.map(({ name }) => `\n## ${name}\n`),
    ),
  ).toEqual([]);
});

it('attributes of launch configurations', () => {
  const { properties } = contributes.debuggers[0].configurationAttributes.launch;
  expect(
    missing(
      'docs/debugger.md',
      Object.keys(properties).map((name) => `\`${name}\``),
    ),
  ).toEqual([]);
});

it('library sources', () => {
  const names = readdirSync(join(ROOT, 'lib')).map((file) => `\`<${file.replace('.gtasm', '')}>\``);
  expect(missing('docs/video.md', names)).toEqual([]);
});

it('no list runs over a thousand words', () => {
  const long = docs.flatMap(({ path, text }) =>
    (text.match(/(?:^(?:- |\d+\. | {2,}).*\n)+/gm) ?? []).flatMap((list) => {
      const words = list.split(/\s+/).length;
      return words > 1000 ? [`${path}: ${words}`] : [];
    }),
  );
  expect(long).toEqual([]);
});

it('every page begins with what it is for, and ends with where to go next', () => {
  const pages = docs.filter(({ path }) => !/decisions\/|README|marketplace|timing/.test(path));
  const headless = pages.filter(({ text }) => !/^# .+\n\n(?:<!--.*-->\n\n)?[A-Z`*'\w]/.test(text));
  const endless = pages.filter(({ text }) => !/\n---\n\nNext: [^]+\.\n$/.test(text));
  expect([...headless, ...endless].map(({ path }) => path)).toEqual([]);
});
