/** What claims say of the bytes that the proof keeps track of. */
import type { TimingClaims } from './contract/claims.ts';
import type { Reach } from './reach/reached.ts';

/** The bytes to which the video handler may store, and those that count turns, by address. */
export function claimedBytes({ around, handlerStores }: Reach): Pick<TimingClaims, 'handlerStores' | 'counters'> {
  const { cells, counters } = around.plan;
  const addressesOf = (slots: ReadonlySet<number>): number[] =>
    [...slots].map((slot) => cells[slot] ?? 0).filter((byte) => byte <= 0xff);
  return { handlerStores: addressesOf(handlerStores), counters: addressesOf(counters) };
}
