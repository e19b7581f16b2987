/**
 * A server after edits equals a fresh one on the same files: files, folders, documents, settings and names of libraries
 * that come and go at random, also while a request is being answered.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { failure, type Failure } from '#basics';
import { DEFAULT_SETTINGS, type FileHost, type Workspace } from '#server';
import { draws } from '#test/draws.ts';
import { findingsOf, textFiles, TypedWorkspace } from '#test/server/typed-workspace.ts';

const RUNS = draws(60);

const FOLDERS = ['file:///one', 'file:///two', 'file:///one/inner'];
const NAMES = [
  ...['one/main.gtasm', 'one/part.gtasm', 'one/font.gtasm', 'one/inner/main.gtasm', 'one/inner/deep.gtasm'],
  ...['two/main.gtasm', 'two/part.gtasm', 'away/shared.gtasm', 'one/node_modules/x.gtasm', 'one/start.asm'],
];
const URIS = NAMES.map((name) => `file:///${name}`);
const LINES = [
  ...['.include "part.gtasm"', '.include "font.gtasm"', '.include "inner/deep.gtasm"', '.include "../two/part.gtasm"'],
  ...['.include "../away/shared.gtasm"', '.include <font>', '.include <input>', '.include "main.gtasm"'],
  ...['.include "../part.gtasm"', 'start:  bra  start', '        nop', 'WIDTH = 5', '        ld   WIDTH', '.zp cell'],
];
const MAIN_FILES = ['', 'main.gtasm', 'gone.gtasm', 'start.asm', 'part.gtasm', '../two/main.gtasm', 'inner/main.gtasm'];

type Act =
  | { readonly kind: 'write' | 'type'; readonly uri: string; readonly text: string }
  | { readonly kind: 'delete' | 'close' | 'deleteFolder'; readonly uri: string }
  | { readonly kind: 'folders'; readonly folders: readonly string[] }
  | { readonly kind: 'mainFile'; readonly folder: string; readonly mainFile: string }
  | { readonly kind: 'ask'; readonly uri: string };

const uri = fc.constantFrom(...URIS);
const text = fc
  .array(fc.constantFrom(...LINES), { maxLength: 5 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), uri, text }),
  fc.record({ kind: fc.constant('type' as const), uri, text }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'close' as const), uri }),
  fc.record({ kind: fc.constant('deleteFolder' as const), uri: fc.constantFrom(...FOLDERS) }),
  fc.record({ kind: fc.constant('folders' as const), folders: fc.subarray(FOLDERS) }),
  fc.record({
    kind: fc.constant('mainFile' as const),
    folder: fc.constantFrom(...FOLDERS),
    mainFile: fc.constantFrom(...MAIN_FILES),
  }),
  fc.record({ kind: fc.constant('ask' as const), uri }),
);

/** A disk, an editor with open documents, and the workspace of a server that is told about everything. */
class Editor {
  readonly disk = new Map<string, string>();
  readonly documents = new Map<string, TextDocument>();
  folders: readonly string[] = FOLDERS.slice(0, 1);
  readonly mainFiles = new Map<string, string>();
  workspace = this.fresh();
  private version = 0;

  /** A server that has just been started. */
  fresh(): Workspace {
    const workspace = new TypedWorkspace(textFiles(this.disk));
    for (const document of this.documents.values()) workspace.setDocument(document);
    workspace.setFolders(this.folders);
    this.configure(workspace);
    return workspace;
  }

  private configure(workspace: Workspace): void {
    for (const folder of this.folders)
      workspace.setSettings(folder, {
        ...DEFAULT_SETTINGS,
        mainFile: this.mainFiles.get(folder) ?? '',
        'diagnostics.workspace': true,
      });
  }

  async do(next: Act): Promise<void> {
    switch (next.kind) {
      case 'write':
        this.disk.set(next.uri, next.text);
        return this.workspace.changedOnDisk(next.uri, false);
      case 'type': {
        const document = TextDocument.create(next.uri, 'gigatron', ++this.version, next.text);
        this.documents.set(next.uri, document);
        return this.workspace.setDocument(document);
      }
      case 'delete':
        if (this.disk.delete(next.uri)) await this.workspace.changedOnDisk(next.uri, true);
        return;
      case 'deleteFolder':
        for (const path of [...this.disk.keys()]) if (path.startsWith(`${next.uri}/`)) this.disk.delete(path);
        return this.workspace.changedOnDisk(next.uri, true);
      case 'close':
        if (!this.documents.delete(next.uri)) return;
        this.workspace.store.closeDocument(next.uri);
        return this.workspace.changedOnDisk(next.uri, false);
      case 'folders':
        this.folders = next.folders;
        this.workspace.setFolders(next.folders);
        return this.configure(this.workspace);
      case 'mainFile':
        this.mainFiles.set(next.folder, next.mainFile);
        return this.configure(this.workspace);
      case 'ask':
        await stateOf(this.workspace);
    }
  }
}

