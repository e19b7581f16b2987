/**
 * Every sample: no diagnostics, every timing statement proven, exact sync for two seconds, and the picture, sound
 * and end state that the golden file keeps. The white pixels of time-check are the prime numbers.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assemble } from '#assembler';
import { createMachine } from '#emulator';
import { ROOT } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';
import { GoldenFolder, assembleRom, GOLDEN, Runner } from '#test/golden/golden.ts';

/** Two seconds from a random state on the fast core, and half a second from zeroes on both. */
const LONG_RUN = '--cycles 12000000 --seed 7';
const SHORT_RUN = '--cycles 3000000';

const samples = readdirSync(join(ROOT, 'samples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const golden = new GoldenFolder(
  join(GOLDEN, 'expected/samples'),
  samples.map((name) => `${name}.json`),
);

describe.each(samples)('sample %s', (name) => {
  it('is proven, and runs with exact sync as its golden file says', async () => {
    expect(existsSync(join(ROOT, 'samples', name, 'README.md'))).toBe(true);
    const folder = temporaryFolder();
    const rom = join(folder, 'main.rom');
    assembleRom(join('samples', name, 'main.gtasm'), rom);
    const script = join(GOLDEN, 'input', `${name}.json`);
    const runner = new Runner(rom, folder, existsSync(script) ? script : undefined);
    const runs = [runner.runOnBoth(SHORT_RUN), runner.run(LONG_RUN)];
    for (const { state } of runs) expect(state.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
    expect(runs[1]!.state.monitor.frames).toBeGreaterThan(100);
    await golden.compareJson(`${name}.json`, runs);
  });
});

it('has no golden file without a sample', () => golden.expectNoOthers());

/** Of the picture of time-check. */
const FIRST_ROW = 8;
const COLUMNS = 128;
const NUMBERS = 64 * COLUMNS;
const WHITE = 0x3f;
/** A moment in the pause after the last prime. */
const DONE = 25_000_000;

it('the sieve of time-check leaves the primes', () => {
  const { image } = assemble('main.gtasm', {
    read: (path) => ({ text: readFileSync(join(ROOT, 'samples/time-check', path), 'utf8') }),
  });
  const machine = createMachine(image, { seed: 3 });
  machine.run(DONE);
  const pixel = (n: number): number => machine.ram[((FIRST_ROW + Math.floor(n / COLUMNS)) << 8) | (n % COLUMNS)]!;
  const numbers = Array.from({ length: NUMBERS }, (_, n) => n);
  expect(numbers.filter((n) => pixel(n) === WHITE)).toEqual(numbers.filter(isPrime));
});

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return n > 1;
}
