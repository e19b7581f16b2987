/** A short run of the engine's fuzz test (test/fuzz/engine.fuzz.ts): it survives whatever a person does to it. */
import { describe, expect, it } from 'vitest';
import { playAtRandom } from '#test/engine/random-acts.ts';

describe('whatever is done to the engine, picture, tables and game are right', () => {
  it.each([1, 2, 3])('seed %i', (seed) => {
    expect(playAtRandom(seed, 60_000_000)).toBeGreaterThan(10);
  });
});
