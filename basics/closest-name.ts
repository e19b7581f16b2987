/**
 * The name that was probably meant by one that does not exist: equal except for case, or a typing mistake away.
 */

import { editDistance } from './edit-distance.ts';

/** Names longer than this are not compared letter by letter. */
const MAX_LENGTH = 40;

/**
 * @returns the closest of the candidates, if it differs by no more than a third of its letters and at most
 * two; the first of equals
 */
export function closestName(name: string, candidates: Iterable<string>): string | undefined {
  const lower = name.toLowerCase();
  let best: string | undefined;
  let least = Math.min(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate.toLowerCase() === lower) return candidate;
    if (Math.abs(candidate.length - name.length) >= least || candidate.length > MAX_LENGTH) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}
