/**
 * The timing proof against the emulator: on generated programs, what is proven is what is counted.
 *
 * The ledger is kept from outside: at each check's first word and behind its last the balance must be
 * what the check expects, for the cycles that the emulator really executed in between.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMachine } from '#emulator';
import { proveTiming, type TimeCheck, type TimingReport } from '../../assembler/timing/index.ts';
import { timedProgram, ACCOUNT, type TimedProgram } from '../support/timed-program.ts';
import { programTree, writeProgram, type ProgramTree } from './generated-program.ts';

/** Cycles between two checks as counted, and what they leave of the balance. */
interface Segment {
  readonly check: TimeCheck;
  readonly cycles: number;
  readonly difference: number;
}

/** Runs a program over many checks, with new data at each; takes the account's word for when to leave. */
function count(program: TimedProgram, seed: number, most: number): readonly Segment[] {
  const machine = createMachine(program.words, { core: 'reference', seed });
  const checks = new Map(program.checks.map((check) => [check.address, check]));
  const charges = new Map(program.charges.map((charge) => [charge.address + 2, charge.cycles]));
  const segments: Segment[] = [];
  let random = seed >>> 0;
  let from: TimeCheck | undefined;
  let charged = 0;
  let start = 0;
  for (let guard = 0; guard < 30_000 && segments.length < most; guard++) {
    const { address, nextAddress } = machine;
    const check = checks.get(address);
    if (check !== undefined && nextAddress === address + 1) {
      if (from !== undefined) {
        const cycles = machine.cycle - start;
        segments.push({ check: from, cycles, difference: cycles - (from.cycles - 5) - charged });
      }
      for (let cell = 0x50; cell < 0x54; cell++) {
        random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
        machine.writeRam(cell, random >>> 28 < 4 ? 0 : random >>> 24);
      }
      // Now and then the account is too small, and the way leads through the handler.
      machine.writeRam(ACCOUNT, (random >>> 9) % 4 === 0 ? 1 : 127);
      while (machine.address !== address + 5 || machine.nextAddress !== address + 6) machine.step();
      from = check;
      charged = 0;
      start = machine.cycle;
    }
    charged += charges.get(machine.address) ?? 0;
    if (!checks.has(machine.address)) machine.step();
  }
  return segments;
}

function build(
  tree: ProgramTree,
  spoil: number,
): { program: TimedProgram; report: TimingReport; arms: number } | undefined {
  const { source, arms, largestCharge } = writeProgram(tree, spoil);
  if (largestCharge > 100) return undefined;
  const program = timedProgram(source);
  const overlong = program.used[0x1f3] === 1 || program.used[0x3fc] === 1;
  const crossing = program.checks.some((check) => (check.address & 0xff) > 0xe8);
  return overlong || crossing ? undefined : { program, report: proveTiming(program), arms };
}

describe('the timing proof', () => {
  it('calls balanced programs exact, and the emulator counts the same', () => {
    fc.assert(
      fc.property(programTree, fc.integer(), (tree, seed) => {
        const built = build(tree, -1);
        fc.pre(built !== undefined);
        const { program, report } = built;
        fc.pre(
          report.results.every((result) => result.reason !== 'timing-range' && result.reason !== 'timing-overdraft'),
        );
        expect(
          report.results
            .map(({ verdict, message }) => ({ verdict, message }))
            .filter(({ verdict }) => verdict !== 'exact'),
        ).toEqual([]);
        const ranges = new Map(report.results.map((result) => [result.address, result.range]));
        for (const { check, cycles, difference } of count(program, seed, 40)) {
          expect(difference).toBe(0);
          const range = ranges.get(check.address)!;
          expect(cycles).toBeGreaterThanOrEqual(range.min);
          expect(cycles).toBeLessThanOrEqual(range.max);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('finds the word too many, and never calls exact what the emulator counts otherwise', () => {
    fc.assert(
      fc.property(programTree, fc.nat(), fc.integer(), (tree, arm, seed) => {
        const { arms } = writeProgram(tree);
        fc.pre(arms > 0);
        const built = build(tree, arm % arms);
        fc.pre(built !== undefined);
        const { program, report } = built;
        const verdicts = new Map(report.results.map((result) => [result.address, result]));
        for (const { check, cycles, difference } of count(program, seed, 60)) {
          const result = verdicts.get(check.address)!;
          if (result.verdict === 'exact') expect(difference).toBe(0);
          expect(cycles).toBeLessThanOrEqual(result.range!.max);
          expect(cycles).toBeGreaterThanOrEqual(result.range!.min);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('shows for a wrong check a path that costs what it says', () => {
    fc.assert(
      fc.property(programTree, fc.nat(), (tree, arm) => {
        const { arms } = writeProgram(tree);
        fc.pre(arms > 0);
        const built = build(tree, arm % arms);
        fc.pre(built !== undefined);
        for (const result of built.report.results) {
          if (result.reason !== 'timing-wrong') continue;
          const last = result.path.at(-1)!;
          expect(result.path.map((step) => step.cycle)).toEqual(result.path.map((_, index) => index));
          expect(last.balance).toBe(-result.difference);
          expect(built.program.checks.map((check) => check.address)).toContain(last.address);
        }
      }),
      { numRuns: 200 },
    );
  });
});
