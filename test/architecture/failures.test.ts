/** A function that may fail returns a `Result` of `#basics` in all rooms above `chess`: no other shape, no other guard. */
import { expect, it } from 'vitest';
import { ALLOWED, isTest, sourcesOf } from '#test/architecture/sources.ts';

const SOURCES = Object.keys(ALLOWED)
  .filter((room) => room !== 'chess')
  .flatMap(sourcesOf)
  .filter((file) => !isTest(file));

function placesOf(pattern: RegExp): string[] {
  return SOURCES.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

it('have no shape of their own with a flag', () => {
  expect(placesOf(/\bok: (?:true|false)\b/)).toEqual([]);
});

it('are recognised by one function', () => {
  expect(placesOf(/function isFailure\b|const isFailure\b/)).toEqual(['basics/result.ts']);
});

it('are not texts in place of the result', () => {
  // A function that parses or reads returns its result or a failure: `Thing | string` is neither.
  expect(placesOf(/\): (?!undefined\b).+ \| string \{/)).toEqual([]);
});
