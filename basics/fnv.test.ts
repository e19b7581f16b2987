/** FNV-1a, 64 bits. */
import { describe, expect, it } from 'vitest';
import { FnvHash, fnv1a64 } from './fnv.ts';

describe('FNV-1a 64', () => {
  // Test vectors as its authors publish them.
  it.each([
    ['', 'cbf29ce484222325'],
    ['a', 'af63dc4c8601ec8c'],
    ['foobar', '85944171f73967e8'],
  ])('of "%s"', (text, hash) => {
    expect(fnv1a64(new TextEncoder().encode(text))).toBe(hash);
  });

  it('goes on from a saved value', () => {
    const [one, other] = [new FnvHash(), new FnvHash()];
    for (const byte of [1, 2, 200]) one.add(byte);
    other.value = one.value;
    for (const hash of [one, other]) hash.add(9);
    expect(other.toString()).toBe(one.toString());
  });
});
