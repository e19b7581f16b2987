/**
 * How much random tests draw, and which values. TEST_TIMES, a number above 0, multiplies the default amount; TEST_SEED
 * is a number or `random`. By default, the same sources give the same result in every run and on every machine.
 */
import process from 'node:process';
import fc from 'fast-check';

const wish = process.env['TEST_TIMES'] ?? '1';
const times = Number(wish);
if (!(times > 0 && times < Infinity)) throw new Error(`TEST_TIMES must be a number above 0, not "${wish}"`);

const seedWish = process.env['TEST_SEED'] ?? '1';
if (seedWish !== 'random' && !/^\d+$/.test(seedWish)) {
  throw new Error(`TEST_SEED must be a number or "random", not "${seedWish}"`);
}

export const SEED = seedWish === 'random' ? Math.floor(Math.random() * 0x7fffffff) : Number(seedWish);

/** How many values, programs, cycles or steps to draw where a run draws `count` by default. */
export function draws(count: number): number {
  return Math.ceil(count * times);
}

/**
 * Checks a property of random values. If `look` throws or returns false, the test fails with the smallest such values.
 * @param runs how often, or parameters of fast-check
 */
export function forAll<Drawn extends [unknown, ...unknown[]]>(
  runs: number | fc.Parameters<Drawn>,
  drawn: { readonly [Place in keyof Drawn]: fc.Arbitrary<Drawn[Place]> },
  look: (...values: Drawn) => void,
): void {
  fc.assert(fc.property<Drawn>(...drawn, look), typeof runs === 'number' ? { numRuns: runs } : runs);
}
