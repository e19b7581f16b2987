/** Elements that must exist, and lines of bytes as JSON. */
import { expect, it, describe } from 'vitest';
import { elementAt, packLines, unpackLines } from './lists.ts';
import fc from 'fast-check';
import { forAll } from '#test/draws.ts';

it('gives the element, and throws where there is none', () => {
  const item = { name: 'a' };
  expect(elementAt([item], 0)).toBe(item);
  expect(() => elementAt([item], 1)).toThrow(RangeError);
  expect(() => elementAt([item], -1)).toThrow('there is no element -1 in a list of 1');
});

const WIDTH = 7;
/** Lines, each some times in a row. */
const LINES = fc
  .array(fc.tuple(fc.uint8Array({ minLength: WIDTH, maxLength: WIDTH, max: 2 }), fc.integer({ min: 1, max: 5 })), {
    minLength: 1,
    maxLength: 20,
  })
  .map((lines) =>
    Uint8Array.from(
      lines.flatMap(([line, times]) =>
        Array<number[]>(times)
          .fill([...line])
          .flat(),
      ),
    ),
  );

it('lines are the same when they are unpacked, and none of the packed ones repeats the one above', () => {
  forAll(100, [LINES], (bytes) => {
    const packed = packLines(bytes, WIDTH);
    expect(unpackLines(packed, WIDTH, bytes.length / WIDTH)).toEqual(bytes);
    const kept = Uint8Array.from(Buffer.from(packed.bytes, 'base64'));
    expect(packed.heights).toHaveLength(kept.length / WIDTH);
    expect(packLines(kept, WIDTH).heights.every((height) => height === 1)).toBe(true);
  });
});

describe('what is missing, or is no such text', () => {
  it.each([
    { bytes: '*', heights: [480] },
    { bytes: '', heights: [] },
    { bytes: 'AAAA', heights: [1e9, -1, 0.5, NaN] },
  ])('is 0: %j', (packed) => {
    expect(unpackLines(packed, WIDTH, 30)).toEqual(new Uint8Array(WIDTH * 30));
  });
});
