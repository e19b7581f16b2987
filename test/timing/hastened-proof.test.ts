/** A proof whose fixpoint is cut short because it took too many steps: it proves less, but nothing false. */
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { chargeAsProven, fragments } from '#test/timing/declared-program.ts';
import { LIMITS } from '../../proof/contract/limits.ts';
import { prepareProof, proveTiming, type TimingReport } from '#proof';
import { forAll } from '#test/draws.ts';

const RUNS = 60;
const limits: { steps: number; stepsForEach: number } = LIMITS;
const { steps, stepsForEach } = LIMITS;

afterEach(() => Object.assign(limits, { steps, stepsForEach }));

/** Indexes of the checks that are called exact. */
const exactOf = ({ results }: TimingReport): readonly number[] =>
  results.flatMap(({ verdict }, index) => (verdict === 'exact' ? [index] : []));

it('calls exact only what a patient proof calls exact, and less of it', () => {
  let [patient, hasty] = [0, 0];
  forAll(RUNS, [fragments, fc.nat(1), fc.nat(20)], (writers, each, more) => {
    const charged = chargeAsProven(writers);
    fc.pre(charged !== undefined);
    const known = exactOf(charged.report);
    Object.assign(limits, { steps: more, stepsForEach: each });
    const context = prepareProof(charged.program);
    const found = exactOf(proveTiming(charged.program, context));
    Object.assign(limits, { steps, stepsForEach });
    // A jump of the handler that is known may be followed into the program; a lost one is taken to go back to a check.
    fc.pre(!context.found.lostJumps.some(({ inHandler }) => inHandler) || found.every((each) => known.includes(each)));
    expect(known).toEqual(expect.arrayContaining([...found]));
    patient += known.length;
    hasty += found.length;
  });
  expect(hasty).toBeGreaterThan(0);
  expect(hasty).toBeLessThan(patient);
});
