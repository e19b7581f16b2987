/**
 * The timing proof of programs with every kind of declaration, compared with the emulator: what is called exact is exact.
 *
 * The checks of a random program are charged what the proof itself counts, so that a path which it loses or miscounts
 * shows in the emulator.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMachine } from '#emulator';
import { decode } from '#isa';
import { ACCOUNT, type TimedProgram } from '#test/assembler/timed-program.ts';
import { draws } from '#test/draws.ts';
import { chargeAsProven, fragments } from '#test/timing/declared-program.ts';
import { countSegments, type Segment } from '#test/timing/ledger.ts';
import { newData } from '#test/timing/new-data.ts';

/** How many programs; each has about five checks. */
const RUNS = draws(300);
/** Cycles that each program runs. */
const CYCLES = 1_500;

/**
 * Counts a program from check to check, with new data at each; the account's byte alone tells what was charged.
 */
function count(program: TimedProgram, seed: number): Generator<Segment> {
  const machine = createMachine(program.words, { core: 'reference', seed });
  const { checks } = program;
  return countSegments(machine, CYCLES, {
    checks,
    charges: new Map(),
    atCheck: newData(machine, seed),
    account: ACCOUNT,
    endsAt: untilUnstored(program),
    mayStray: true,
  });
}

/** Ends at a jump through a byte to which nothing has been stored yet; the proof says nothing about it. */
function untilUnstored({ words }: TimedProgram): (address: number) => boolean {
  const stored = new Set<number>();
  return (address) => {
    const { opcode, operand } = decode(words[address]!);
    if (opcode.operation === 'st') stored.add(operand);
    return opcode.operation === 'jump' && opcode.bus === 'ram' && !stored.has(operand);
  };
}

it('never calls exact what the emulator counts otherwise, whatever is declared', { timeout: 0 }, () => {
  let exact = 0;
  fc.assert(
    fc.property(fragments, fc.integer(), (writers, seed) => {
      const charged = chargeAsProven(writers);
      fc.pre(charged !== undefined);
      const { program, report, source } = charged;
      const proven = new Set(report.results.flatMap(({ address, verdict }) => (verdict === 'exact' ? [address] : [])));
      if (proven.size === 0) return;
      const seen = new Set<number>();
      for (const { check, difference, drift } of count(program, seed)) {
        if (!proven.has(check.address)) continue;
        seen.add(check.address);
        const off = (difference + drift) & 0xff;
        expect(off, `${check.address} is called exact, and the emulator counts otherwise:\n${source}`).toBe(0);
      }
      exact += seen.size;
    }),
    { numRuns: RUNS },
  );
  console.info(`${exact} exact verdicts, none of them off`);
  expect(exact).toBeGreaterThan(RUNS);
});
