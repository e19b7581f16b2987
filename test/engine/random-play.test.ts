/** A short run of the fuzz of the engine (test/fuzz/engine.fuzz.ts): somebody does anything to it, and it survives. */
import { describe, expect, it } from 'vitest';
import { playAtRandom } from '#test/engine/random-play.ts';

describe('whatever is done to the engine, picture, tables and game are right', () => {
  it.each([1, 2, 3])('seed %i', (seed) => {
    expect(playAtRandom(seed, 60_000_000)).toBeGreaterThan(10);
  });
});
