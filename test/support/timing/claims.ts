/** What the timing proof claims of the programs of tests. */
import { claimedFacts, prepareProof, proveTiming } from '#proof';
import type { ProofContext, TimingClaims, TimingResult } from '#proof';
import type { TimedProgram } from '../assembler/timed-program.ts';

/** The addresses of the checks that are called exact. */
export function exactOf(results: readonly TimingResult[]): ReadonlySet<number> {
  return new Set(results.flatMap(({ address, verdict }) => (verdict === 'exact' ? [address as number] : [])));
}

/** What the proof claims of a program, if every jump is known. */
export function claimsOf(program: TimedProgram, proof: ProofContext = prepareProof(program)): TimingClaims | undefined {
  const { found } = proof;
  if (found.lostJumps.length > 0) return undefined;
  const checks = new Set<number>(program.checks.map(({ address }) => address));
  const exact = exactOf(proveTiming(program, proof).results);
  return {
    program,
    exact: [...exact].filter((address) => checks.has(address)),
    ...claimedFacts(proof),
  };
}
