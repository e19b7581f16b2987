/**
 * The pages for users name everything that users can choose: commands, settings, views, launch attributes, libraries,
 * and the options in the command line's own help. The cheat sheet is what its script writes.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, describe } from 'vitest';
import { gigatron } from '#test/cli/run-cli.ts';
import { allPages, readPage } from '#test/documents/pages.ts';
import { withGeneratedParts } from '../../scripts/cheat-sheet/cheat-sheet.ts';
import { projectText, PROJECT } from '#test/project.ts';

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
const { contributes } = JSON.parse(projectText('package.json')) as Manifest;

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
  const headings = contributes.views.gigatron.map(({ name }) => `\n## ${name}\n`);
  expect(missing('docs/views.md', headings)).toEqual([]);
});

it('attributes of launch configurations', () => {
  const { properties } = contributes.debuggers[0].configurationAttributes.launch;
  const names = Object.keys(properties).map((name) => `\`${name}\``);
  expect(missing('docs/debugger.md', names)).toEqual([]);
});

it('library sources', () => {
  const names = readdirSync(join(PROJECT, 'lib')).map((file) => `\`<${file.replace('.gtasm', '')}>\``);
  expect(missing('docs/video.md', names)).toEqual([]);
});

it('no list has more than a thousand words', () => {
  const long = docs.flatMap(({ path, text }) =>
    (text.match(/(?:^(?:- |\d+\. | {2,}).*\n)+/gm) ?? []).flatMap((list) => {
      const words = list.split(/\s+/).length;
      return words > 1000 ? [`${path}: ${words}`] : [];
    }),
  );
  expect(long).toEqual([]);
});

it('every page begins with its purpose, and ends with where to go next', () => {
  const pages = docs.filter(({ path }) => !/decisions\/|README|marketplace|timing/.test(path));
  const headless = pages.filter(({ text }) => !/^# .+\n\n(?:<!--.*-->\n\n)?[A-Z`*'\w]/.test(text));
  const endless = pages.filter(({ text }) => !/\n---\n\nNext: [^]+\.\n$/.test(text));
  expect([...headless, ...endless].map(({ path }) => path)).toEqual([]);
});

/** The options of a command by its own help, without --help. */
function optionsOf(command: string): string[] {
  const help = gigatron(...command.split(' '), '--help').stdout;
  const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option!);
  return options.filter((option) => option !== '--help');
}

function sectionOf(page: string, command: string): string {
  return (
    projectText('docs', page)
      .split(/^## /m)
      .find((text) => new RegExp(`^gigatron ${command}[ \n]`).test(text)) ?? ''
  );
}

describe.each(['asm', 'check', 'disasm', 'fmt', 'new', 'test', 'verify', 'lsp', 'dap', 'bench'])(
  'gigatron %s',
  (command) => {
    it('has each of its options on the page, in their order, and no other', () => {
      const rows = [...sectionOf('command-line.md', command).matchAll(/^(?:\||-) `.*?`(?: \||:)/gm)];
      expect(rows.map(([row]) => /--[a-z-]+/.exec(row)?.[0])).toEqual(optionsOf(command));
    });
  },
);

describe.each(['engine perft', 'engine bestmove', 'engine epd', 'engine match', 'octad perft'])(
  'gigatron %s',
  (command) => {
    it('has each of its options on the page, and no other', () => {
      const rows = sectionOf('engine-commands.md', command).match(/^- `--?\w.*(?:\n {2}.*)*/gm) ?? [];
      const named = rows.flatMap((row) => row.match(/`(?:-\w`, `)?--[a-z-]+(?=[\s`])/g) ?? []);
      const written = named.map((text) => /--[a-z-]+/.exec(text)![0]);
      expect([...new Set(written)].sort()).toEqual(optionsOf(command).sort());
    });
  },
);

it('docs/running.md has each option of gigatron run, and no other', () => {
  const rows = [...projectText('docs/running.md').matchAll(/^(?:\||-) `.*?(--[a-z-]+)/gm)].map(([, option]) => option);
  // The running text describes this one.
  expect(new Set([...rows, '--vcd-from'])).toEqual(new Set(optionsOf('run')));
});

it('docs/cheat-sheet.md has what scripts/generate-cheat-sheet.mjs writes', () => {
  const { text } = readPage('docs/cheat-sheet.md');
  expect(withGeneratedParts(text)).toBe(text);
});
