/** Declared loops as a run is compared with them: by the turns, entries and exits that the proof counts. */
import { ROM_WORDS } from '#isa';
import type { ProofContext } from '#proof';
import type { DebugDeclarations } from '../contract/debug-info.ts';

type ProgramParts = ProofContext['view']['parts'];
type Loop = DebugDeclarations['loops'][number];
type CountedLoop = ProgramParts['loops']['byHead'] extends ReadonlyMap<number, infer L> ? L : never;
type Point = ProgramParts['found']['points'][number];

/** The loops of a program, one for each head. */
export function loopsOf({ loops, found }: ProgramParts): readonly Loop[] {
  const lost = new Set(found.lostJumps.flatMap(({ address, inHandler }) => (inHandler ? [] : [address])));
  const before = lost.size === 0 ? undefined : pointsBefore(found.points);
  return [...loops.byHead.values()].map((loop) => {
    const { head, last, min, max, count } = loop;
    const entries = [...loops.entered].flatMap(([address, heads]) => (heads.includes(head) ? [address] : []));
    const mayTurn = before === undefined ? new Set<Point>() : leadingTo(found.points, before, lost, head);
    const exits = exitsOf(loop, found.points, mayTurn);
    return { head, last, min, max, count: count ?? null, exits, entries };
  });
}

/**
 * Where a loop is left: from a pair from which it can go on to one from which it cannot. A visit to the video handler
 * is no step of the program's.
 */
function exitsOf(
  { head, points: within }: CountedLoop,
  points: readonly Point[],
  mayTurn: ReadonlySet<Point>,
): NonNullable<Loop['exits']> {
  const isWithin = (point: Point): boolean =>
    within?.has(point.address * ROM_WORDS + point.next) === true || mayTurn.has(point);
  const isVisit = ({ inHandler, followers }: Point): boolean => inHandler && followers.some((each) => !each.inHandler);
  // A head from which nothing turns is left at once.
  const leaving = points.filter((point) => (point.address === head || isWithin(point)) && !isVisit(point));
  const exits = leaving.flatMap((point) => {
    const outside = point.followers.filter((each) => each.inHandler === point.inHandler && !isWithin(each));
    return outside.map(({ address, next }) => ({ address: point.address, next: address, to: next }));
  });
  return [...new Map(exits.map((exit) => [Object.values(exit).join(), exit])).values()];
}

function pointsBefore(points: readonly Point[]): ReadonlyMap<Point, readonly Point[]> {
  const before = new Map<Point, Point[]>(points.map((point) => [point, []]));
  for (const point of points) for (const each of point.followers) before.get(each)?.push(point);
  return before;
}

/** Points from which a jump can be reached whose targets are not known, without an entry at the head: it may turn there. */
function leadingTo(
  points: readonly Point[],
  before: ReadonlyMap<Point, readonly Point[]>,
  lost: ReadonlySet<number>,
  head: number,
): ReadonlySet<Point> {
  const found = new Set(points.filter(({ address }) => lost.has(address)));
  for (const point of found) {
    if (point.address === head) continue;
    for (const each of before.get(point) ?? []) found.add(each);
  }
  return found;
}
