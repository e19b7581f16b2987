/** Short checks are wrong only if a run comes to them with something else in AC than the account. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMachine } from '#emulator';
import { proveTiming } from '#proof';
import { ACCOUNT, timedProgram, type TimedProgram } from '#test/assembler/timed-program.ts';
import { draws, forAll } from '#test/draws.ts';

/** Words that bring the account or a copy of it into AC, take it away, or leave in doubt whether they do. */
const word = fc.constantFrom(
  ...['ld [$20]', 'ld [$20]', 'st [$40]', 'ld [$40]', 'ld 0,y', 'ld [y,$20]', 'st [y,$40]', 'ld $20,x', 'ld [x]'],
  ...['ld 0', 'adda [$20]', 'ora [$20]', 'xora [$40]', 'adda 0', 'adda 1', 'anda $7f', 'nop'],
);
const LEAST_CHARGE = 6;
/** Turns of the loop in which the account stays above 0. */
const TURNS = 6;
const RUNS = 4;

/** A loop with a check, after which AC is set at once: the handler, which never runs here, may leave anything in it. */
function write(words: readonly string[], slot: string): string {
  const charge = LEAST_CHARGE + words.length;
  return ['nop', 'ld 100', 'st [$20]', `s: .short =${charge}`, 'ld 7', ...words, 'bra s', slot, '.exits'].join('\n');
}

/** Whether some run has something else in AC where the check begins. */
function isLost({ words, checks }: TimedProgram): boolean {
  const { address } = checks[0]!;
  for (let seed = 0; seed < RUNS; seed++) {
    const machine = createMachine(words, { core: 'reference', seed });
    for (let turns = 0; turns < TURNS; machine.step()) {
      if (machine.address !== address || machine.nextAddress !== address + 1) continue;
      if (machine.registers.ac !== machine.ram[ACCOUNT]) return true;
      turns++;
    }
  }
  return false;
}

it('a short check is wrong only where a run has lost the account, and exact only where none has', () => {
  const seen = { exact: 0, wrong: 0, unproven: 0 };
  forAll(draws(100), [fc.array(word, { maxLength: 5 }), word], (words, slot) => {
    const text = write(words, slot);
    const program = timedProgram(text);
    const { verdict = 'unproven', reason } = proveTiming(program).results[0] ?? {};
    seen[verdict]++;
    const isWrong = verdict === 'wrong' && reason === 'timing-ac';
    if (verdict !== 'unproven') expect([isWrong, text]).toEqual([isLost(program), text]);
  });
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
});
