/**
 * The fast core compared with the reference core for a thousand million instructions (TEST_TIMES multiplies
 * them, TEST_SEED chooses others), a million for each random ROM. Each step prints its seeds as it ends;
 * a failure names the seed of the ROM that shows it, and the steps after it still run.
 */
import { describe, expect, it } from 'vitest';
import { draws, SEED } from '#test/draws.ts';
import { runLockstep } from '#test/emulator/lockstep.ts';
import { randomFrom } from '#test/emulator/random-rom.ts';

const CYCLES = draws(1e9);
const FIRST_SEED = 1_000_000 * SEED;
const CYCLES_PER_ROM = 1_000_000;
const ROMS = Math.ceil(CYCLES / CYCLES_PER_ROM);
const ROMS_PER_STEP = 10;
/** Time for a step, even on a slow and busy computer: milliseconds. */
const STEP_TIMEOUT = 15 * 60 * 1000;

/** The seeds of each step, first and last. */
const steps = Array.from({ length: Math.ceil(ROMS / ROMS_PER_STEP) }, (_, step): [number, number] => {
  const done = step * ROMS_PER_STEP;
  return [FIRST_SEED + done, FIRST_SEED + Math.min(done + ROMS_PER_STEP, ROMS) - 1];
});

describe(`both cores agree for ${CYCLES_PER_ROM} cycles on each of ${ROMS} ROMs`, () => {
  it.each(steps)('seeds %i to %i', { timeout: STEP_TIMEOUT }, (first, last) => {
    for (let seed = first; seed <= last; seed++) {
      const difference = runLockstep(randomFrom(seed), CYCLES_PER_ROM);
      expect({ seed, difference }).toEqual({ seed, difference: undefined });
    }
  });
});
