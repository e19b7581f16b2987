/** Edits that come while a request is being answered. */
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { failure, type Failure } from '#basics';
import { FileStore, Workspace, type FileHost } from '#server';

const MAIN = 'file:///main.gtasm';
const PART = 'file:///part.gtasm';

const NO_FILE = Promise.resolve(failure('there is no such file'));

/** A workspace in which only open documents can be read, and a function that types a text. */
function editor(read: FileHost['read'] = () => NO_FILE): {
  workspace: Workspace;
  type: (uri: string, text: string) => void;
} {
  const workspace = new Workspace(new FileStore({ read, findSources: () => Promise.resolve([]) }));
  let version = 0;
  const type = (uri: string, text: string): void => {
    workspace.store.setDocument(TextDocument.create(uri, 'gigatron', ++version, text));
    workspace.changed(uri);
  };
  return { workspace, type };
}

describe('a request', () => {
  it('is answered for the text that it began with, though a newer assembly is made before it ends', async () => {
    const { workspace, type } = editor();
    type(MAIN, 'start:  nop\n');
    const view = await workspace.view(MAIN);
    type(MAIN, '\nstart:  nop\n');
    const newer = await workspace.view(MAIN);
    const lines = [view, newer].map((each) => each?.assembly.symbols.definitionNamed('start')?.range.start.line);
    expect(lines).toEqual([0, 1]);
  });

  it('about several programs is answered for each of them, though one of them changes while another is read', async () => {
    let answer = (): void => undefined;
    const read = new Promise<Failure>((resolve) => (answer = () => resolve(failure('there is no such file'))));
    const { workspace, type } = editor((uri) => (uri.endsWith('.bin') ? read : NO_FILE));
    type(PART, 'part:   nop\n');
    // Whatever the order, one of the quick programs is asked before the slow one.
    const quick = ['file:///a.gtasm', 'file:///z.gtasm'];
    for (const main of quick) type(main, '        .include "part.gtasm"\n');
    type('file:///slow.gtasm', '        .include "part.gtasm"\n        .incbin "slow.bin"\n');
    const asked = workspace.views(PART);
    await new Promise((resolve) => setImmediate(resolve));
    for (const main of quick) {
      type(main, '\n        .include "part.gtasm"\n');
      await workspace.view(main);
    }
    answer();
    const names = (await asked).map(({ assembly }) => assembly.symbols.definitionNamed('part')?.name);
    expect(names).toEqual(['part', 'part', 'part']);
  });
});
