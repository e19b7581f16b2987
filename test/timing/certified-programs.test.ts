/**
 * The timing proof compared with the certifier and the verifier: what the proof calls exact in random programs, the
 * verifier accepts.
 *
 * The emulator sees the paths that a run takes; the certifier follows all of them, by steps of its own.
 */
import type fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '#basics';
import { certify } from '#certifier';
import { timedProgram, type TimedProgram } from '#test/assembler/timed-program.ts';
import { draws, forAll } from '#test/draws.ts';
import { claimsOf } from '#test/timing/claims.ts';
import { chargeAsProven, fragments } from '#test/timing/declared-program.ts';
import { programTree } from '#test/timing/generated-program.ts';
import { writeProgram } from '#test/timing/program-writer.ts';

/** How many programs of each kind. */
const RUNS = draws(200);
/** The largest charge of a program whose paths are equal by construction. */
const LARGEST_CHARGE = 100;

/** Has programs certified; returns how many were claimed. */
function certifyAll<T>(
  drawn: fc.Arbitrary<T>,
  write: (drawn: T) => { source: string; program: TimedProgram } | undefined,
) {
  let claimed = 0;
  forAll(RUNS, [drawn], (each) => {
    const written = write(each);
    const claims = written && claimsOf(written.program);
    if (written === undefined || claims === undefined || claims.exact.length === 0) return;
    const result = certify(claims);
    if (isFailure(result))
      throw new Error(`the verifier refuses what is called exact: ${result.message}\n${written.source}`);
    claimed++;
  });
  return claimed;
}

it('a certificate of a program with arms of equal length is accepted', { timeout: 0 }, () => {
  const claimed = certifyAll(programTree, (tree) => {
    const { source, largestCharge } = writeProgram(tree, -1);
    return largestCharge > LARGEST_CHARGE ? undefined : { source, program: timedProgram(source) };
  });
  expect(claimed).toBeGreaterThan(RUNS / 2);
});

it('a certificate of a program with declarations is accepted', { timeout: 0 }, () => {
  expect(certifyAll(fragments, chargeAsProven)).toBeGreaterThan(RUNS / 3);
});
