/** Formatting through the real protocol. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TextEdit } from 'vscode-languageserver-protocol';
import { formatSource } from '#assembler';
import { applied, languageFixture, type OpenSource } from '#test/server/language-fixture.ts';
import { PROJECT } from '#test/project.ts';

const server = languageFixture();
const STOP = 'stop:   bra  stop\n        nop\n';

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
