/**
 * What random tests draw. TEST_TIMES, a number above 0, multiplies how much each of them draws by default; TEST_SEED, a
 * number or `random`, says which values. By default they are the same in each run, so that the same sources give the same
 * result on every machine.
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

/** The seed of everything that is drawn. */
export const SEED = seedWish === 'random' ? Math.floor(Math.random() * 0x7fffffff) : Number(seedWish);

/** How many values, programs, cycles or steps to draw, where a usual run draws `count`. */
export function draws(count: number): number {
  return Math.ceil(count * times);
}

/**
 * Draws values and looks at them; a `look` that throws or returns false fails the test, with the smallest values that do.
 * @param runs how often, or what fast-check is to do beside
 */
export function forAll<Drawn extends [unknown, ...unknown[]]>(
  runs: number | fc.Parameters<Drawn>,
  drawn: { readonly [Place in keyof Drawn]: fc.Arbitrary<Drawn[Place]> },
  look: (...values: Drawn) => void,
): void {
  fc.assert(fc.property<Drawn>(...drawn, look), typeof runs === 'number' ? { numRuns: runs } : runs);
}
