/** Library sources in the editor: they open and answer requests, and nothing in them can be renamed. */
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { CompletionList, Hover, Location, MarkupContent, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { LIBRARY_SOURCE, type LibrarySourceResult } from '#server/protocol';
import { isFailure } from '#basics';
import { LIBRARY_NAMES, readLibrary } from '#assembler';
import { temporaryFolder } from '#test/files/temporary-folder.ts';
import { errorsOf } from '#test/server/language-client.ts';
import { markedSource } from '#test/server/language-fixture.ts';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

const workspace = workspaceFixture();

function readLibraryText(name: string): string {
  const source = readLibrary(name);
  return isFailure(source) ? '' : source.text;
}

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

describe('for an editor that does not know the scheme, a library', () => {
  it('is a file that can only be read, and answers as a library', async () => {
    process.env.XDG_CACHE_HOME = temporaryFolder();
    const { client, folder } = await workspace(
      { 'main.gtasm': markedSource(PROGRAM).text },
      { start: { libraryScheme: false } },
    );
    const uri = folder.uri('main.gtasm');
    const { text, cursors } = markedSource(PROGRAM);
    await client.open(uri, text);
    const target = await client.request<Location | Location[]>('textDocument/definition', uri, {
      position: cursors[1],
    });
    const file = [target].flat()[0]!.uri;
    expect(file).toMatch(/^file:\/\/.*\/gigatron-library-[0-9a-f]+\/video\.gtasm$/);
    const path = fileURLToPath(file);
    const source = readFileSync(path, 'utf8');
    expect([source, statSync(path).mode & 0o222]).toEqual([readLibraryText('video'), 0]);
    await client.open(file, source);
    expect(errorsOf(await client.diagnostics(file))).toEqual([]);
    const references = await client.request<Location[]>('textDocument/references', file, {
      position: { line: [target].flat()[0]!.range.start.line, character: [target].flat()[0]!.range.start.character },
      context: { includeDeclaration: true },
    });
    expect(new Set(references.map((each) => each.uri))).toEqual(new Set([uri, file]));
    delete process.env.XDG_CACHE_HOME;
  });
});

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
