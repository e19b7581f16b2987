/** The folder that is open in the editor: paths, symbols and file names in it, through the real protocol. */
import { describe, expect, it } from 'vitest';
import type { DocumentLink, Location, SymbolInformation, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { PROGRAM, workspaceFixture } from '#test/server/workspace-fixture.ts';

const workspace = workspaceFixture();

describe('the workspace', () => {
  it('links includes to their files', async () => {
    const { folder, open } = await workspace(PROGRAM);
    const links = await (await open('main.gtasm')).request<DocumentLink[]>('documentLink');
    expect(links.map(({ target }) => target)).toEqual([folder.uri('ram.gtasm'), folder.uri('code/draw.gtasm')]);
  });

  it('completes the paths of includes', async () => {
    const { open } = await workspace(PROGRAM);
    const items = await (await open('code/draw.gtasm', '        .include "¦"\n')).completions();
    expect(items.map(({ label }) => label)).toEqual(['../main.gtasm', '../ram.gtasm']);
  });

  it('finds symbols of every program before any document is open', async () => {
    const { client, folder } = await workspace({ ...PROGRAM, 'other.gtasm': 'drawTwice: nop\n' });
    const found = await client.send<SymbolInformation[]>('workspace/symbol', { query: 'dw' });
    expect(found.map(({ name }) => name).sort()).toEqual(['draw', 'drawTwice']);
    expect(found.map(({ location }) => location.uri).sort()).toEqual([
      folder.uri('code/draw.gtasm'),
      folder.uri('other.gtasm'),
    ]);
  });

  it('finds all symbols, the likeliest first', async () => {
    const many = Array.from({ length: 700 }, (_, index) => `redraw${index} = ${index}\n`).join('');
    const { client } = await workspace({
      'main.gtasm': `${many}lastDraw = 1\ndrawing: nop\ndraw:   nop\nd_r_a_w = 2\n`,
    });
    const found = await client.send<SymbolInformation[]>('workspace/symbol', { query: 'draw' });
    expect(found).toHaveLength(704);
    expect(found.slice(0, 4).map(({ name }) => name)).toEqual(['draw', 'drawing', 'lastDraw', 'redraw0']);
    expect(found.at(-1)?.name).toBe('d_r_a_w');
  });

  it('takes the folder of a client that knows a single one', async () => {
    const { folder, open } = await workspace(PROGRAM, { rootOnly: true });
    const { uri } = await (await open('code/draw.gtasm')).request<Location>('definition');
    expect(uri).toBe(folder.uri('ram.gtasm'));
  });

  it('knows a file by its real path, too, if the folder is opened by a symbolic link', async () => {
    const { open } = await workspace(PROGRAM, { byLink: true });
    const { uri } = await (await open('code/draw.gtasm')).request<Location>('definition');
    expect(uri).toMatch(/\/link\/ram\.gtasm$/);
  });
});

describe('a file that is renamed', () => {
  async function editsFor(oldName: string, newName: string): Promise<Record<string, string[]>> {
    const { client, folder } = await workspace(PROGRAM);
    const files = [{ oldUri: folder.uri(oldName), newUri: folder.uri(newName) }];
    const { changes } = await client.send<WorkspaceEdit>('workspace/willRenameFiles', { files });
    const entries = Object.entries(changes!).map(([uri, edits]) => [uri, edits.map(({ newText }) => newText)] as const);
    return Object.fromEntries(entries.map(([uri, texts]) => [uri.slice(folder.uri('x').length - 1), texts]));
  }

  it('is included under its new name', async () => {
    expect(await editsFor('code/draw.gtasm', 'code/paint.gtasm')).toEqual({ 'main.gtasm': ['code/paint.gtasm'] });
  });

  it('goes on including the same files from its new folder', async () => {
    expect(await editsFor('main.gtasm', 'code/main.gtasm')).toEqual({ 'main.gtasm': ['../ram.gtasm', 'draw.gtasm'] });
  });

  it('is included under the new name of its folder', async () => {
    expect(await editsFor('code', 'drawing/fast')).toEqual({ 'main.gtasm': ['drawing/fast/draw.gtasm'] });
  });

  it('changes nothing where nobody includes it', async () => {
    expect(await editsFor('main.gtasm', 'rom.gtasm')).toEqual({});
  });
});
