/** Formatting through the real protocol. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TextEdit } from 'vscode-languageserver-protocol';
import { formatSource } from '#assembler';
import { applied, languageFixture } from '#test/server/language-fixture.ts';

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
