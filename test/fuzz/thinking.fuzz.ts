/**
 * The engine thinks for ten thousand million cycles (TEST_TIMES multiplies them, TEST_SEED chooses
 * others): no bad line, all tables right, only legal moves. Each session has its seed; a failure names it.
 */
import { describe, expect, it } from 'vitest';
import { draws, SEED } from '#test/draws.ts';
import { thinkAtRandom } from '#test/engine/random-thinking.ts';

const CYCLES = draws(1e10);
const FIRST_SEED = 1_000_000 * SEED;
const CYCLES_PER_SESSION = 1_000_000_000;
/** Seconds of the longest searches. */
const LONGEST = 30;
/** Time for a session, even on a slow and busy computer: milliseconds. */
const SESSION_TIMEOUT = 60 * 60 * 1000;

const seeds = Array.from({ length: Math.ceil(CYCLES / CYCLES_PER_SESSION) }, (_, session) => FIRST_SEED + session);

describe(`picture and tables are right while it thinks for ${CYCLES_PER_SESSION} cycles of each session`, () => {
  it.each(seeds)('seed %i', { timeout: SESSION_TIMEOUT }, (seed) => {
    expect(thinkAtRandom(seed, Math.min(CYCLES, CYCLES_PER_SESSION), LONGEST)).toBeGreaterThan(0);
  });
});
