/** The sample time-check computes what it says: its white pixels are the prime numbers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assemble } from '#assembler';
import { createMachine } from '#emulator';
import { ROOT } from '#test/cli/run-cli.ts';

const FIRST_ROW = 8;
const COLUMNS = 128;
const NUMBERS = 64 * COLUMNS;
const WHITE = 0x3f;
/** A moment in the pause after the last prime. */
const DONE = 25_000_000;

it('the sieve leaves the primes', () => {
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
