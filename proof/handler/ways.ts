/**
 * The rest of the program as the handler sees it: the code that can run between two lines, and its graph backwards.
 *
 * It depends only on the checks and on what following the program found, and so holds for every program that has the
 * same reach.
 */
import { ROM_WORDS } from '#isa';
import { isCheckEnd, type Reach, type ReachedPoint } from '../reach/reached.ts';
import type { TimeWords } from '../words/time-words.ts';

export interface Ways {
  readonly found: Reach;
  /** Points of the program that can follow a check. */
  readonly between: readonly ReachedPoint[];
  /** The predecessors of each point, by its number; undefined if it has none. */
  readonly before: readonly (readonly ReachedPoint[] | undefined)[];
  /** 1 for addresses that the program reaches without a taken check; 65,536 bytes. */
  readonly isOutside: Uint8Array;
}

export function findWays(words: TimeWords, found: Reach): Ways {
  const { points } = found;
  const before: ReachedPoint[][] = Array.from({ length: points.length });
  const afterChecks: ReachedPoint[] = [];
  const isOutside = new Uint8Array(ROM_WORDS);
  for (const point of points) {
    for (const each of point.followers) (before[each.index] ??= []).push(point);
    if (!point.inHandler) isOutside[point.address] = 1;
    if (isCheckEnd(words, point)) afterChecks.push(...point.followers);
  }
  return { found, between: outsideFrom(afterChecks, points.length), before, isOutside };
}

/** Some points and all that can follow them, without those of the handler. */
function outsideFrom(starts: readonly ReachedPoint[], count: number): readonly ReachedPoint[] {
  const seen = new Uint8Array(count);
  const found: ReachedPoint[] = [];
  const work = [...starts];
  for (let point = work.pop(); point !== undefined; point = work.pop()) {
    if (point.inHandler || seen[point.index] === 1) continue;
    seen[point.index] = 1;
    found.push(point);
    work.push(...point.followers);
  }
  return found;
}
