/** What the timing proof claims of the programs of tests, for the verifier. */
import { claimedBytes, prepareProof, proveTiming, type ProofContext, type TimingClaims } from '#proof';
import type { TimedProgram } from '../assembler/timed-program.ts';

/** What the proof claims of a program, if every jump is known. */
export function claimsOf(program: TimedProgram, proof: ProofContext = prepareProof(program)): TimingClaims | undefined {
  const { found } = proof;
  if (found.lostJumps.length > 0) return undefined;
  const checks = new Set(program.checks.map(({ address }) => address));
  const exact = proveTiming(program, proof).results.filter(({ verdict }) => verdict === 'exact');
  return {
    program,
    exact: [...new Set(exact.map(({ address }) => address))].filter((address) => checks.has(address)),
    ...claimedBytes(found),
  };
}
