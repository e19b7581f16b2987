/**
 * The proof for one timed block: all paths from one address to another take n, or at most n, cycles.
 *
 * Cycles count from the first word, executed, up to the last address, not executed. AC, X and Y are unknown at the
 * start. A time check inside a block makes it unproven, since the handler takes time that no path shows.
 *
 * Blocks with the same start and different ends are one piece of code with several exits, such as a SYS function. A
 * path that comes to another exit, and from there to an unresolved jump, is taken to have left; runs are compared.
 */
import { hexWord } from '#isa';
import type { Found } from './kept/answers.ts';
import { knownBytes, MOST_SUSPECTS, rangeOf, signed } from './check-proof.ts';
import type { PathContext } from './kept/context.ts';
import { countCosts, pathTo, type Arrival } from './paths/costs.ts';
import { nodesBefore, type PathEnd, type PathGraph } from './paths/path-graph.ts';
import { followPaths } from './paths/paths.ts';
import { LOST } from './values/values.ts';
import { questionOf } from './paths/possible-paths.ts';
import { judgePaths } from './paths/sure-paths.ts';
import { firstUnfollowed, type Unfollowed } from './unfollowed.ts';
import type { ProgramView } from './kept/program-view.ts';
import type { TimeAssertion } from './contract/program.ts';
import type { BlockLeft, Judged, TimingResult } from './contract/report.ts';

const NO_EXITS: ReadonlySet<number> = new Set();

/**
 * @param others ends of the other blocks that begin where this one begins
 * @param most states that it may take
 */
export function proveBlock(
  context: PathContext,
  assertion: TimeAssertion,
  others: readonly number[],
  most: number,
): Found<Judged> {
  const graph = followBlock(context, assertion, NO_EXITS, most);
  const found = { value: judge(context.view, assertion, graph), states: graph.nodes.length };
  if (found.value.result.verdict !== 'unproven') return found;
  const left = leftBy(graph, others);
  if (left.exits.length === 0) return found;
  const upToExits = followBlock(context, assertion, new Set(left.exits), most);
  const value = judge(context.view, assertion, upToExits);
  const states = found.states + upToExits.nodes.length;
  const { result, suspects } = value;
  return { value: { result: result.verdict === 'exact' ? { ...result, left } : result, suspects }, states };
}

function followBlock(
  context: PathContext,
  { from, to }: TimeAssertion,
  exits: ReadonlySet<number>,
  most: number,
): PathGraph {
  const { view } = context;
  return followPaths(context, {
    address: from,
    next: (from + 1) & 0xffff,
    // Nothing is known of the registers, not even that Y is not 0.
    known: { ...knownBytes(view, from, !view.overall.hasLost), ac: LOST, y: LOST },
    lost: 0,
    atCheck: 'fault',
    guardAccount: false,
    end: to,
    exits,
    around: view.around,
    most,
  });
}

/**
 * Those of the other ends that paths come to, and from which all end at an unresolved jump; with all such jumps.
 *
 * An end from which some path comes to the end of this block, or ends for another reason, is inside the block.
 */
function leftBy({ nodes }: PathGraph, others: readonly number[]): BlockLeft {
  const before = nodesBefore(nodes);
  const leading = new Set(nodes.filter(({ end }) => end !== undefined && !isUnknownJump(end)));
  // Iterating a set includes what is added on the way.
  for (const { index } of leading) for (const node of before[index] ?? []) leading.add(node);
  const inside = new Set([...leading].map(({ address }) => address));
  const visited = new Set(nodes.map(({ address }) => address));
  const exits = others.filter((address) => visited.has(address) && !inside.has(address));
  const jumps = new Set(nodes.flatMap(({ end }) => (end !== undefined && isUnknownJump(end) ? [end.place] : [])));
  // An exit may be a delay slot. A jump to it goes on with the next word, so it is inside if that is.
  for (const exit of exits.toSorted((a, b) => b - a)) if (inside.has((exit + 1) & 0xffff)) inside.add(exit);
  return { exits, jumps: [...jumps], inside: [...inside] };
}

