/**
 * What random tests draw. TEST_TIMES, a number above 0, multiplies how much each of them draws by default; TEST_SEED, a
 * number or `random`, says which values. By default they are the same in each run, so that the same sources give the same
 * result on every machine.
 */
import process from 'node:process';

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
