/**
 * The ways through the rest of the program: where start-up and code after checks come to, and from where.
 *
 * They depend on entries, checks and what following the program found, and so hold for every program that has the
 * same reach.
 */
import { ROM_WORDS } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { Reach, ReachedPoint } from '../reach/reached.ts';
import type { TimeWords } from '../words/time-words.ts';

export interface Ways {
  readonly found: Reach;
  /** Points from start-up to the first checks, which are among them. */
  readonly atStart: readonly ReachedPoint[];
  /** Points after checks. */
  readonly between: readonly ReachedPoint[];
  /** The points before each one, by its number. */
  readonly before: readonly (readonly ReachedPoint[] | undefined)[];
  /** 1 for addresses that the program reaches without a taken check; 65,536 bytes. */
  readonly isOutside: Uint8Array;
}

/** Finds the ways of a program that has been followed. */
export function findWays(program: TimingProgram, words: TimeWords, found: Reach): Ways {
  const { points } = found;
  const entries = new Set([0, ...program.entries]);
  const before: ReachedPoint[][] = Array.from({ length: points.length });
  const starts: ReachedPoint[] = [];
  const isEnd = new Uint8Array(points.length);
  const afterEnds: ReachedPoint[] = [];
  const isOutside = new Uint8Array(ROM_WORDS);
  for (const point of points) {
    const { index, address, next, inHandler, followers } = point;
    for (const each of followers) (before[each.index] ??= []).push(point);
    if (inHandler) continue;
    isOutside[address] = 1;
    if (entries.has(address) && next === address + 1) starts.push(point);
    if (!words.slots.has(address)) continue;
    isEnd[index] = 1;
    afterEnds.push(...followers);
  }
  const none = new Uint8Array(points.length);
  return { found, atStart: collect(starts, isEnd), between: collect(afterEnds, none), before, isOutside };
}

/** Points that can follow these, up to and including those where following ends; none of the handler's. */
function collect(from: readonly ReachedPoint[], isEnd: Uint8Array): readonly ReachedPoint[] {
  const seen = new Uint8Array(isEnd.length);
  const found: ReachedPoint[] = [];
  const work = from.filter(({ inHandler }) => !inHandler);
  for (let point = work.pop(); point !== undefined; point = work.pop()) {
    if (seen[point.index] === 1) continue;
    seen[point.index] = 1;
    found.push(point);
    if (isEnd[point.index] === 0) for (const each of point.followers) if (!each.inHandler) work.push(each);
  }
  return found;
}
