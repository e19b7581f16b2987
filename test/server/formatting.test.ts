/** Formatting through the real protocol. */
import { describe, expect, it } from 'vitest';
import type { TextEdit } from 'vscode-languageserver-protocol';
import { applied, languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture();

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
