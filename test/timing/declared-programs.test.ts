/**
 * The timing proof of programs with every kind of declaration, compared with the emulator: exact checks are exact.
 *
 * The checks of a random program are charged what the proof itself counts, so that a path which it loses or miscounts
 * shows in the emulator.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { draws, forAll } from '#test/draws.ts';
import { exactOf } from '#test/timing/claims.ts';
import { count } from '#test/timing/counted-program.ts';
import { chargeAsProven, fragments } from '#test/timing/declared-program.ts';

/** How many programs; each has about five checks. */
const RUNS = draws(300);
/** Cycles that each program runs. */
const CYCLES = 1_500;

it('never calls exact what the emulator counts otherwise, whatever is declared', { timeout: 0 }, () => {
  let exact = 0;
  forAll(RUNS, [fragments, fc.integer()], (writers, seed) => {
    const charged = chargeAsProven(writers);
    fc.pre(charged !== undefined);
    const { program, report, source } = charged;
    const proven = exactOf(report.results);
    if (proven.size === 0) return;
    const seen = new Set<number>();
    for (const { check, difference, drift } of count(program, seed, CYCLES, true)) {
      if (!proven.has(check.address)) continue;
      seen.add(check.address);
      // The account's byte alone tells what was charged.
      const off = (difference + drift) & 0xff;
      expect(off, `${check.address} is called exact, and the emulator counts otherwise:\n${source}`).toBe(0);
    }
    exact += seen.size;
  });
  console.info(`${exact} exact verdicts, none of them off`);
  expect(exact).toBeGreaterThan(RUNS);
});
