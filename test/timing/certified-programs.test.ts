/**
 * The timing proof compared with the certifier and the verifier: what the proof calls exact in random programs, the
 * verifier accepts.
 *
 * The emulator sees the paths that a run takes; the certifier follows all of them, by steps of its own.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '#basics';
import { certify } from '#certifier';
import { decode, wordAt } from '#isa';
import { prepareProof, proveTiming, type TimingClaims } from '../../assembler/timing/index.ts';
import { timedProgram, type TimedProgram } from '#test/assembler/timed-program.ts';
import { draws } from '#test/draws.ts';
import { FRAGMENTS } from '#test/timing/declared-fragments.ts';
import { chargeAsProven } from '#test/timing/declared-program.ts';
import { programTree } from '#test/timing/generated-program.ts';
import { writeProgram } from '#test/timing/program-writer.ts';

/** How many programs of each kind. */
const RUNS = draws(200);
/** Time for those of one kind, in milliseconds; the machine may be busy. */
const TIMEOUT = 600_000 + 200 * RUNS;
/** Fragments whose jumps the certificate can follow: return addresses in frames it does not list. */
const { fieldOrZeroPage, fieldByData, ...LISTED } = FRAGMENTS;
const fragments = fc.array(fc.oneof(...Object.values(LISTED)), { minLength: 1, maxLength: 4 });
/** The largest charge of a program that is written without looking at its paths. */
const LARGEST_CHARGE = 100;

/** Whether the assembler would take the declarations: a loop's head is declared once, a near jump reaches its targets. */
function areDeclarationsRight({ loops, targets, words }: TimedProgram): boolean {
  const reaches = ({ address, targets: list }: (typeof targets)[number]): boolean =>
    decode(wordAt(words, address)).opcode.condition === 'far' ||
    list.every((target) => target >> 8 === (address + 1) >> 8);
  return new Set(loops.map(({ head }) => head)).size === loops.length && targets.every(reaches);
}

/** What the proof claims of a program, if the declarations are right and every jump is known. */
function claimsOf(program: TimedProgram): TimingClaims | undefined {
  if (!areDeclarationsRight(program)) return undefined;
  const proof = prepareProof(program);
  const { found } = proof;
  if (found.lostJumps.length > 0) return undefined;
  const checks = new Set(program.checks.map(({ address }) => address));
  const exact = proveTiming(program, proof).results.filter(({ verdict }) => verdict === 'exact');
  const stores = [...found.handlerStores].map((slot) => found.around.plan.cells[slot] ?? 0);
  return {
    program,
    exact: [...new Set(exact.map(({ address }) => address))].filter((address) => checks.has(address)),
    handlerStores: stores.filter((byte) => byte <= 0xff),
  };
}

/** Has programs certified; returns how many were claimed. */
function certifyAll<T>(
  drawn: fc.Arbitrary<T>,
  write: (drawn: T) => { source: string; program: TimedProgram } | undefined,
) {
  let claimed = 0;
  fc.assert(
    fc.property(drawn, (each) => {
      const written = write(each);
      const claims = written && claimsOf(written.program);
      if (written === undefined || claims === undefined || claims.exact.length === 0) return;
      const result = certify(claims);
      if (isFailure(result))
        throw new Error(`the verifier refuses what is called exact: ${result.message}\n${written.source}`);
      claimed++;
    }),
    { numRuns: RUNS },
  );
  return claimed;
}

it(
  'a certificate of a program with equal ways is accepted',
  () => {
    const claimed = certifyAll(programTree, (tree) => {
      const { source, largestCharge } = writeProgram(tree, -1);
      return largestCharge > LARGEST_CHARGE ? undefined : { source, program: timedProgram(source) };
    });
    expect(claimed).toBeGreaterThan(RUNS / 2);
  },
  TIMEOUT,
);

it(
  'a certificate of a program with declarations is accepted',
  () => {
    expect(certifyAll(fragments, chargeAsProven)).toBeGreaterThan(RUNS / 3);
  },
  TIMEOUT,
);
