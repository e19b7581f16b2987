/** The server formats sources as the command line does; sessions/formatting.txt has what else it formats. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TextEdit } from 'vscode-languageserver-protocol';
import { formatSource } from '#assembler';
import { applied, languageFixture } from '#test/server/language-fixture.ts';
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

  async function formatted(text: string): Promise<string> {
    const source = await server.open(text);
    return applied(text, await source.request<TextEdit[]>('formatting', { options }));
  }

  it('formats comments that are aligned as gigatron fmt does', async () => {
    const text = `start: nop                              ; one\n ld 5                                   ; two\n\n\n${STOP}\n\n`;
    expect(await formatted(text)).toBe(formatSource(text));
  });

  it.each(SOURCES)('formats %s as the command line does', async (path) => {
    const text = readFileSync(path, 'utf8');
    const rough = text.replace(/^ {8}(?=\w)/gm, '  ').replace(/ +;/g, ' ;');
    for (const written of [text, rough, `${rough}\n\n`]) expect(await formatted(written)).toBe(formatSource(written));
  });
});
