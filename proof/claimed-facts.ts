/** What claims say of the bytes that the proof keeps track of, and of the ways into loops. */
import { numberAt } from '#basics';
import type { TimingClaims } from './contract/claims.ts';
import type { ProofContext } from './kept/context.ts';

export function claimedFacts({ view }: ProofContext): Omit<TimingClaims, 'program' | 'exact' | 'handler'> {
  const { found, loops } = view.parts;
  const { cells: tracked, counters } = found.around.plan;
  const bytesIn = (slots: ReadonlySet<number>): number[] => [...slots].map((slot) => numberAt(tracked, slot));
  return {
    tracked,
    handlerStores: bytesIn(found.handlerStores),
    counters: bytesIn(counters),
    entered: loops.entered,
  };
}
