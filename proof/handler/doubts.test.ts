/** A doubt is over only where a run comes to a state whichever ways it goes, compared with all ways that there are. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { draws, forAll } from '#test/draws.ts';
import { either, withWay, type Doubts, type LostTest } from './doubts.ts';

const TESTS: readonly LostTest[] = [
  { address: 0, ways: 2 },
  { address: 1, ways: 2 },
  { address: 2, ways: 3 },
];

/** The way of each test that a path has gone; undefined where it did not come to the test. */
const path = fc.tuple(...TESTS.map(({ ways }) => fc.option(fc.nat(ways - 1), { nil: undefined })));
type Path = readonly (number | undefined)[];

/** Every combination of ways. */
const EVERY = TESTS.reduce<readonly (readonly number[])[]>(
  (all, { ways }) => all.flatMap((before) => Array.from({ length: ways }, (_, way) => [...before, way])),
  [[]],
);

function doubtsOf(gone: Path): Doubts {
  return TESTS.reduce<Doubts>((doubts, test, index) => {
    const way = gone[index];
    return way === undefined ? doubts : withWay(doubts, test, way);
  }, undefined);
}

it('are over only where all ways lead to a state', () => {
  const seen = { over: 0, left: 0 };
  forAll(draws(2000), [fc.array(path, { minLength: 1, maxLength: 9 })], (paths) => {
    const doubts = paths.map(doubtsOf).reduce(either);
    const isReached = EVERY.every((ways) =>
      paths.some((gone) => gone.every((way, index) => way === undefined || way === ways[index])),
    );
    seen[doubts === undefined ? 'over' : 'left']++;
    if (doubts === undefined) expect(isReached).toBe(true);
  });
  expect(seen.over).toBeGreaterThan(0);
  expect(seen.left).toBeGreaterThan(0);
});

it('are over where two tests in turn meet in one place, in any order', () => {
  const [first, second] = TESTS as [LostTest, LostTest];
  const other = { ...second };
  const ways = [0, 1].flatMap((way) => {
    const before = withWay(undefined, first, way);
    return [0, 1].map((next) => withWay(before, way === 0 ? second : other, next));
  });
  forAll(draws(50), [fc.shuffledSubarray(ways, { minLength: ways.length })], (all) => {
    expect(all.reduce<Doubts>((doubts, each, index) => (index === 0 ? each : either(doubts, each)), undefined)).toBe(
      undefined,
    );
  });
});
