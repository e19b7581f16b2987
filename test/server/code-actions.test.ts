/** Fix-all, fixes of includes, colours and formatting through the real protocol; cases/ has fixes of one source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ColorInformation, ColorPresentation, TextEdit } from 'vscode-languageserver-protocol';
import { formatSource } from '#assembler';
import { applied, languageFixture, type OpenSource } from '#test/server/language-fixture.ts';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';
import { PROJECT } from '#test/project.ts';

const server = languageFixture();
const workspace = workspaceFixture();
const STOP = 'stop:   bra  stop\n        nop\n';

it('makes all obvious fixes of a document at once, on request', async () => {
  const source = await server.open(`«        org  $100\n        ld   12h\n        ld   x,5\n${STOP}»`);
  const [all, ...rest] = await source.actions('source.fixAll');
  expect(rest).toEqual([]);
  expect(applied(source.text, all!.edit!.changes![source.uri]!)).toBe(
    `        .org  $100\n        ld   $12\n        ld   5,x\n${STOP}`,
  );
  expect((await source.actions()).some(({ kind }) => kind === 'source.fixAll.gigatron')).toBe(false);
});

it('offers similar sources for a missing include, and creates it', async () => {
  const { folder, open } = await workspace({ 'main.gtasm': '', 'code/draw.gtasm': 'draw:   nop\n' });
  const main = await open('main.gtasm', '        .include "co¦de/drwa.gtasm"\n');
  const actions = await main.actions('quickfix');
  expect(actions.map(({ title }) => title)).toEqual(['Change to "code/draw.gtasm"', 'Create "code/drwa.gtasm"']);
  expect(actions[0]!.edit!.changes![main.uri]![0]!.newText).toBe('"code/draw.gtasm"');
  const created = { kind: 'create', uri: folder.uri('code/drwa.gtasm'), options: { ignoreIfExists: true } };
  expect(actions[1]!.edit!.documentChanges).toEqual([created]);
  expect(actions[1]!.command).toBeUndefined();
});

it('lets the client open the source that it creates', async () => {
  const { folder, open } = await workspace({ 'main.gtasm': '' }, { start: { openCommand: 'open' } });
  const [action] = await (await open('main.gtasm', '        .include "new¦.gtasm"\n')).actions('quickfix');
  expect(action).toMatchObject({
    title: 'Create "new.gtasm"',
    command: { command: 'open', arguments: [folder.uri('new.gtasm')] },
  });
});

it('shows colours for rgb() and for numbers that go to OUT, and writes them as they were', async () => {
  const source = await server.open('        ld   rgb(3, 0, 1)\n        ld   $c3,out\n        ld   $c3\n');
  const found = await source.request<ColorInformation[]>('documentColor');
  expect(found.map(({ color }) => color)).toEqual([
    { red: 1, green: 0, blue: 1 / 3, alpha: 1 },
    { red: 1, green: 0, blue: 0, alpha: 1 },
  ]);
  const color = { red: 0, green: 0.7, blue: 1, alpha: 1 };
  const written = found.map(({ range }) => source.request<ColorPresentation[]>('colorPresentation', { range, color }));
  expect((await Promise.all(written)).map(([first]) => first!.label)).toEqual(['rgb(0, 2, 3)', '$f8']);
});

describe('formatting', () => {
  const options = { tabSize: 8, insertSpaces: true };
  const SOURCES = ['samples', 'engine-asm/game', 'lib', 'templates'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.gtasm'))
      .map((name) => join(PROJECT, folder, name)),
  );

  /** The text after formatting. */
  async function formatted(source: OpenSource, how = 'formatting', parameters: object = { options }): Promise<string> {
    return applied(source.text, await source.request<TextEdit[]>(how, { ...parameters }));
  }

  it('formats a document, and leaves a formatted one as it is', async () => {
    const source = await server.open('start: ld 5 ; five\n  bra start\n nop\n\n\n');
    const text = await formatted(source);
    expect(text).toMatch(/^start: +ld {3}5 +; five\n {8}bra {2}start\n {8}nop\n$/);
    await source.change({ text });
    expect(await source.request<TextEdit[]>('formatting', { options })).toEqual([]);
  });

  it('formats comments that are aligned as gigatron fmt does', async () => {
    const text = `start: nop                              ; one\n ld 5                                   ; two\n\n\n${STOP}\n\n`;
    expect(await formatted(await server.open(text))).toBe(formatSource(text));
  });

  it.each(SOURCES)('formats %s as the command line does', async (path) => {
    const text = readFileSync(path, 'utf8');
    const rough = text.replace(/^ {8}(?=\w)/gm, '  ').replace(/ +;/g, ' ;');
    for (const written of [text, rough, `${rough}\n\n`])
      expect(await formatted(await server.open(written))).toBe(formatSource(written));
  });

  it('reaches columns by tabs for an editor that does not insert spaces', async () => {
    const source = await server.open('start: ld 5 ; five\n  bra start\n nop\n');
    const tabs = { options: { tabSize: 4, insertSpaces: false } };
    expect(await formatted(source, 'formatting', tabs)).toBe(
      'start:\tld   5\t\t\t\t\t; five\n\t\tbra  start\n\t\tnop\n',
    );
  });

  it('formats the lines of a range alone', async () => {
    const source = await server.open(' nop\n«  nop\n»   nop');
    const range = source.ranges[0];
    expect(await formatted(source, 'rangeFormatting', { range, options })).toBe(' nop\n        nop\n   nop');
  });

  it('formats the line above when a line end is typed', async () => {
    const source = await server.open(' nop\n ld 5 ; five\n¦ nop\n');
    const text = await formatted(source, 'onTypeFormatting', { ch: '\n', options });
    expect(text).toMatch(/^ nop\n {8}ld {3}5 +; five\n nop\n$/);
  });
});
