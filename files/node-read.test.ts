/** The reader: a plain file as a whole, and never more than the limit. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { failure } from '#basics';
import { temporaryFolder } from '#test/source-folder.ts';
import { type FileContent, staysInside, textOf } from './content.ts';
import { readNamedFileSync, readPlainFile, readPlainFileSync } from './node-read.ts';
import { LARGEST_FILE_BYTES, NO_NAME, NOT_PLAIN, TOO_LARGE, notTextReason, unreadableReason } from './reasons.ts';
import { forAll } from '#test/draws.ts';

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
    for (const content of await read(path)) expect('bytes' in content && Buffer.compare(content.bytes, bytes)).toBe(0);
  });

  it('refuses one byte more than the limit', async () => {
    const path = join(folder, 'large.gtasm');
    writeFileSync(path, Buffer.alloc(LARGEST_FILE_BYTES + 1, ' '));
    for (const content of await read(path)) expect(content).toEqual(failure(TOO_LARGE));
  });

  it('gives a reason for what is not a file', async () => {
    mkdirSync(join(folder, 'folder'));
    for (const content of await read(join(folder, 'folder'))) expect(content).toEqual(failure('it is a folder'));
    for (const content of await read(join(folder, 'none'))) expect(content).toEqual(failure('there is no such file'));
    for (const content of await read('')) expect(content).toEqual(failure(NO_NAME));
  });
});

describe.skipIf(process.platform === 'win32')('a device or a pipe', () => {
  it('is refused; one without end that a person names is read up to the limit', async () => {
    const path = join(folder, 'zero.gtasm');
    symlinkSync('/dev/zero', path);
    expect(await readPlainFile(path)).toEqual(failure(NOT_PLAIN));
    expect(readPlainFileSync(path)).toEqual(failure(NOT_PLAIN));
    expect(readNamedFileSync(path)).toEqual(failure(TOO_LARGE));
  });

  it('does not make a reader wait', async () => {
    const path = join(folder, 'pipe.gtasm');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    expect(await readPlainFile(path)).toEqual(failure(NOT_PLAIN));
    expect(readPlainFileSync(path)).toEqual(failure(NOT_PLAIN));
    symlinkSync('pipe.gtasm', join(folder, 'to-pipe.gtasm'));
    expect(await readPlainFile(join(folder, 'to-pipe.gtasm'))).toEqual(failure(NOT_PLAIN));
  });
});

it.skipIf(process.platform !== 'linux')('reads files that report no size', async () => {
  const [first, ...others] = await read('/proc/self/status');
  for (const content of [first, ...others])
    expect(content !== undefined && 'bytes' in content && content.bytes.length > 100).toBe(true);
});

it.each(['main.gtasm', 'a/b.gtasm', './a/../b.gtasm', 'a\\b.gtasm', 'a..b/..c', ''])('%s stays inside', (path) => {
  expect(staysInside(path)).toBe(true);
});

it.each(['../a', 'a/../../a', 'a\\..\\..\\a', '/etc/a', '\\a', 'C:\\a', 'c:a', 'file:///a', '..'])(
  '%s leads out',
  (path) => {
    expect(staysInside(path)).toBe(false);
  },
);

it.each([
  [Object.assign(new Error('x'), { code: 'ENOENT' }), 'there is no such file'],
  [{ code: 'ENOTDIR' }, 'there is no such file'],
  [{ code: 'EISDIR' }, 'it is a folder'],
  [{ code: 'EPERM' }, 'permission denied'],
  [{ code: 'ELOOP' }, 'its links lead in a circle'],
  [{ code: 'EIO' }, 'EIO'],
  [{ code: 'toString' }, 'toString'],
  [new Error('broken'), 'Error: broken'],
  [undefined, 'undefined'],
])('%j becomes "%s"', (error, reason) => {
  expect(unreadableReason(error)).toBe(reason);
});

describe('bytes that are not text', () => {
  it.each([
    [[0xff, 0xfe, 0x6e, 0], 'it is UTF-16 text; save it as UTF-8'],
    [[0xfe, 0xff, 0, 0x6e], 'it is UTF-16 text; save it as UTF-8'],
    [[0x6e, 0, 0x6f, 0], 'it is UTF-16 text; save it as UTF-8'],
    [[0, 0x6e, 0x26, 0x3a], 'it is UTF-16 text; save it as UTF-8'],
    [[0x6e, 0x0a, 0xe9, 0x0a], 'line 2 is not UTF-8 text (byte $e9)'],
    [[0xc3], 'line 1 is not UTF-8 text (byte $c3)'],
    [[0xed, 0xa0, 0x80], 'line 1 is not UTF-8 text (byte $ed)'],
  ])('%j: %s', (bytes, reason) => {
    expect(notTextReason(Uint8Array.from(bytes))).toBe(reason);
  });

  it.each([
    [[0x6e, 0x6f, 0, 0], 'no\0\0'],
    [[0x6e, 0, 0x6f], 'n\0o'],
  ])('%j are text', (bytes, text) => {
    expect(textOf(Uint8Array.from(bytes))).toEqual({ text });
  });

  it('are found exactly where a strict decoder fails', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    forAll(2000, [fc.uint8Array({ maxLength: 6 }), fc.constantFrom(0x41, 0xc3, 0xe2, 0xf0)], (rest, lead) => {
      const bytes = Uint8Array.from([0x41, lead, ...rest]);
      let isText = true;
      try {
        decoder.decode(bytes);
      } catch {
        isText = false;
      }
      expect(notTextReason(bytes) === 'it is not text').toBe(isText);
    });
  });
});
