/** Library sources in the editor: they open and answer requests, and nothing in them can be renamed. */
import { describe, expect, it } from 'vitest';
import type { CompletionList, Hover, Location, MarkupContent, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { LIBRARY_SOURCE, type LibrarySourceResult } from '#server/protocol';
import { LIBRARY_NAMES } from '#assembler';
import { errorsOf } from '#test/server/language-client.ts';
import { markedSource } from '#test/server/marked-source.ts';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

const workspace = workspaceFixture();
const LIBRARY = 'gigatron-library:/video.gtasm';

const PROGRAM = `VIDEO_START = main
        .include <vi¦deo>
        .page
        tramp¦oline
main:   .check .end
        bra  main
        nop
.end:
        .include <¦
`;

describe('a library', () => {
  it('is where its names are defined, and opens', async () => {
    const { client, folder } = await workspace({ 'main.gtasm': markedSource(PROGRAM).text });
    const uri = folder.uri('main.gtasm');
    const { text, cursors } = markedSource(PROGRAM);
    await client.open(uri, text);
    for (const position of cursors.slice(0, 2)) {
      const target = await client.request<Location | Location[]>('textDocument/definition', uri, { position });
      expect([target].flat()[0]?.uri).toBe(LIBRARY);
    }
    const source = await client.request<LibrarySourceResult>(LIBRARY_SOURCE, LIBRARY, { uri: LIBRARY });
    await client.open(LIBRARY, source.text);
    expect(errorsOf(await client.diagnostics(LIBRARY))).toEqual([]);
    const line = source.text.split('\n').findIndex((each) => each.includes('.zp account'));
    const hover = await client.request<Hover>('textDocument/hover', LIBRARY, { position: { line, character: 13 } });
    expect((hover.contents as MarkupContent).value).toContain('account');
  });

  it('is not renamed in', async () => {
    const { client, folder } = await workspace({ 'main.gtasm': markedSource(PROGRAM).text });
    const uri = folder.uri('main.gtasm');
    const { text, cursors } = markedSource(PROGRAM);
    await client.open(uri, text);
    const renaming = client.request<WorkspaceEdit>('textDocument/rename', uri, {
      position: cursors[1],
      newName: 'way',
    });
    await expect(renaming).rejects.toThrow('The library <video> uses this name and cannot be changed');
  });

  it('is completed', async () => {
    const { client, folder } = await workspace({ 'main.gtasm': markedSource(PROGRAM).text });
    const uri = folder.uri('main.gtasm');
    const { text, cursors } = markedSource(PROGRAM);
    await client.open(uri, text);
    const list = await client.request<CompletionList>('textDocument/completion', uri, { position: cursors[2] });
    expect(list.items.map(({ label }) => label)).toEqual(LIBRARY_NAMES.map((name) => `<${name}>`));
  });
});
