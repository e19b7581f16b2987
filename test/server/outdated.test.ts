/** Requests are answered in one go: keeping a program across an `await` means asking an outdated one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  it('fails if it holds an assembly over an await, in which a newer one is made', async () => {
    const { workspace, type } = editor();
    type(MAIN, 'start:  nop\n');
    const request = async (meanwhile: () => Promise<unknown>): Promise<unknown> => {
      const view = await workspace.view(MAIN);
      await meanwhile();
      return view?.assembly.symbols.definitionNamed('start')?.name;
    };
    expect(await request(() => Promise.resolve())).toBe('start');
    const typing = async (): Promise<unknown> => {
      type(MAIN, '\nstart:  nop\n');
      return workspace.view(MAIN);
    };
    await expect(request(typing)).rejects.toThrow('out of date');
  });

  it('about several programs sees all of them as they are, though one of them changes while another is read', async () => {
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

  it('is answered by features that never wait', () => {
    const folder = fileURLToPath(new URL('../../server/features/', import.meta.url));
    const waiting = readdirSync(folder)
      .filter((name) => !name.startsWith('register') && !name.endsWith('.test.ts'))
      .filter((name) => /\b(?:async|await)\b|Promise</.test(readFileSync(join(folder, name), 'utf8')));
    expect(waiting).toEqual([]);
  });
});
