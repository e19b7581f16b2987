/**
 * Declared loops on a path: entering them, going round, leaving them, and the counts they assume.
 *
 * A path is unrolled: its state holds how often the head of each loop that it is in has executed.
 * Where a count is not fixed, the path divides into one for each possible count.
 */
import type { PathContext } from '../kept/context.ts';
import { isInside, leavesByBranch } from '../words/loops.ts';
import type { ProgramView } from '../kept/program-view.ts';
import type { Turns } from '../values/turns.ts';

/** Whether the word before was a branch, and which way it went. */
export type Way = 'taken' | 'passed' | undefined;

interface Step {
  readonly address: number;
  readonly next: number;
}

/**
 * The turns with which a path comes to a state; none where the declared counts forbid the step.
 * @param from the state before, undefined at the start of the path
 */
export function turnsOnArrival(
  context: PathContext,
  from: Step | undefined,
  state: { address: number; turns: Turns },
  way: Way,
): readonly Turns[] {
  const turns = from === undefined ? state.turns : leaveLoops(context, from, state.turns, way);
  if (turns === undefined) return [];
  return enterLoop(context, from, state.address, turns).flatMap((each) => assumeCount(context, state.address, each));
}

/** Whether a state changes its turns by coming to an address, though it is in no loop. */
export function countsTurns(view: ProgramView, address: number): boolean {
  return view.loop(address) !== undefined || view.charge(address)?.perCount !== undefined;
}

/** Drops the loops that a step leaves; undefined where it would leave one too early. */
function leaveLoops(context: PathContext, from: Step, turns: Turns, way: Way): Turns | undefined {
  let left = turns;
  for (const [head, turn] of turns.byHead) {
    const loop = context.view.loop(head)!;
    const passesLast = way === 'passed' && from.address === loop.last - 1 && loop.backs.has(from.address);
    const branchesOut =
      way === 'taken' && isInside(loop, from.address) && leavesByBranch(context.view, loop, from.address);
    if (!passesLast && !branchesOut) continue;
    if (turn < bounds(context, head, turns).min) return undefined;
    left = context.turns.without(left, head);
  }
  return left;
}

function enterLoop(context: PathContext, from: Step | undefined, address: number, turns: Turns): readonly Turns[] {
  const loop = context.view.loop(address);
  if (loop === undefined) return [turns];
  const again =
    from !== undefined && from.next === address && loop.backs.has(from.address - 1) && address !== from.address + 1;
  if (!again) return chooseCount(context, loop.count, turns).map((each) => context.turns.withTurn(each, address, 1));
  const turn = turns.byHead.get(address);
  const { max } = bounds(context, address, turns);
  if (turn !== undefined) return turn < max ? [context.turns.withTurn(turns, address, turn + 1)] : [];
  // The path began inside the loop: any turn but the first is possible.
  return Array.from({ length: Math.max(0, max - 1) }, (_, index) => context.turns.withTurn(turns, address, index + 2));
}

function bounds(context: PathContext, head: number, turns: Turns): { min: number; max: number } {
  const loop = context.view.loop(head)!;
  const count = loop.count === undefined ? undefined : turns.byCount.get(loop.count);
  return count === undefined ? loop : { min: count, max: count };
}

function assumeCount(context: PathContext, address: number, turns: Turns): readonly Turns[] {
  const charge = context.view.charge(address);
  return charge?.perCount === undefined ? [turns] : chooseCount(context, charge.perCount.count, turns);
}

function chooseCount(context: PathContext, name: string | undefined, turns: Turns): readonly Turns[] {
  if (name === undefined || turns.byCount.has(name)) return [turns];
  const range = context.view.overall.counts.get(name);
  if (range === undefined) return [turns];
  const length = range.max - range.min + 1;
  return Array.from({ length }, (_, index) => context.turns.withCount(turns, name, range.min + index));
}
