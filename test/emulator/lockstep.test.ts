/** The fast core against the reference core on random programs: ten million instructions. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '#test/emulator/random-rom.ts';
import { runLockstep } from '#test/emulator/lockstep.ts';

const RUNS = 40;
const CYCLES = 250_000;

describe('fast core', () => {
  it.each(Array.from({ length: 10 }, (_, part) => part))(
    'equals the reference core on random ROMs, part %i of 10',
    (part) => {
      for (let run = 0; run < RUNS / 10; run++) {
        const seed = part * (RUNS / 10) + run;
        expect({ seed, difference: runLockstep(randomFrom(seed), CYCLES) }).toEqual({ seed, difference: undefined });
      }
    },
  );
});
