/** What claims say of the bytes that the proof keeps track of, and of the ways into loops. */
import type { TimingClaims } from './contract/claims.ts';
import type { ProofContext } from './kept/context.ts';

export function claimedFacts({ view }: ProofContext): Pick<TimingClaims, 'handlerStores' | 'counters' | 'entered'> {
  const { found, loops } = view.parts;
  const { around, handlerStores } = found;
  const { cells, counters } = around.plan;
  const addressesOf = (slots: ReadonlySet<number>): number[] =>
    [...slots].map((slot) => cells[slot] ?? 0).filter((byte) => byte <= 0xff);
  const { entered } = loops;
  return { handlerStores: addressesOf(handlerStores), counters: addressesOf(counters), entered };
}
