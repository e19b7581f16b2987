/**
 * Before each file of tests: property tests draw the same values in each run, so that a run of the same sources ends
 * the same on every machine. TEST_SEED draws others: a number, or `random`. fast-check names its seed where one fails.
 */
import fc from 'fast-check';

const wish = process.env['TEST_SEED'] ?? '1';
if (wish !== 'random' && !/^\d+$/.test(wish)) throw new Error(`TEST_SEED must be a number or "random", not "${wish}"`);
fc.configureGlobal({ seed: wish === 'random' ? Math.floor(Math.random() * 0x7fffffff) : Number(wish) });
