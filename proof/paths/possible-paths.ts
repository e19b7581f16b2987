/**
 * What is asked about the paths of a graph, and the reads of lost registers to which runs come.
 *
 * The graph forgets what a byte was tested for. Paths by which something is wrong are therefore executed symbolically.
 */
import { elementAt } from '#basics';
import type { ProgramView } from '../kept/program-view.ts';
import { SymbolicRun } from '../values/symbolic-run.ts';
import type { Arrival } from './costs.ts';
import { nodesBefore, type LostRead, type PathGraph, type PathNode, type Step } from './path-graph.ts';
import { judgePaths, type Doubt, type SureQuestion } from './sure-paths.ts';

/** Words that are executed symbolically for all reads of a graph together. */
const MOST_STEPS = 20_000;

/** The question which paths are wrong. @param faultOf what is wrong with the last step of a path, if something is */
export function questionOf<W extends { readonly arrival: Arrival }>(
  view: ProgramView,
  graph: PathGraph,
  faultOf: (arrival: Arrival) => W | undefined,
  ends?: ReadonlySet<Step>,
): SureQuestion<W> {
  return { graph, start: startOf(view), faultOf, isTimed: true, ...(ends !== undefined && { ends }) };
}

/** A read of a lost register; with what is in doubt, if perhaps no run comes to it. */
export type JudgedRead = LostRead & { readonly doubt?: Doubt };

/** The reads of lost registers to which paths come that no test excludes. */
export function judgeReads(view: ProgramView, graph: PathGraph): readonly JudgedRead[] {
  return possibleReads(view, graph).map((read) => {
    const { address } = read.node;
    const reads = new Set<Step>(graph.lostReads.flatMap(({ node }) => (node.address === address ? [node] : [])));
    const faultOf = (arrival: Arrival) => (reads.has(arrival.node) ? { arrival } : undefined);
    const question = { ...questionOf(view, graph, faultOf), isTimed: false };
    const judged = judgePaths(question, []) ?? { doubt: { message: 'but perhaps no run comes here', place: address } };
    return judged.doubt === undefined ? read : { ...read, doubt: judged.doubt };
  });
}

/**
 * The reads of lost registers to which a run comes, or may come.
 * @param most words that are executed for all of them together
 */
export function possibleReads(view: ProgramView, graph: PathGraph, most = MOST_STEPS): readonly LostRead[] {
  if (graph.lostReads.length === 0) return [];
  const before = nodesBefore(graph.nodes);
  let steps = 0;
  const comesTo = (end: PathNode): boolean => {
    if (graph.starts.includes(end) || steps > most) return true;
    const leading = leadingTo(end, before);
    const first = startOf(view);
    const ways = graph.starts.map((node) => ({ node, run: first }));
    // Iterating an array includes what is added on the way: the shortest paths come first.
    for (const { node, run } of ways) {
      if (node === end || ++steps > most) return true;
      for (const following of node.followers.map((index) => elementAt(graph.nodes, index))) {
        // The handler may change what was tested before a check.
        const isCheckEnd = view.isCheckSlot(node.address) && following.address === node.address + 1;
        const after = isCheckEnd ? first.forgotten() : run.after(node.address, node.next, following.next);
        if (leading.has(following) && after instanceof SymbolicRun) ways.push({ node: following, run: after });
      }
    }
    return false;
  };
  return graph.lostReads.filter(({ node }) => comesTo(node));
}

/** The nodes from which paths lead to one, itself included. */
function leadingTo(node: PathNode, before: readonly (readonly PathNode[])[]): ReadonlySet<PathNode> {
  const leading = new Set([node]);
  // Iterating a set includes what is added on the way.
  for (const each of leading) for (const one of before[each.index] ?? []) leading.add(one);
  return leading;
}

function startOf(view: ProgramView): SymbolicRun {
  const { external, ram } = view.overall;
  const isTable = (entry: number): boolean => view.around.entries.get(entry) !== undefined;
  return SymbolicRun.start({ ram, external, isTable, word: (at) => view.word(at) });
}
