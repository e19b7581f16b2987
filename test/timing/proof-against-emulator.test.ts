/**
 * The timing proof compared with the emulator: on generated programs, what is proven is what is counted.
 *
 * The ledger is kept from outside: at each check's first word and after its last the balance must be
 * what the check expects, for the cycles that the emulator really executed in between.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMachine } from '#emulator';
import { decode } from '#isa';
import { proveTiming, type TimingReport } from '#proof';
import { timedProgram, ACCOUNT, type TimedProgram } from '#test/assembler/timed-program.ts';
import { programTree, type ProgramTree } from '#test/timing/generated-program.ts';
import { newData } from '#test/timing/new-data.ts';
import { writeProgram } from '#test/timing/program-writer.ts';
import {
  accountWord,
  shortWord,
  STORING_HANDLER,
  wildAcross,
  wildProgram,
  wildWord,
} from '#test/timing/wild-program.ts';
import { draws } from '#test/draws.ts';
import { countSegments, type Segment } from '#test/timing/ledger.ts';

/** Time for the wild programs of one kind, in milliseconds; the machine may be busy. */
const TIMEOUT = 600_000 + draws(20_000);

/** Runs a program over many checks, with new data at each; the account decides when to leave. */
function* count(program: TimedProgram, seed: number, cycles: number): Generator<Segment> {
  const machine = createMachine(program.words, { core: 'reference', seed });
  const charges = new Map(program.charges.map((charge) => [charge.address + 2, charge.cycles]));
  const atCheck = newData(machine, seed);
  const endsAt = untilUnstored(program);
  yield* countSegments(machine, cycles, { checks: program.checks, charges, atCheck, account: ACCOUNT, endsAt });
}

/** Ends at a jump through a byte to which nothing has been stored yet; the proof says nothing about it. */
function untilUnstored({ words }: TimedProgram): (address: number) => boolean {
  const stored = new Set<number>();
  return (address) => {
    const { opcode, operand } = decode(words[address]!);
    if (opcode.operation === 'st' && opcode.address === 'd') stored.add(operand);
    return opcode.operation === 'jump' && opcode.bus === 'ram' && !stored.has(operand);
  };
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
        for (const { check, cycles, difference } of count(program, seed, 2_000)) {
          expect(difference).toBe(0);
          const range = ranges.get(check.address)!;
          expect(cycles).toBeGreaterThanOrEqual(range.min);
          expect(cycles).toBeLessThanOrEqual(range.max);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('finds a word too many, and never calls exact what the emulator counts otherwise', () => {
    fc.assert(
      fc.property(programTree, fc.nat(), fc.integer(), (tree, arm, seed) => {
        const { arms } = writeProgram(tree);
        fc.pre(arms > 0);
        const built = build(tree, arm % arms);
        fc.pre(built !== undefined);
        const { program, report } = built;
        const verdicts = new Map(report.results.map((result) => [result.address, result]));
        for (const { check, cycles, difference } of count(program, seed, 3_000)) {
          const result = verdicts.get(check.address)!;
          if (result.verdict === 'exact') expect(difference).toBe(0);
          expect(cycles).toBeLessThanOrEqual(result.range!.max);
          expect(cycles).toBeGreaterThanOrEqual(result.range!.min);
        }
      }),
      { numRuns: 200 },
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
          const next = built.program.checks.find((check) => check.address === last.address)!;
          const wanted = { sync: 5 - next.cycles, check: 0, short: -2 }[next.form];
          expect(last.balance).toBe(wanted - result.difference);
        }
      }),
      { numRuns: 200 },
    );
  });

  /** Compares the verdicts on a program with what is counted; returns how many are exact. */
  function compare(program: TimedProgram, seed: number): number {
    const { results, lostRegisters } = proveTiming(program);
    const proven = new Set(results.flatMap(({ address, verdict }) => (verdict === 'exact' ? [address] : [])));
    // If a store uses a Y that the handler may have changed, that is the finding.
    const isStore = (address: number): boolean => decode(program.words[address]!).opcode.operation === 'st';
    if (lostRegisters.some(({ register, address }) => register === 'Y' && isStore(address))) return 0;
    if (proven.size === 0) return 0;
    for (const { check, next, difference, drift, lowest, astray } of count(program, seed, 1_000)) {
      if (proven.has(next.address)) expect({ next, astray }).toEqual({ next, astray: 0 });
      if (!proven.has(check.address)) continue;
      expect({ check, difference, drift }).toEqual({ check, difference: 0, drift: 0 });
      expect(lowest).toBeGreaterThanOrEqual(-128);
    }
    return proven.size;
  }

  it.each([
    ['in one page', wildWord, (words: readonly string[]) => wildProgram(words), 1_000],
    ['across the end of a page', wildWord, wildAcross, 600],
    ['with short checks', shortWord, (words: readonly string[]) => wildProgram(words), 1_000],
    ['with corrections of the account', accountWord, (words: readonly string[]) => wildProgram(words), 600],
    [
      'with a handler that changes a byte of theirs',
      wildWord,
      (words: readonly string[]) => wildProgram(words, STORING_HANDLER),
      400,
    ],
  ])(
    'never calls exact what the emulator counts otherwise, whatever the words %s',
    (_, word, write, runs) => {
      let exact = 0;
      fc.assert(
        fc.property(
          fc.array(word, { minLength: 40, maxLength: 40 }),
          fc.integer({ min: 4, max: 60 }),
          fc.integer(),
          (words, before, seed) => {
            fc.pre(words.join().split('.nops').length < 3);
            const program = write(words, before);
            exact += compare(program, seed);
          },
        ),
        { numRuns: draws(runs) },
      );
      expect(exact).toBeGreaterThan(runs / 20);
    },
    TIMEOUT,
  );
});
