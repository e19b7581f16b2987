import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toBase64 } from './base64.ts';

it('writes Base64 as Node does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    }),
  );
});

it('takes more bytes than an argument list', () => {
  const bytes = Uint8Array.from({ length: 0x20001 }, (_, i) => i);
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
});
