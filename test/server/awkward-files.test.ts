/** Things that are not files among the sources of a program: a sentence for each, and the server goes on. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HAS_PIPES, linkEndlessDevice, makePipe, writeBlanks } from '#test/files/temporary-folder.ts';
import { errorsOf } from '#test/server/language-client.ts';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

const workspace = workspaceFixture();
const INCLUDED = ['zero.gtasm', 'pipe.gtasm', 'link.gtasm', 'large.gtasm', 'gone.gtasm'];
const MAIN = INCLUDED.map((name) => `        .include "${name}"\n`)
  .concat(['        .incbin "zero.gtasm"\nstart:  bra  start\n        nop\n'])
  .join('');

describe.skipIf(!HAS_PIPES)('the server', () => {
  it('does not read devices and pipes, and no more of others than the bound', async () => {
    const { client, folder } = await workspace({ 'other.gtasm': '' });
    linkEndlessDevice(folder.path, 'zero.gtasm');
    makePipe(folder.path, 'pipe.gtasm');
    symlinkSync('pipe.gtasm', join(folder.path, 'link.gtasm'));
    writeBlanks(folder.path, 'large.gtasm', 17 << 20);
    const uri = folder.uri('main.gtasm');
    await client.open(uri, MAIN);
    expect(errorsOf(await client.diagnostics(uri)).map(({ message }) => message)).toEqual([
      'Cannot read "zero.gtasm": it is a pipe or a device',
      'Cannot read "pipe.gtasm": it is a pipe or a device',
      'Cannot read "link.gtasm": it is a pipe or a device',
      'Cannot read "large.gtasm": it is larger than 16 MiB',
      'Cannot read "gone.gtasm": there is no such file',
      'Cannot read "zero.gtasm": it is a pipe or a device',
    ]);
    const outline = (await client.request('textDocument/documentSymbol', uri)) as { name: string }[];
    expect(outline.map(({ name }) => name)).toEqual([...INCLUDED, 'start']);
  });
});
