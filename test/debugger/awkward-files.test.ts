/** Things that are not files, named by a launch configuration or a source: one sentence, and the adapter goes on. */
import { beforeEach, describe, expect, it } from 'vitest';
import { HAS_PIPES, linkEndlessDevice, makePipe, writeBlanks } from '#test/files/awkward-files.ts';
import { clientForEachTest } from '#test/debugger/fixture.ts';
import { SourceFolder } from '#test/source-folder.ts';

const folder = new SourceFolder({
  'main.gtasm': 'start:  bra  start\n        nop\n',
  'includes.gtasm': '        .include "pipe.gtasm"\n        .incbin "zero.rom"\n        nop\n',
});
const client = clientForEachTest();

describe.skipIf(!HAS_PIPES)('a launch', () => {
  beforeEach(() => client.request('initialize', { adapterID: 'gigatron' }));

  for (const extension of ['gtasm', 'rom', 'json']) {
    linkEndlessDevice(folder.path, `zero.${extension}`);
    makePipe(folder.path, `pipe.${extension}`);
    writeBlanks(folder.path, `large.${extension}`, 17 << 20);
  }
  writeBlanks(folder.path, 'image.rom', 0x20000);

  it.each([
    [
      { program: 'zero.gtasm' },
      'zero.gtasm" cannot be read: it is a pipe or a device; check "program" in launch.json.',
    ],
    [
      { program: 'pipe.gtasm' },
      'pipe.gtasm" cannot be read: it is a pipe or a device; check "program" in launch.json.',
    ],
    [{ program: 'zero.rom' }, 'zero.rom" cannot be read: it is a pipe or a device; check "program" in launch.json.'],
    [{ program: 'large.rom' }, 'large.rom" cannot be read: it is larger than 16 MiB; check "program" in launch.json.'],
    [{ program: 'image.rom', debugInfo: 'zero.json' }, 'it is a pipe or a device; check "debugInfo" in launch.json.'],
    [{ program: 'image.rom', debugInfo: 'pipe.json' }, 'it is a pipe or a device; check "debugInfo" in launch.json.'],
    [{ program: 'image.rom', debugInfo: 'large.json' }, 'it is larger than 16 MiB; check "debugInfo" in launch.json.'],
    [{ program: 'main.gtasm', input: 'pipe.json' }, 'it is a pipe or a device; check "input" in launch.json.'],
    [
      { program: 'includes.gtasm' },
      'Cannot read "pipe.gtasm": it is a pipe or a device. The Debug Console has 1 more error.',
    ],
  ])('of %j', async ({ program, ...args }, message) => {
    const paths = Object.entries(args).map(([name, value]) => [name, folder.place(value)]);
    const failure = await client.failure('launch', { program: folder.place(program), ...Object.fromEntries(paths) });
    expect(failure).toContain(message);
    expect(failure.split('\n')).toHaveLength(1);
  });
});
