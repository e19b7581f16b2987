/**
 * From where a loop can go round again: its own words, what they call, and arms that come back to it.
 *
 * Found backwards from the jumps that go round. A way ends where the loop is entered, at the head or in the
 * middle. A return is taken back to the calls that it belongs to, so that code which calls a routine after the
 * loop does not seem to come back to the loop that calls it, too.
 */
import { ROM_WORDS } from '#isa';
import type { CallGraph } from './call-graph.ts';
import type { ReachedPoint } from './reached.ts';

/** The words of a loop, from its head to its last. */
export interface LoopShape {
  readonly head: number;
  readonly last: number;
}

/** Found on a way from the loop itself, or only as part of a routine that returns to it. */
const IN_LOOP = 1;
const IN_ROUTINE = 2;

/** A pair (address, next) as one number. */
export function pairKey(address: number, next: number): number {
  return address * ROM_WORDS + next;
}

/** The ways of a program, backwards. */
export interface Ways {
  /** Points before each point, by its number. */
  readonly before: readonly (readonly ReachedPoint[])[];
  readonly calls: CallGraph;
}

/** Turns the ways of a program round. */
export function waysBack(points: readonly ReachedPoint[], calls: CallGraph): Ways {
  const before: ReachedPoint[][] = points.map(() => []);
  for (const point of points) for (const follower of point.followers) before[follower.index]!.push(point);
  return { before, calls };
}

/**
 * Pairs from which a loop can go round without being entered again.
 * @param turns jumps that go round
 * @param entries branches that enter it in its middle
 */
export function pointsOfLoop(
  { before, calls }: Ways,
  { head, last }: LoopShape,
  turns: readonly ReachedPoint[],
  entries: ReadonlySet<ReachedPoint>,
): ReadonlySet<number> {
  const found = new Map<ReachedPoint, number>();
  const work: ReachedPoint[] = [];
  const visit = (point: ReachedPoint, how: number): void => {
    const known = found.get(point);
    if (known !== undefined && known <= how) return;
    found.set(point, how);
    work.push(point);
  };
  for (const turn of turns) visit(turn, IN_LOOP);
  for (let point = work.pop(); point !== undefined; point = work.pop()) {
    if (point.address === head) continue;
    const how = found.get(point)!;
    const { next } = point;
    for (const each of before[point.index]!) {
      if (entries.has(each) && next > head && next <= last) continue;
      const callers = calls.callsOf(each, next);
      if (callers !== undefined) {
        for (const call of callers) visit(call, how);
        visit(each, IN_ROUTINE);
      } else if (how !== IN_ROUTINE || !calls.isCall(each)) {
        visit(each, how);
      }
    }
  }
  const pairs = new Set([...found.keys()].map(({ address, next }) => pairKey(address, next)));
  for (const turn of turns)
    for (const { address, next } of turn.followers) if (next === head) pairs.add(pairKey(address, next));
  return pairs;
}
