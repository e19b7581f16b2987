/** What a file may be and where it may lie, and why one cannot be read. */
import { expect, it, describe } from 'vitest';
import { staysInside } from './content.ts';
import fc from 'fast-check';
import { notTextReason, unreadableReason } from './reasons.ts';

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
    [[0x6e, 0x0a, 0xe9, 0x0a], 'line 2 is not UTF-8 text (byte $e9)'],
    [[0xc3], 'line 1 is not UTF-8 text (byte $c3)'],
    [[0xed, 0xa0, 0x80], 'line 1 is not UTF-8 text (byte $ed)'],
  ])('%j: %s', (bytes, reason) => {
    expect(notTextReason(Uint8Array.from(bytes))).toBe(reason);
  });

  it('are found exactly where a strict decoder fails', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 6 }), fc.constantFrom(0x41, 0xc3, 0xe2, 0xf0), (rest, lead) => {
        const bytes = Uint8Array.from([0x41, lead, ...rest]);
        let isText = true;
        try {
          decoder.decode(bytes);
        } catch {
          isText = false;
        }
        expect(notTextReason(bytes) === 'it is not text').toBe(isText);
      }),
      { numRuns: 2000 },
    );
  });
});
