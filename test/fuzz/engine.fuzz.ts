/**
 * The engine in the hands of a person who does anything (test/support/engine/random-acts.ts), for a thousand million
 * cycles (TEST_TIMES multiplies them, TEST_SEED chooses others). Each session has its seed; a
 * failure names it, and the sessions after it still run.
 */
import { describe, expect, it } from 'vitest';
import { draws, SEED } from '#test/draws.ts';
import { playAtRandom } from '#test/engine/random-acts.ts';

const CYCLES = draws(1e9);
const FIRST_SEED = 1_000_000 * SEED;
const CYCLES_PER_SESSION = 100_000_000;
/** Time for a session, even on a slow and busy computer: milliseconds. */
const SESSION_TIMEOUT = 15 * 60 * 1000;

const seeds = Array.from({ length: Math.ceil(CYCLES / CYCLES_PER_SESSION) }, (_, session) => FIRST_SEED + session);

describe(`picture, tables and game stand for ${CYCLES_PER_SESSION} cycles of each session`, () => {
  it.each(seeds)('seed %i', { timeout: SESSION_TIMEOUT }, (seed) => {
    expect(playAtRandom(seed, CYCLES_PER_SESSION)).toBeGreaterThan(0);
  });
});
