/** What claims say of the bytes that the proof keeps track of, and of the ways into loops. */
import type { TimingClaims } from './contract/claims.ts';
import type { ProofContext } from './kept/context.ts';

export function claimedFacts({ view }: ProofContext): Omit<TimingClaims, 'program' | 'exact' | 'handler'> {
  const { found, loops } = view.parts;
  const { around, handlerStores } = found;
  const { cells, counters } = around.plan;
  const addressesOf = (slots: ReadonlySet<number>): number[] =>
    [...slots].map((slot) => cells[slot] ?? 0).filter((byte) => byte <= 0xff);
  const { entered } = loops;
  const tracked = cells.filter((byte) => byte <= 0xff);
  return { tracked, handlerStores: addressesOf(handlerStores), counters: addressesOf(counters), entered };
}