/** Everything that the features of a server start from. */
async function stateOf(workspace: Workspace): Promise<unknown> {
  const open = await findingsOf(await workspace.openProjects());
  const closed = await findingsOf(await workspace.closedProjects());
  const mains = [];
  for (const each of URIS) mains.push([each, await workspace.mainFiles(each)]);
  const programs = await workspace.allPrograms();
  const symbols = programs.map(({ assembly }) => [
    assembly.main,
    assembly.symbols.definitions.map(({ name, file }) => `${file} ${name}`),
  ]);
  const missing = await workspace.missingMainFiles();
  const sources = [...(await workspace.sources()).entries()];
  return { open, closed, mains, symbols: sorted(symbols), missing: sorted([...missing]), sources: sorted(sources) };
}

function sorted<T>(list: T[]): T[] {
  return list
    .map((each) => [JSON.stringify(each), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each);
}

describe('a server to which files, folders and settings came and went', () => {
  it(`equals a fresh one, after ${RUNS} scripts`, { timeout: 60_000 + 2_000 * RUNS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), async (script) => {
        const editor = new Editor();
        for (const next of script) await editor.do(next);
        expect(await stateOf(editor.workspace)).toEqual(await stateOf(editor.fresh()));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a chosen main file with another ending', () => {
  it('still counts after it was written again', async () => {
    const uri = 'file:///one/start.asm';
    const editor = new Editor();
    await editor.do({ kind: 'mainFile', folder: 'file:///one', mainFile: 'start.asm' });
    for (const text of ['        nop\n', 'start:  bra  start\n        nop\n']) {
      await editor.do({ kind: 'write', uri, text });
      expect((await editor.workspace.closedProjects()).map(({ main }) => main)).toEqual([uri]);
    }
  });
});

describe('a file with the name of a library', () => {
  it('leaves nothing behind when it goes', async () => {
    const editor = new Editor();
    const main = 'file:///one/main.gtasm';
    await editor.do({ kind: 'type', uri: main, text: '.include "font.gtasm"\n' });
    await editor.do({ kind: 'write', uri: 'file:///one/font.gtasm', text: 'start:  bra  start\n' });
    await editor.do({ kind: 'ask', uri: main });
    await editor.do({ kind: 'delete', uri: 'file:///one/font.gtasm' });
    expect(await stateOf(editor.workspace)).toEqual(await stateOf(editor.fresh()));
  });
});

describe('a folder that is reached through a symbolic link', () => {
  const files = textFiles(
    new Map([
      ['file:///real/main.gtasm', '        .include "part.gtasm"\nstart:  bra  start\n        ld   WIDTH\n'],
      ['file:///real/part.gtasm', 'WIDTH = 5\n'],
    ]),
  );
  const real = (uri: string): string => uri.replace('file:///link', 'file:///real');
  const host: FileHost = {
    read: (uri) => files.read(real(uri)),
    findSources: async (folder) =>
      (await files.findSources('file:///real')).map((uri) => uri.replace('file:///real', folder)),
    realUri: real,
  };

  it.each([
    ['file:///link', 'file:///real'],
    ['file:///real', 'file:///link'],
  ])('is one folder: %s, with documents opened in %s', async (folder, opened) => {
    const workspace = new TypedWorkspace(host);
    workspace.setFolders([folder]);
    workspace.type(`${opened}/part.gtasm`, 'WIDTH = 6\n');
    const part = workspace.known(`${opened}/part.gtasm`);
    expect(await workspace.mainFiles(part)).toEqual([`${folder}/main.gtasm`]);
    const view = await workspace.view(part);
    expect(view?.assembly.image[1]).toBe(0x0006);
    expect(view?.uriOf(view.path)).toBe(`${opened}/part.gtasm`);
  });
});

const MAIN = 'file:///main.gtasm';
const PART = 'file:///part.gtasm';

describe('a request', () => {
  it('is answered for the text that it began with, though a newer assembly is made before it ends', async () => {
    const workspace = new TypedWorkspace();
    workspace.type(MAIN, 'start:  nop\n');
    const view = await workspace.view(MAIN);
    workspace.type(MAIN, '\nstart:  nop\n');
    const newer = await workspace.view(MAIN);
    const lines = [view, newer].map((each) => each?.assembly.symbols.definitionNamed('start')?.range.start.line);
    expect(lines).toEqual([0, 1]);
  });

  it('about several programs is answered for each of them, though one changes while another is read', async () => {
    let answer = (): void => undefined;
    const read = new Promise<Failure>((resolve) => (answer = () => resolve(failure('there is no such file'))));
    const files = textFiles();
    const workspace = new TypedWorkspace({
      ...files,
      read: (uri) => (uri.endsWith('.bin') ? read : files.read(uri)),
    });
    workspace.type(PART, 'part:   nop\n');
    // Whatever the order, one of the quick programs is asked before the slow one.
    const quick = ['file:///a.gtasm', 'file:///z.gtasm'];
    for (const main of quick) workspace.type(main, '        .include "part.gtasm"\n');
    workspace.type('file:///slow.gtasm', '        .include "part.gtasm"\n        .incbin "slow.bin"\n');
    const asked = workspace.views(PART);
    await new Promise((resolve) => setImmediate(resolve));
    for (const main of quick) {
      workspace.type(main, '\n        .include "part.gtasm"\n');
      await workspace.view(main);
    }
    answer();
    const names = (await asked).map(({ assembly }) => assembly.symbols.definitionNamed('part')?.name);
    expect(names).toEqual(['part', 'part', 'part']);
  });
});
