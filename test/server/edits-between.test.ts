/** Edits that come while a request is being answered. */
import { describe, expect, it } from 'vitest';
import { failure, type Failure } from '#basics';
import { textFiles, TypedWorkspace } from '#test/server/typed-workspace.ts';

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

  it('about several programs is answered for each of them, though one of them changes while another is read', async () => {
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
