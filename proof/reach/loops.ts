/**
 * Loops with a declared count: which jumps go round, which enter, and from where a loop can still go on.
 *
 * A jump to the head that is at the head or in the 255 words after it is a further turn, whatever its kind, in a
 * delay slot or not; every other way to the head enters the loop again. A near branch from the words before the
 * head into the middle enters it, too, if the loop can go round from there; the head has then not run yet. Every
 * other way into the middle comes back from a routine, or from an arm that is out of line.
 */
import { addTo } from '#basics';
import { IS_FIXED_BRANCH, nearTarget, ROM_WORDS, wordAt } from '#isa';
import type { LoopCount, TimingProgram } from '../contract/program.ts';
import { fixedTarget } from '../values/jumps.ts';
import { findCalls, type CallGraph } from './call-graph.ts';
import { isEntry, pointsBefore, type Reach, type ReachedPoint } from './reached.ts';

/** A declared loop in a program. */
export interface CountedLoop extends LoopShape {
  readonly min: number;
  readonly max: number;
  readonly count: string | undefined;
  /** Whether a path can be in the loop before its head has run: a branch enters its middle, or a way bypasses it. */
  readonly mayBeEntered: boolean;
  /** Pairs from which it can go round again without being entered again; undefined if nothing comes to the head. */
  readonly points: ReadonlySet<number> | undefined;
  /** Pairs from which it may go round if only an unresolved jump of the handler leads there. */
  readonly strays: ReadonlySet<number>;
  /** Pairs from which it may go on before a check, each with the address of the unresolved jump by which it may. */
  readonly returning: ReadonlyMap<number, number>;
}

/** The declared loops of a program. */
export interface LoopIndex {
  readonly byHead: ReadonlyMap<number, CountedLoop>;
  /** Heads of the loops that a branch enters in their middle, by the address of the branch. */
  readonly entered: ReadonlyMap<number, readonly number[]>;
}

/** Words from the head on in which a jump to the head is a further turn. */
const LONGEST = 0x100;

/** Finds what the paths of a program need to know of its declared loops. */
export function indexLoops(program: TimingProgram, found: Reach): LoopIndex {
  const byHead = new Map<number, CountedLoop>();
  const entered = new Map<number, number[]>();
  if (program.loops.length === 0) return { byHead, entered };
  const ways = { before: pointsBefore(found.points), calls: findCalls(found, program) };
  const roots = rootsOf(program, ways, found);
  const strays = { ...found, points: found.strays };
  const strayWays = { before: pointsBefore(strays.points), calls: findCalls(strays, program) };
  const lost = new Set(found.lostJumps.flatMap(({ address, inHandler }) => (inHandler ? [] : [address])));
  for (const loop of united(program.loops)) {
    const { shape, within, points } = partsOf(program, found, ways, loop.head);
    const branches = entriesOf(program, found, ways, { shape, points });
    for (const branch of branches) addTo(entered, branch, loop.head);
    byHead.set(loop.head, {
      ...loop,
      last: shape.last,
      mayBeEntered: within === undefined || branches.size > 0 || comesPast(loop.head, roots, within),
      points,
      strays: partsOf(program, strays, strayWays, loop.head).points ?? new Set(),
      returning: leadingTo(program, found.points, ways, lost, loop.head),
    });
  }
  return { byHead, entered };
}

interface LoopParts {
  readonly shape: LoopShape;
  /** How it was found that the loop can go round from a point; undefined if nothing comes to the head. */
  readonly within: ReadonlyMap<ReachedPoint, number> | undefined;
  readonly points: CountedLoop['points'];
}

function partsOf(program: TimingProgram, { points }: Reach, ways: Ways, head: number): LoopParts {
  if (!points.some(({ address }) => address === head))
    return { shape: { head, last: lastByWords(program, head) }, within: undefined, points: undefined };
  const turns = turnsOf(ways, points, head);
  const shape = { head, last: lastOf(head, turns) };
  const within = pointsOfLoop(ways, shape, turns, new Set(crossingsOf(program, points, shape)));
  const next = turns.flatMap(({ followers }) => followers.filter((each) => each.next === head));
  return { shape, within, points: pairsOf([...within.keys(), ...next]) };
}

/** The branches that enter a loop in its middle: those after which it can go round. */
function entriesOf(
  program: TimingProgram,
  found: Reach,
  { calls }: Ways,
  { shape, points }: Pick<LoopParts, 'shape' | 'points'>,
): ReadonlySet<number> {
  const goesRound = ({ address, next }: ReachedPoint): boolean => points?.has(pairKey(address, next)) === true;
  const entries = crossingsOf(program, found.points, shape).filter((branch) =>
    branch.followers.some((each) => calls.isTaken(branch, each) && isMiddle(shape, each.next) && goesRound(each)),
  );
  const unseen = entriesByWords(program, shape).filter(
    ({ address, target }) =>
      !found.isReached(address) && (points === undefined || points.has(pairKey(target, target + 1))),
  );
  return new Set([...entries, ...unseen].map(({ address }) => address));
}

