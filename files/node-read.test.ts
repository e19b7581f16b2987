/** The reader: a plain file as a whole, and never more than the limit. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { temporaryFolder } from '#test/files/temporary-folder.ts';
import { HAS_PIPES, linkEndlessDevice, makePipe, writeBlanks } from '#test/files/awkward-files.ts';
import type { FileContent } from './content.ts';
import { readNamedFileSync, readPlainFile, readPlainFileSync } from './node-read.ts';
import { LARGEST_FILE_BYTES, NO_NAME, NOT_PLAIN, TOO_LARGE } from './reasons.ts';

const folder = temporaryFolder();

/** The answers of all readers. */
async function read(path: string): Promise<FileContent[]> {
  return [await readPlainFile(path), readPlainFileSync(path), readNamedFileSync(path)];
}

describe('a reader', () => {
  it.each([0, 1, 4095, 4096, 4097, 100_000, LARGEST_FILE_BYTES])('reads %i bytes', async (size) => {
    const bytes = new Uint8Array(size).fill(0x55, size >> 1);
    const path = join(folder, `${size}.bin`);
    writeFileSync(path, bytes);
    for (const content of await read(path)) {
      expect('bytes' in content && Buffer.compare(content.bytes, bytes)).toBe(0);
    }
  });

  it('refuses one byte more than the bound', async () => {
    const path = writeBlanks(folder, 'large.gtasm', LARGEST_FILE_BYTES + 1);
    for (const content of await read(path)) expect(content).toEqual(failure(TOO_LARGE));
  });

  it('gives a reason for what is not a file', async () => {
    mkdirSync(join(folder, 'folder'));
    for (const content of await read(join(folder, 'folder'))) expect(content).toEqual(failure('it is a folder'));
    for (const content of await read(join(folder, 'none'))) {
      expect(content).toEqual(failure('there is no such file'));
    }
    for (const content of await read('')) expect(content).toEqual(failure(NO_NAME));
  });
});

describe.skipIf(!HAS_PIPES)('what has no end', () => {
  it('is refused, and by name read up to the bound', async () => {
    const path = linkEndlessDevice(folder, 'zero.gtasm');
    expect(await readPlainFile(path)).toEqual(failure(NOT_PLAIN));
    expect(readPlainFileSync(path)).toEqual(failure(NOT_PLAIN));
    expect(readNamedFileSync(path)).toEqual(failure(TOO_LARGE));
  });

  it('does not make it wait', async () => {
    const path = makePipe(folder, 'pipe.gtasm');
    expect(await readPlainFile(path)).toEqual(failure(NOT_PLAIN));
    expect(readPlainFileSync(path)).toEqual(failure(NOT_PLAIN));
    symlinkSync('pipe.gtasm', join(folder, 'to-pipe.gtasm'));
    expect(await readPlainFile(join(folder, 'to-pipe.gtasm'))).toEqual(failure(NOT_PLAIN));
  });
});

it.skipIf(process.platform !== 'linux')('reads files that report no size', async () => {
  const [first, ...others] = await read('/proc/self/status');
  for (const content of [first, ...others]) {
    expect(content !== undefined && 'bytes' in content && content.bytes.length > 100).toBe(true);
  }
});
