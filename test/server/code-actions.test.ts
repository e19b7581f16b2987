/** Fix-all, fixes of includes, colours and formatting through the real protocol; cases/ has fixes of one source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CodeAction, ColorInformation, ColorPresentation, TextEdit } from 'vscode-languageserver-protocol';
import { formatSource } from '#assembler';
import { applied, languageFixture } from '#test/server/language-fixture.ts';
import { wholeRange } from '#test/server/language-client.ts';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

const server = languageFixture();
const open = workspaceFixture();
const STOP = 'stop:   bra  stop\n        nop\n';

describe('code actions', () => {
  it('makes all plain fixes of a document at once, where that is asked for', async () => {
    const source = await server.open(
      '        org  $100\n        ld   12h\n        ld   x,5\nstop:   bra  stop\n        nop\n',
    );
    const ask = (only?: string[]): Promise<CodeAction[]> =>
      server.client.request('textDocument/codeAction', source.uri, {
        range: wholeRange(source.text),
        context: { diagnostics: [], ...(only !== undefined && { only }) },
      });
    const [all, ...rest] = await ask(['source.fixAll']);
    expect(rest).toEqual([]);
    expect(applied(source.text, all!.edit!.changes![source.uri]!)).toBe(
      '        .org  $100\n        ld   $12\n        ld   5,x\nstop:   bra  stop\n        nop\n',
    );
    expect((await ask()).some(({ kind }) => kind === 'source.fixAll.gigatron')).toBe(false);
  });
});

it('offers similar sources for an include of one that is not there, and makes it', async () => {
  const main = '        .include "code/drwa.gtasm"\n';
  const { client, folder } = await open({ 'main.gtasm': main, 'code/draw.gtasm': 'draw:   nop\n' });
  const uri = folder.uri('main.gtasm');
  await client.open(uri, main);
  const range = { start: { line: 0, character: 20 }, end: { line: 0, character: 20 } };
  const actions = await client.request<CodeAction[]>('textDocument/codeAction', uri, {
    range,
    context: { diagnostics: [], only: ['quickfix'] },
  });
  expect(actions.map(({ title }) => title)).toEqual(['Change to "code/draw.gtasm"', 'Create "code/drwa.gtasm"']);
  expect(actions[0]!.edit!.changes![uri]![0]!.newText).toBe('"code/draw.gtasm"');
  const created = { kind: 'create', uri: folder.uri('code/drwa.gtasm'), options: { ignoreIfExists: true } };
  expect(actions[1]!.edit!.documentChanges).toEqual([created]);
  expect(actions[1]!.command).toBeUndefined();
});

it('lets the client open the source that it makes', async () => {
  const main = '        .include "new.gtasm"\n';
  const { client, folder } = await open({ 'main.gtasm': main }, { start: { openCommand: 'open' } });
  const uri = folder.uri('main.gtasm');
  await client.open(uri, main);
  const range = { start: { line: 0, character: 20 }, end: { line: 0, character: 20 } };
  const [action] = await client.request<CodeAction[]>('textDocument/codeAction', uri, {
    range,
    context: { diagnostics: [], only: ['quickfix'] },
  });
  expect(action).toMatchObject({
    title: 'Create "new.gtasm"',
    command: { command: 'open', arguments: [folder.uri('new.gtasm')] },
  });
});

describe('colours', () => {
  it('are shown for rgb() and for numbers that go to OUT, and written as they were', async () => {
    const source = await server.open('        ld   rgb(3, 0, 1)\n        ld   $c3,out\n        ld   $c3\n');
    const found = await server.client.request<ColorInformation[]>('textDocument/documentColor', source.uri);
    const third = 1 / 3;
    expect(found.map(({ color }) => color)).toEqual([
      { red: 1, green: 0, blue: third, alpha: 1 },
      { red: 1, green: 0, blue: 0, alpha: 1 },
    ]);
    const written = async (index: number): Promise<string> => {
      const parameters = { range: found[index]!.range, color: { red: 0, green: 0.7, blue: 1, alpha: 1 } };
      const [first] = await server.client.request<ColorPresentation[]>(
        'textDocument/colorPresentation',
        source.uri,
        parameters,
      );
      return first!.label;
    };
    expect([await written(0), await written(1)]).toEqual(['rgb(0, 2, 3)', '$f8']);
  });
});

it('formats a document as gigatron fmt does, comments that are aligned too', async () => {
  const text = `start: nop                              ; one\n ld 5                                   ; two\n\n\n${STOP}\n\n`;
  const source = await server.open(text);
  const options = { options: { tabSize: 8, insertSpaces: true } };
  const edits = await server.client.request<TextEdit[]>('textDocument/formatting', source.uri, options);
  expect(applied(source.text, edits)).toBe(formatSource(text));
});

describe('formatting', () => {
  const server = languageFixture();
  const ROOT = join(import.meta.dirname, '../..');
  const SOURCES = ['samples', 'engine-asm/game', 'lib', 'templates'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.gtasm'))
      .map((name) => join(ROOT, folder, name)),
  );
  let documents = 0;

  describe('formatting', () => {
    const options = { tabSize: 8, insertSpaces: true };

    it('formats a document, and a formatted one not again', async () => {
      const { uri, text } = await server.open('start: ld 5 ; five\n  bra start\n nop\n\n\n');
      const edits = await server.client.request<TextEdit[]>('textDocument/formatting', uri, { options });
      const formatted = applied(text, edits);
      expect(formatted).toMatch(/^start: +ld {3}5 +; five\n {8}bra {2}start\n {8}nop\n$/);
      await server.client.change(uri, [{ text: formatted }]);
      expect(await server.client.request<TextEdit[]>('textDocument/formatting', uri, { options })).toEqual([]);
    });

    it.each(SOURCES)('formats %s as the command line does', async (path) => {
      const text = readFileSync(path, 'utf8');
      const rough = text.replace(/^ {8}(?=\w)/gm, '  ').replace(/ +;/g, ' ;');
      for (const written of [text, rough, `${rough}\n\n`]) {
        const uri = `untitled:format-${++documents}`;
        await server.client.open(uri, written);
        const edits = await server.client.request<TextEdit[]>('textDocument/formatting', uri, { options });
        expect(applied(written, edits)).toBe(formatSource(written));
      }
    });

    it('reaches columns by tabs for an editor that does not insert spaces', async () => {
      const { uri, text } = await server.open('start: ld 5 ; five\n  bra start\n nop\n');
      const edits = await server.client.request<TextEdit[]>('textDocument/formatting', uri, {
        options: { tabSize: 4, insertSpaces: false },
      });
      expect(applied(text, edits)).toBe('start:\tld   5\t\t\t\t\t; five\n\t\tbra  start\n\t\tnop\n');
    });

    it('formats the lines of a range alone', async () => {
      const { uri, text, ranges } = await server.open(' nop\n«  nop\n»   nop');
      const edits = await server.client.request<TextEdit[]>('textDocument/rangeFormatting', uri, {
        range: ranges[0],
        options,
      });
      expect(applied(text, edits)).toBe(' nop\n        nop\n   nop');
    });

    it('formats the line above when a line end is typed', async () => {
      const { answer, source } = await server.ask<TextEdit[]>('onTypeFormatting', ' nop\n ld 5 ; five\n¦ nop\n', {
        ch: '\n',
        options,
      });
      expect(applied(source.text, answer)).toMatch(/^ nop\n {8}ld {3}5 +; five\n nop\n$/);
    });
  });
});
