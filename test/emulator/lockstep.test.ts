/** The fast core compared with the reference core on random programs: ten million instructions. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '#test/emulator/program.ts';
import { runLockstep } from '#test/emulator/lockstep.ts';

const RUNS = 40;
const CYCLES = 250_000;

describe('fast core', () => {
  // The number of cycles limits the run, so there is no timeout: a busy machine may take long.
  it.each(Array.from({ length: RUNS }, (_, seed) => seed))(
    'equals the reference core on the random ROM %i',
    { timeout: 0 },
    (seed) => {
      expect(runLockstep(randomFrom(seed), CYCLES)).toBeUndefined();
    },
  );
});
