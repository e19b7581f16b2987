/** What clients other than VS Code need: the text of libraries, and folders behind links. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { describe, expect, it } from 'vitest';
import { readLibrary } from '#assembler';
import { clientForEachTest } from '#test/debugger/fixture.ts';
import { SourceFolder } from '#test/source-folder.ts';

const SOURCE = '        .include "part.gtasm"\nstart:  ld   VALUE\n        bra  start\n        nop\n';
const folder = new SourceFolder({
  'main.gtasm': SOURCE,
  'part.gtasm': 'VALUE = 5\n',
  'library.gtasm': 'VIDEO_START = main\n        .include <video>\n        .page\nmain:   bra  main\n        nop\n',
});
const client = clientForEachTest();

describe('a folder behind a symbolic link', () => {
  it.skipIf(process.platform === 'win32').each([
    ['link', 'real'],
    ['real', 'link'],
  ])('is launched through the %s one, with breakpoints in the other', async (launched, opened) => {
    const link = folder.place('linked');
    mkdirSync(folder.place('empty'), { recursive: true });
    try {
      symlinkSync(folder.path, link);
    } catch {
      // It is there from the other case.
    }
    const named = (kind: string): string => (kind === 'link' ? join(link, 'main.gtasm') : folder.place('main.gtasm'));
    await client.launch({ program: named(launched), stopOnEntry: true });
    const breakpoints = await client.breakAt(named(opened), 3);
    expect(breakpoints).toMatchObject([{ verified: true, line: 3, source: { path: named(opened) } }]);
    await client.request('configurationDone');
    await client.stopped();
    expect((await client.move('continue')).reason).toBe('breakpoint');
    const [frame] = await client.frames();
    expect([frame?.line, frame?.source?.path]).toEqual([3, named(opened)]);
  });
});

describe('the source of a library', () => {
  it.each([
    ['nvim-dap', true],
    ['vscode', false],
  ])('is asked for by %s: %s', async (clientID, isAskedFor) => {
    await client.request('initialize', { adapterID: 'gigatron', clientID });
    await client.request('launch', { program: folder.place('library.gtasm'), stopOnEntry: true });
    const { sources } = await client.request<DebugProtocol.LoadedSourcesResponse['body']>('loadedSources');
    const library = sources.find(({ name }) => name === 'video.gtasm');
    expect((library?.sourceReference ?? 0) > 0).toBe(isAskedFor);
    if (!isAskedFor) return;
    const { sourceReference } = library!;
    const { content } = await client.request<DebugProtocol.SourceResponse['body']>('source', { sourceReference });
    expect({ text: content }).toEqual(readLibrary('video'));
    expect(await client.failure('source', { sourceReference: 99 })).toBe('The program has no source 99.');
  });
});
