/**
 * The proof for one timed block: all paths from one address to another take n, or at most n, cycles.
 *
 * Cycles count from the first word, executed, up to the last address, not executed. Nothing is
 * assumed of AC, X and Y at the start. A time check inside a block makes it unproven, since the
 * handler takes time that no path shows.
 */
import { hexWord } from '#isa';
import type { Found } from './kept/answers.ts';
import { knownBytes, rangeOf, signed } from './check-proof.ts';
import type { PathContext } from './kept/context.ts';
import { countCosts, pathTo, type Arrival, type Costs } from './paths/costs.ts';
import { followPaths } from './paths/paths.ts';
import type { TimeAssertion } from './contract/program.ts';
import type { TimingReason, TimingResult } from './contract/report.ts';

/** Proves one assertion. @param most states that it may take */
export function proveBlock(context: PathContext, assertion: TimeAssertion, most: number): Found<TimingResult> {
  const { from, to } = assertion;
  const { view } = context;
  const graph = followPaths(context, {
    address: from,
    next: (from + 1) & 0xffff,
    known: knownBytes(view, from, !view.overall.hasLost),
    lost: 0,
    atCheck: 'fault',
    guardAccount: false,
    end: to,
    around: view.around,
    most,
  });
  return { value: judge(assertion, countCosts(graph)), states: graph.nodes.length };
}

function judge(assertion: TimeAssertion, costs: Costs): TimingResult {
  const { kind, address, from, to, cycles } = assertion;
  const ends = costs.ends.filter((arrival) => arrival.node.end?.kind === 'end');
  const range = rangeOf(ends);
  const common = { kind, address, cycles, range, late: 0, path: [], difference: 0, place: address } as const;
  const wrong = ends
    .filter(({ elapsed }) => (kind === 'exact' ? elapsed !== cycles : elapsed > cycles))
    .find((arrival) => !pathTo(arrival).some(({ node }) => costs.loops.has(node)));
  if (wrong !== undefined) {
    const difference = wrong.elapsed - cycles;
    const wanted = kind === 'exact' ? `${cycles}` : `at most ${cycles}`;
    const message = `A path from ${hexWord(from)} to ${hexWord(to)} takes ${wrong.elapsed} cycles, not ${wanted} (${signed(difference)})`;
    return { ...common, verdict: 'wrong', reason: 'timing-wrong', message, difference, path: stepsOf(wrong) };
  }
  const unproven = fault(assertion, costs, ends.length);
  if (unproven !== undefined) return { ...common, verdict: 'unproven', ...unproven };
  const message =
    kind === 'exact'
      ? `Every path takes ${cycles} cycles`
      : `Every path takes at most ${range?.max ?? 0} of ${cycles} cycles`;
  return { ...common, verdict: 'exact', message };
}

function fault(
  assertion: TimeAssertion,
  costs: Costs,
  ends: number,
): (Pick<TimingResult, 'message' | 'place' | 'path'> & { reason: TimingReason }) | undefined {
  for (const arrival of costs.ends) {
    const { end } = arrival.node;
    if (end?.kind === 'fault')
      return { reason: end.reason, message: end.message, place: end.place, path: stepsOf(arrival) };
    if (end?.kind !== 'return') continue;
    const message = 'A path leaves the block through an unknown return';
    return { reason: 'timing-return', message, place: arrival.node.address, path: stepsOf(arrival) };
  }
  const [loop] = costs.loops;
  if (loop !== undefined) {
    const place = loop.address;
    return { reason: 'timing-loop', message: `The loop through ${hexWord(place)} has no known count`, place, path: [] };
  }
  if (costs.crowded !== undefined) {
    return {
      reason: 'timing-limit',
      message: 'Too many different sums of cycles to count',
      place: costs.crowded.address,
      path: [],
    };
  }
  if (ends > 0) return undefined;
  const message = `No path from ${hexWord(assertion.from)} comes to ${hexWord(assertion.to)}`;
  return { reason: 'timing-no-end', message, place: assertion.address, path: [] };
}

function stepsOf(arrival: Arrival): TimingResult['path'] {
  return pathTo(arrival).map(({ node, elapsed }) => ({ address: node.address, cycle: elapsed }));
}
