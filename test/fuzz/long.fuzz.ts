/**
 * Long runs of what the main suite does briefly. TEST_TIMES multiplies the cycles, TEST_SEED chooses other values. Each
 * step has a seed; a failure names it, and the steps after it still run.
 */
import { describe, expect, it } from 'vitest';
import { draws, SEED } from '#test/draws.ts';
import { perftSuite } from '#test/engine/engine-fixture.ts';
import { expectCounts } from '#test/engine/perft-counts.ts';
import { playAtRandom } from '#test/engine/random-acts.ts';
import { thinkAtRandom } from '#test/engine/random-thinking.ts';
import { runLockstep } from '#test/emulator/lockstep.ts';
import { randomFrom } from '#test/emulator/program.ts';

/** Milliseconds for a step, even on a slow and busy computer. */
const STEP_TIMEOUT = 60 * 60 * 1000;
/** Instructions that both cores execute on each random ROM. */
const CYCLES_PER_ROM = 1_000_000;

/** Tests with a seed each, of `each` cycles, that take at least `cycles` together. */
function steps(name: string, cycles: number, each: number, run: (seed: number, cycles: number) => void): void {
  const seeds = Array.from({ length: Math.ceil(cycles / each) }, (_, step) => 1_000_000 * SEED + step);
  it.each(seeds)(`${name}: seed %i, ${each} cycles`, { timeout: STEP_TIMEOUT }, (seed) =>
    run(seed, Math.min(each, cycles)),
  );
}

describe('both cores agree', () => {
  steps('lockstep', draws(1e9), CYCLES_PER_ROM, (seed) => {
    expect(runLockstep(randomFrom(seed), CYCLES_PER_ROM)).toBeUndefined();
  });
});

describe('picture, tables and game stand whatever a person does to the engine', () => {
  steps('engine', draws(1e9), 100_000_000, (seed, cycles) => {
    expect(playAtRandom(seed, cycles)).toBeGreaterThan(0);
  });
});

describe('picture and tables are right while it thinks, and moves are legal', () => {
  /** Seconds of the longest searches. */
  const longest = 30;
  steps('thinking', draws(1e10), 1_000_000_000, (seed, cycles) => {
    expect(thinkAtRandom(seed, cycles, longest)).toBeGreaterThan(0);
  });
});

describe('the ROM counts every position at every listed depth', () => {
  it.each(perftSuite())('perft: $fen', { timeout: STEP_TIMEOUT }, (entry) => expectCounts(entry, Infinity));
});
