/** Texts of bytes, hashes, and names that are nearly the same. */
import fc from 'fast-check';
import { expect, it, describe } from 'vitest';
import { fromBase64, grouped, toBase64, editDistance, closestName } from './text.ts';
import { FnvHash, fnv1a64 } from './fnv.ts';
import { assemble } from '#assembler';
import { forAll } from '#test/draws.ts';

it('writes what Node writes, and reads it back', () => {
  forAll(30, [fc.uint8Array({ maxLength: 20_000, size: 'max' })], (bytes) => {
    const text = toBase64(bytes);
    expect(text).toBe(Buffer.from(bytes).toString('base64'));
    expect(fromBase64(text)).toEqual(new Uint8Array(bytes));
  });
});

it('refuses what is not Base64', () => {
  expect(fromBase64('a*b')).toBeUndefined();
});

it('groups the digits of whole numbers as the library of languages does', () => {
  const values = [0, 999, -999, 1000, -1000, 123_456, 1_234_567, 2 ** 53];
  expect(values.map(grouped)).toEqual(values.map((value) => value.toLocaleString('en-US')));
});

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

it.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['count', 'coutn', 1],
  ['kitten', 'sitting', 3],
  ['draw', 'raw', 1],
])('of %j and %j is %i', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
});

it('is the same both ways, no more than the longer text, and 0 for equal texts only', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  forAll(100, [text, text], (a, b) => {
    const distance = editDistance(a, b);
    expect(editDistance(b, a)).toBe(distance);
    expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
    expect(distance === 0).toBe(a === b);
  });
});

describe('the closest name', () => {
  it.each([
    ['drawbaord', ['draw', 'drawBoard', 'board'], 'drawBoard'],
    ['DRAW', ['draw'], 'draw'],
    ['coutn', ['count', 'mount'], 'count'],
    ['ab', ['ac'], undefined],
    ['score', ['board'], undefined],
  ])('of %s', (name, candidates, expected) => {
    expect(closestName(name, candidates)).toBe(expected);
  });

  it('is offered as a fix, also for a forgotten dot', () => {
    const { diagnostics } = assemble('main', {
      read: () => ({ text: 'count = 1\na: ld coutn\n.loop: bra loop\n nop\n' }),
    });
    expect(diagnostics.map((d) => d.fixes?.[0]?.edits[0]?.newText)).toEqual(['count', '.loop']);
  });
});
