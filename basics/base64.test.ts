/** Base64 against Node's own, on any bytes and across the blocks that are encoded at once. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromBase64, toBase64 } from './text.ts';

it('writes what Node writes, and reads it back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000, size: 'max' }), (bytes) => {
      const text = toBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(fromBase64(text)).toEqual(new Uint8Array(bytes));
    }),
    { numRuns: 30 },
  );
});

it('refuses what is not Base64', () => {
  expect(fromBase64('a*b')).toBeUndefined();
});
