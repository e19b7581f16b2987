/**
 * The timing proof compared with the emulator: on generated programs, what is proven is what is counted.
 *
 * The ledger is kept from outside: at each check's first word and after its last the balance must be
 * what the check expects, for the cycles that the emulator really executed in between.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '#isa';
import { proveTiming, type TimingReport, type TimingResult } from '#proof';
import { timedProgram, type TimedProgram } from '#test/assembler/timed-program.ts';
import { programTree, type ProgramTree } from '#test/timing/generated-program.ts';
import { exactOf } from '#test/timing/claims.ts';
import { count, expectExact } from '#test/timing/counted-program.ts';
import type { Segment } from '#test/timing/ledger.ts';
import { keptSigns, keptSignsProgram } from '#test/timing/kept-signs.ts';
import { writeProgram } from '#test/timing/program-writer.ts';
import { WILD_KINDS, wildWords } from '#test/timing/wild-program.ts';
import { draws, forAll } from '#test/draws.ts';

/** Programs of random words, of each kind. */
const WILD = 600;
/** Programs that store bytes on some ways only. */
const KEPT = 500;

/** Whether a path may charge or spend more than the account can hold, though it takes what it charges. */
function isTooMuch({ reason, message }: TimingResult): boolean {
  const isInDoubt = reason === 'timing-tests' && /^Refunds|before they are charged|less than -128/.test(message);
  return reason === 'timing-range' || reason === 'timing-overdraft' || isInDoubt;
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

/** Expects that what is counted is in the range that is proven, and what is charged after a check that is exact. */
function expectAsProven({ results }: TimingReport, segments: Iterable<Segment>): void {
  const proven = new Map(results.map((result) => [result.address, result]));
  for (const segment of segments) {
    const { verdict, range } = proven.get(segment.check.address)!;
    const isInRange = segment.cycles >= range!.min && segment.cycles <= range!.max;
    if (!isInRange || (verdict === 'exact' && segment.difference !== 0))
      expect.fail(`a check is counted otherwise than it is proven: ${JSON.stringify(segment)}`);
  }
}

describe('the timing proof', () => {
  it('calls balanced programs exact, and the emulator counts the same', () => {
    forAll(200, [programTree, fc.integer()], (tree, seed) => {
      const built = build(tree, -1);
      fc.pre(built !== undefined);
      const { program, report } = built;
      fc.pre(!report.results.some(isTooMuch));
      expect(
        report.results
          .map(({ verdict, message }) => ({ verdict, message }))
          .filter(({ verdict }) => verdict !== 'exact'),
      ).toEqual([]);
      expectAsProven(report, count(program, seed, 2_000));
    });
  });

  it('finds a word too many, and never calls exact what the emulator counts otherwise', () => {
    forAll(200, [programTree, fc.nat(), fc.integer()], (tree, arm, seed) => {
      const { arms } = writeProgram(tree);
      fc.pre(arms > 0);
      const built = build(tree, arm % arms);
      fc.pre(built !== undefined);
      expectAsProven(built.report, count(built.program, seed, 3_000));
    });
  });

  it('shows for a wrong check a path that costs what it says', () => {
    forAll(200, [programTree, fc.nat()], (tree, arm) => {
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
    });
  });

  /** Compares the verdicts on a program with what is counted; returns how many are exact. */
  function compare(program: TimedProgram, seed: number): number {
    const { results, lostRegisters } = proveTiming(program);
    const proven = exactOf(results);
    // If a store uses a Y that the handler may have changed, that is the finding.
    const isStore = (address: number): boolean => decode(program.words[address]!).opcode.operation === 'st';
    if (lostRegisters.some(({ register, address }) => register === 'Y' && isStore(address))) return 0;
    if (proven.size === 0) return 0;
    expectExact(proven, count(program, seed, 1_000));
    return proven.size;
  }

  it('never calls exact what is counted otherwise where bytes are stored on some ways only', () => {
    let exact = 0;
    forAll(draws(KEPT), [keptSigns, fc.integer()], (drawn, seed) => {
      const program = keptSignsProgram(drawn, seed);
      fc.pre(program !== undefined);
      exact += compare(program, seed + 1);
    });
    expect(exact).toBeGreaterThan(KEPT / 20);
  });

  it.each(WILD_KINDS)(
    'never calls exact what the emulator counts otherwise, whatever the words %s',
    { timeout: 0 },
    (_, word, write) => {
      let exact = 0;
      forAll(draws(WILD), [wildWords(word), fc.integer()], ([words, before], seed) => {
        exact += compare(write(words, before), seed);
      });
      expect(exact).toBeGreaterThan(WILD / 20);
    },
  );
});
