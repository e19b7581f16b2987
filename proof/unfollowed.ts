/** Why a check or a timed block is unproven although no path that a run can take is wrong. */
import { hexWord } from '#isa';
import type { TimingReason } from './contract/report.ts';
import type { ProgramView } from './kept/program-view.ts';
import type { Arrival, Costs } from './paths/costs.ts';
import type { PathGraph } from './paths/path-graph.ts';
import { questionOf } from './paths/possible-paths.ts';
import { firstPossible } from './paths/sure-paths.ts';

export interface Unfollowed {
  readonly reason: TimingReason;
  readonly message: string;
  readonly place: number;
  /** The path that is not followed to its end, if it is one. */
  readonly arrival?: Arrival;
}

/**
 * The first path that is not followed to its end; rather one that a run can take.
 * @param unless what a loop would need
 */
export function firstUnfollowed(
  view: ProgramView,
  graph: PathGraph,
  costs: Costs,
  unless: string,
): Unfollowed | undefined {
  const faults = costs.ends.flatMap((arrival) => faultOf(arrival) ?? []);
  const first = faults.length === 0 ? undefined : firstPossible(questionOf(view, graph, faultOf, costs.loops), faults);
  if (first !== undefined && first.doubt === undefined) return first;
  const [loop] = costs.loops;
  if (loop !== undefined) {
    const message = `The loop through ${hexWord(loop.address)} has ${unless}`;
    return { reason: 'timing-loop', message, place: loop.address };
  }
  if (costs.crowded !== undefined) {
    const message = 'Too many different sums of cycles to count';
    return { reason: 'timing-limit', message, place: costs.crowded.address };
  }
  if (first?.doubt === undefined) return undefined;
  const { arrival, doubt } = first;
  return { reason: 'timing-tests', message: `${first.message}, ${doubt.message}`, place: doubt.place, arrival };
}

function faultOf(arrival: Arrival): (Unfollowed & { readonly arrival: Arrival }) | undefined {
  const { end, address } = arrival.node;
  if (end?.kind !== 'fault' && end?.kind !== 'return') return undefined;
  const { before } = arrival;
  // Behind a jump whose target is not known, one or two words follow that say nothing of it.
  if (end.kind === 'fault') {
    const last = end.place === before?.node.address ? before : arrival;
    return { reason: end.reason, message: end.message, place: end.place, arrival: last };
  }
  const message = 'A path leaves through an unknown return';
  return { reason: 'timing-return', message, place: address, arrival: before?.before ?? arrival };
}