function isUnknownJump(end: PathEnd): end is Extract<PathEnd, { kind: 'fault' }> {
  return end.kind === 'fault' && end.isLeft === true;
}

function judge(view: ProgramView, assertion: TimeAssertion, graph: PathGraph): Judged {
  const costs = countCosts(graph);
  const { kind, address, from, to, cycles } = assertion;
  const ends = costs.ends.filter((arrival) => arrival.node.end?.kind === 'end');
  const range = rangeOf(ends);
  const common = { kind, address, cycles, range, late: 0, path: [], difference: 0, place: address } as const;
  const isWrong = ({ elapsed }: Arrival): boolean => (kind === 'exact' ? elapsed !== cycles : elapsed > cycles);
  const found = ends
    .filter(isWrong)
    .filter((arrival) => !pathTo(arrival).some(({ node }) => costs.loops.has(node)))
    .map((arrival) => ({ arrival }));
  const faultOf = (arrival: Arrival) =>
    arrival.node.end?.kind === 'end' && isWrong(arrival) ? { arrival } : undefined;
  const wrong = found.length === 0 ? undefined : judgePaths(questionOf(view, graph, faultOf, costs.loops), found);
  const wrongBy = (arrival: Arrival): TimingResult => {
    const { elapsed } = arrival;
    const difference = elapsed - cycles;
    const wanted = kind === 'exact' ? `${cycles}` : `at most ${cycles}`;
    const message = `A path from ${hexWord(from)} to ${hexWord(to)} takes ${elapsed} cycles, not ${wanted} (${signed(difference)})`;
    return { ...common, verdict: 'wrong', reason: 'timing-wrong', message, difference, path: stepsOf(arrival) };
  };
  if (wrong?.doubt !== undefined) {
    const { path, message: told } = wrongBy(wrong.arrival);
    const message = `${told}, ${wrong.doubt.message}`;
    const suspects = [wrong, ...found.slice(0, MOST_SUSPECTS)].map(({ arrival }) => wrongBy(arrival));
    return { result: { ...common, verdict: 'unproven', reason: 'timing-tests', message, path }, suspects };
  }
  if (wrong !== undefined) return { result: wrongBy(wrong.arrival), suspects: [] };
  const unproven =
    faultOfStart(view, assertion) ??
    firstUnfollowed(view, graph, costs, 'no known count') ??
    (ends.length === 0 ? noEnd(assertion) : undefined);
  if (unproven !== undefined) {
    const { arrival, ...why } = unproven;
    const path = arrival === undefined ? [] : stepsOf(arrival);
    return { result: { ...common, verdict: 'unproven', ...why, path }, suspects: [] };
  }
  const message =
    kind === 'exact'
      ? `Every path takes ${cycles} cycles`
      : `Every path takes at most ${range?.max ?? 0} of ${cycles} cycles`;
  return { result: { ...common, verdict: 'exact', message }, suspects: [] };
}

/** Paths are followed from the first word on to the one after it, so it must not also be the slot of a jump. */
function faultOfStart(view: ProgramView, { from }: TimeAssertion): Unfollowed | undefined {
  if (!view.isInSlot(from)) return undefined;
  const message = `The block begins at ${hexWord(from)}, which may be the slot of a jump that goes elsewhere`;
  return { reason: 'timing-entered', message, place: from };
}

function noEnd({ from, to, address }: TimeAssertion): Unfollowed {
  const message = `No path from ${hexWord(from)} comes to ${hexWord(to)}`;
  return { reason: 'timing-no-end', message, place: address };
}

function stepsOf(arrival: Arrival): TimingResult['path'] {
  return pathTo(arrival).map(({ node, elapsed }) => ({ address: node.address, cycle: elapsed }));
}