/** Whether a jump to the head from an address is a further turn. */
export function isTurn(head: number, jump: number): boolean {
  return jump >= head && jump < head + LONGEST;
}

/**
 * Whether a loop can go on from a pair without being entered again.
 * @param isStray whether only an unresolved jump of the handler may lead to the path
 */
export function isWithin(
  { points, strays, head, last }: CountedLoop,
  address: number,
  next: number,
  isStray: boolean,
): boolean {
  if (isStray && strays.has(pairKey(address, next))) return true;
  if (points !== undefined) return points.has(pairKey(address, next));
  return address >= head && address <= last && next >= head && next <= last + 1;
}

/** The address of an unresolved jump by which a loop that was left at a pair may go on. */
export function mayReturnBy({ returning }: CountedLoop, address: number, next: number): number | undefined {
  return returning.get(pairKey(address, next));
}

/** One declaration for each head: if there are several, it allows what any of them allows. */
function united(loops: readonly LoopCount[]): readonly Pick<CountedLoop, 'head' | 'min' | 'max' | 'count'>[] {
  const byHead = new Map<number, Pick<CountedLoop, 'head' | 'min' | 'max' | 'count'>>();
  for (const { head, min, max, count } of loops) {
    const other = byHead.get(head);
    byHead.set(head, {
      head,
      min: Math.min(min, other?.min ?? min),
      max: Math.max(1, max, other?.max ?? max),
      count: other === undefined ? count : other.count,
    });
  }
  return [...byHead.values()];
}

/** Jumps that go round. */
function turnsOf({ calls }: Ways, points: readonly ReachedPoint[], head: number): readonly ReachedPoint[] {
  const isBack = (jump: ReachedPoint): boolean =>
    jump.followers.some((each) => each.next === head && calls.isTaken(jump, each));
  return points.filter((point) => isTurn(head, point.address) && isBack(point));
}

/** The last word of a loop, the delay slot of the last jump that goes round. */
function lastOf(head: number, turns: readonly ReachedPoint[]): number {
  return turns.reduce((last, { address }) => Math.max(last, address + 1), head);
}

/** The same of a loop that nothing comes to, by its near branches. */
function lastByWords({ words, used }: TimingProgram, head: number): number {
  let last = head;
  for (let address = head; address < Math.min(head + LONGEST, 0xffff); address++) {
    const word = wordAt(words, address);
    const isBack = IS_FIXED_BRANCH[word >> 8] === 1 && nearTarget(address, word & 0xff) === head;
    if (used[address] === 1 && isBack) last = address + 1;
  }
  return last;
}

/**
 * Near branches before the head into the middle, found by their words alone, even if nothing is known to come to them:
 * a check after an unresolved jump is followed all the same.
 */
function entriesByWords(
  { words, used }: TimingProgram,
  { head, last }: LoopShape,
): readonly { readonly address: number; readonly target: number }[] {
  const entries: { address: number; target: number }[] = [];
  for (let address = head & 0xff00; address < head; address++) {
    const word = wordAt(words, address);
    if (used[address] === 0 || IS_FIXED_BRANCH[word >> 8] !== 1) continue;
    const target = nearTarget(address, word & 0xff);
    if (isMiddle({ head, last }, target)) entries.push({ address, target });
  }
  return entries;
}

/** Near branches into the middle of a loop from the words before its head. */
function crossingsOf(
  { words }: TimingProgram,
  points: readonly ReachedPoint[],
  { head, last }: LoopShape,
): readonly ReachedPoint[] {
  return points.filter(({ address, next }) => {
    const isBefore = address < head && address >> 8 === head >> 8;
    const target = isBefore ? fixedTarget(wordAt(words, address), next) : undefined;
    return target !== undefined && isMiddle({ head, last }, target);
  });
}

function isMiddle({ head, last }: LoopShape, address: number): boolean {
  return address > head && address <= last;
}

/** Points where execution begins; all of them if there is an unresolved jump. */
function rootsOf(program: TimingProgram, { before }: Ways, { points, lostJumps }: Reach): readonly ReachedPoint[] {
  if (lostJumps.some(({ inHandler }) => !inHandler)) return points;
  return points.filter((point) => isEntry(program, point) || before[point.index]?.length === 0);
}

