/** Short runs of the engine's long random tests (test/fuzz): it survives whatever is done to it, and thinks well. */
import { describe, expect, it } from 'vitest';
import { playAtRandom } from '#test/engine/random-acts.ts';
import { thinkAtRandom } from '#test/engine/random-thinking.ts';

describe('whatever is done to the engine, picture, tables and game are right', () => {
  it.each([1, 2, 3])('seed %i', (seed) => {
    expect(playAtRandom(seed, 60_000_000)).toBeGreaterThan(10);
  });
});

it('thinks without a bad line and with all tables right', () => {
  expect(thinkAtRandom(1, 40_000_000, 2)).toBeGreaterThan(3);
});
