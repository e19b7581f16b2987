/** What the timing proof claims of a program, for whoever checks it (`certifier/`). */
import { claimedBytes, type TimingClaims } from '#proof';
import type { Proof } from './kept-proof.ts';
import type { LintProgram } from '../lints/index.ts';

/** The claims about a program; undefined if it was not proven, since it has errors or was not checked. */
export function claimsOf(program: LintProgram, { latest: kept }: Proof): TimingClaims | undefined {
  if (kept?.holdsFor(program) !== true) return undefined;
  const checks = new Set(program.checks.map(({ address }) => address));
  const exact = kept.report().results.filter(({ address, verdict }) => verdict === 'exact' && checks.has(address));
  const { found, handler } = kept.proof;
  const { claims } = handler.kept ?? {};
  return {
    program,
    exact: [...new Set(exact.map(({ address }) => address))],
    ...claimedBytes(found),
    ...(claims !== undefined && { handler: claims }),
  };
}
