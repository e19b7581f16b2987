/** Library sources in the editor; sessions/ has what is asked about their names. */
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Location } from 'vscode-languageserver-protocol';
import { LIBRARY_SOURCE, type LibrarySourceResult } from '#server/protocol';
import { isFailure } from '#basics';
import { readLibrary } from '#assembler';
import { temporaryFolder } from '#test/source-folder.ts';
import { OpenSource } from '#test/server/language-fixture.ts';
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
`;

const FILES = { 'main.gtasm': PROGRAM };

describe('for an editor that does not know the scheme, a library', () => {
  it('is a file that can only be read, and answers as a library', async () => {
    process.env.XDG_CACHE_HOME = temporaryFolder();
    const { client, open } = await workspace(FILES, { start: { libraryScheme: false } });
    const main = await open('main.gtasm');
    const { uri: file, range } = await main.request<Location>('definition', { position: main.cursors[1] });
    expect(file).toMatch(/^file:\/\/.*\/gigatron-library-[0-9a-f]+\/video\.gtasm$/);
    const path = fileURLToPath(file);
    const source = readFileSync(path, 'utf8');
    expect([source, statSync(path).mode & 0o222]).toEqual([readLibraryText('video'), 0]);
    const library = await OpenSource.open(client, file, source);
    expect(await library.errors()).toEqual([]);
    const references = await library.request<Location[]>('references', {
      position: range.start,
      context: { includeDeclaration: true },
    });
    expect(new Set(references.map((each) => each.uri))).toEqual(new Set([main.uri, file]));
    delete process.env.XDG_CACHE_HOME;
  });
});

describe('a library', () => {
  it('is where its names are defined, and opens', async () => {
    const { client, open } = await workspace(FILES);
    const main = await open('main.gtasm');
    for (const position of main.cursors.slice(0, 2))
      expect((await main.request<Location>('definition', { position })).uri).toBe(LIBRARY);
    const { text } = await client.send<LibrarySourceResult>(LIBRARY_SOURCE, { uri: LIBRARY });
    const library = await OpenSource.open(client, LIBRARY, text.replace('.zp account', '.zp acc¦ount'));
    expect(await library.errors()).toEqual([]);
    expect(await library.hoverText()).toContain('account');
  });
});
