/** A short run of the long one (test/fuzz/thinking.fuzz.ts): the engine thinks, and picture and tables are right. */
import { expect, it } from 'vitest';
import { thinkAtRandom } from '#test/engine/random-thinking.ts';

it('thinks without a bad line and with all tables right', () => {
  expect(thinkAtRandom(1, 40_000_000, 2)).toBeGreaterThan(3);
});
