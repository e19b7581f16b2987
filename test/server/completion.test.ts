/** Completion through the real protocol: what it replaces, its documentation, paths; cases/ has what it offers. */
import { describe, expect, it } from 'vitest';
import type { CompletionItem, MarkupContent } from 'vscode-languageserver-protocol';
import { languageFixture } from '#test/server/language-fixture.ts';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

const server = languageFixture();

describe('completion', () => {
  it('replaces the word that was begun', async () => {
    const items = await (await server.open('start:  nop\n        bra  sta¦\n')).completions();
    expect(items.find(({ label }) => label === 'start')!.textEdit).toMatchObject({
      newText: 'start',
      range: { start: { line: 1, character: 13 }, end: { line: 1, character: 16 } },
    });
  });

  it('fills in the documentation of a symbol on demand', async () => {
    const items = await (await server.open('; Counts lines.\n.zp count at $30\n        ld   [¦]\n')).completions();
    const item = items.find(({ label }) => label === 'count')!;
    const resolved = await server.client.send<CompletionItem>('completionItem/resolve', item);
    expect((resolved.documentation as MarkupContent).value).toContain('Counts lines.');
  });
});

describe('paths of .incbin', () => {
  const workspace = workspaceFixture();
  const complete = async (line: string): Promise<readonly CompletionItem[]> => {
    const { open } = await workspace({ 'data/picture.bin': 'ab', 'data/more/a.txt': 'ab', 'data/.hidden': '' });
    return (await open('code/main.gtasm', `${line}¦`)).completions();
  };

  it('are offered folder by folder', async () => {
    const items = await complete('        .incbin "../data/p');
    expect(items.map(({ label, textEdit }) => [label, textEdit!.newText])).toEqual([
      ['more/', '../data/more'],
      ['picture.bin', '../data/picture.bin'],
    ]);
  });

  it('stay in the workspace and leave sources out', async () => {
    expect(await complete('        .incbin "../../')).toEqual([]);
    expect(await complete('        .incbin "')).toEqual([]);
  });
});
