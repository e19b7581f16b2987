/** Edit distance, by examples and by the properties of a distance. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from './closest-name.ts';

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
  fc.assert(
    fc.property(text, text, (a, b) => {
      const distance = editDistance(a, b);
      expect(editDistance(b, a)).toBe(distance);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(distance === 0).toBe(a === b);
    }),
  );
});
