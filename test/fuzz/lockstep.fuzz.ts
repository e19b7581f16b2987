/**
 * The fast core against the reference core for a thousand million instructions (`FUZZ_CYCLES` for another number,
 * `FUZZ_SEED` for where the seeds begin). A failure names the seed of the ROM that shows it.
 */
import { expect, it } from 'vitest';
import { runLockstep } from '../support/lockstep.ts';
import { randomFrom } from '../support/random-rom.ts';

const CYCLES = Number(process.env.FUZZ_CYCLES ?? 1e9);
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 1_000_000);
const CYCLES_PER_ROM = 1_000_000;

it(
  `both cores agree for ${CYCLES} cycles`,
  () => {
    for (let run = 0; run < CYCLES / CYCLES_PER_ROM; run++) {
      const seed = FIRST_SEED + run;
      expect({ seed, difference: runLockstep(randomFrom(seed), CYCLES_PER_ROM) }).toEqual({
        seed,
        difference: undefined,
      });
    }
  },
  12 * 3600 * 1000,
);
