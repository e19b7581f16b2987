/**
 * Runs before each file of tests: property tests draw the same values in each run, so that the same sources give the
 * same result on every machine. TEST_SEED, a number or `random`, draws others. If a test fails, fast-check names its seed.
 */
import fc from 'fast-check';

const wish = process.env['TEST_SEED'] ?? '1';
if (wish !== 'random' && !/^\d+$/.test(wish)) throw new Error(`TEST_SEED must be a number or "random", not "${wish}"`);
fc.configureGlobal({ seed: wish === 'random' ? Math.floor(Math.random() * 0x7fffffff) : Number(wish) });