/** Whether a way from the start comes into a loop, and not only into a routine that it calls, bypassing its head. */
function comesPast(head: number, roots: readonly ReachedPoint[], within: ReadonlyMap<ReachedPoint, number>): boolean {
  const seen = new Set(roots);
  // The set grows while it is walked.
  for (const point of seen) {
    if (point.address === head) continue;
    if (within.get(point) === IN_LOOP) return true;
    for (const follower of point.followers) seen.add(follower);
  }
  return false;
}

/** The words of a loop, from its head to its last. */
interface LoopShape {
  readonly head: number;
  readonly last: number;
}

/** How a point was found: as part of the loop itself, or only as part of a routine that returns to it. */
const IN_LOOP = 1;
const IN_ROUTINE = 2;

/** A pair (address, next) as one number, as loops keep them. */
export function pairKey(address: number, next: number): number {
  return address * ROM_WORDS + next;
}

/** The graph of a program, backwards. */
interface Ways {
  /** Points before each point, by its number. */
  readonly before: readonly (readonly ReachedPoint[])[];
  readonly calls: CallGraph;
}

/**
 * Where a loop can go round from without being entered again: its own words, what they call, and arms that come back to
 * it.
 *
 * Found backwards from the jumps that go round. The search ends where the loop is entered, at the head or in the
 * middle. From a return, it goes on at the calls that the return belongs to, so that code which calls a routine after
 * the loop does not seem to come back to the loop because this calls it, too. Within the routine, it stops at these
 * calls and goes on past all others, since the routine may return past its caller.
 * @param turns jumps that go round
 * @param entries branches that enter it in its middle if it can go round from there
 */
function pointsOfLoop(
  { before, calls }: Ways,
  { head, last }: LoopShape,
  turns: readonly ReachedPoint[],
  entries: ReadonlySet<ReachedPoint>,
): ReadonlyMap<ReachedPoint, number> {
  const found = new Map<ReachedPoint, number>();
  const work: Visit[] = [];
  const routines = new Map<string, Routine>();
  const visit = (point: ReachedPoint, from: Routine | undefined): void => {
    if (found.get(point) === IN_LOOP || from?.seen.has(point) === true) return;
    from?.seen.add(point);
    found.set(point, from === undefined ? IN_LOOP : IN_ROUTINE);
    work.push({ point, from });
  };
  const routineOf = (jump: ReachedPoint): Routine => {
    const goesBackTo = new Set(jump.followers.flatMap((each) => calls.callsOf(jump, each) ?? []));
    const key = [...goesBackTo].map(({ index }) => index).join();
    let routine = routines.get(key);
    if (routine === undefined) routines.set(key, (routine = { goesBackTo, seen: new Set() }));
    return routine;
  };
  for (const turn of turns) visit(turn, undefined);
  for (let way = work.pop(); way !== undefined; way = work.pop()) {
    const { point, from } = way;
    if (point.address === head) continue;
    const isInMiddle = point.next > head && point.next <= last;
    for (const each of before[point.index]!) {
      if (isInMiddle && entries.has(each) && calls.isTaken(each, point)) continue;
      const callers = calls.callsOf(each, point);
      if (callers !== undefined) {
        for (const call of callers) visit(call, from);
        visit(each, routineOf(each));
      }
      if ((callers === undefined || calls.isPassed(each, point)) && from?.goesBackTo.has(each) !== true)
        visit(each, from);
    }
  }
  return found;
}

/** The search backwards from returns that go back to the same calls. */
interface Routine {
  readonly goesBackTo: ReadonlySet<ReachedPoint>;
  readonly seen: Set<ReachedPoint>;
}

/** A point from which a loop can go round, and the routine in which it was found. */
interface Visit {
  readonly point: ReachedPoint;
  readonly from: Routine | undefined;
}

/**
 * Pairs from which an unresolved jump can be reached without passing the head or a check, each with the address of such
 * a jump: the loop may go round by it.
 */
function leadingTo(
  { checks }: TimingProgram,
  points: readonly ReachedPoint[],
  { before }: Ways,
  lost: ReadonlySet<number>,
  head: number,
): ReadonlyMap<number, number> {
  const ends = new Set([head, ...checks.map(({ address }) => address)]);
  const found = new Map(points.flatMap((point) => (lost.has(point.address) ? [[point, point.address]] : [])));
  // The map grows while it is walked.
  for (const [point, jump] of found) {
    if (ends.has(point.address) && point.next === point.address + 1) continue;
    for (const each of before[point.index] ?? []) if (!found.has(each)) found.set(each, jump);
  }
  return new Map([...found].map(([{ address, next }, jump]) => [pairKey(address, next), jump]));
}

function pairsOf(points: Iterable<ReachedPoint>): ReadonlySet<number> {
  return new Set([...points].map(({ address, next }) => pairKey(address, next)));
}
