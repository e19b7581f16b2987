/** What the timing proof claims of a program, for whoever checks it (`certifier/`). */
import type { TimingClaims } from '#proof';
import type { Proof } from './kept-proof.ts';
import type { LintProgram } from '../lints/index.ts';

/** The claims about a program; undefined if it was not proven, since it has errors or was not checked. */
export function claimsOf(program: LintProgram, { latest: kept }: Proof): TimingClaims | undefined {
  if (kept?.holdsFor(program) !== true) return undefined;
  const checks = new Set(program.checks.map(({ address }) => address));
  const exact = kept.report().results.filter(({ address, verdict }) => verdict === 'exact' && checks.has(address));
  const { found, handler } = kept.proof;
  const { claims } = handler.kept ?? {};
  const stores = [...found.handlerStores].map((slot) => found.around.plan.cells[slot] ?? 0);
  return {
    program,
    exact: [...new Set(exact.map(({ address }) => address))],
    handlerStores: stores.filter((byte) => byte <= 0xff),
    ...(claims !== undefined && { handler: claims }),
  };
}
