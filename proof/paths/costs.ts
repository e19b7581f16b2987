/**
 * Time over a path graph: every sum of cycles and charges with which a path can come to a state.
 *
 * States are taken in topological order, so each is done once however many paths meet in it. A cycle in the graph is a
 * loop without a known end: the edge that closes it is left out and reported, and all other paths still count.
 */
import { elementAt } from '#basics';
import { LIMITS } from '../contract/limits.ts';
import type { PathEnd, PathGraph, PathNode, Step } from './path-graph.ts';

/** One way to come to a state, by its sums. */
export interface Arrival {
  /** Cycles from the start, before the state's word. */
  readonly elapsed: number;
  /** Charges less refunds on the way. */
  readonly charged: number;
  /** The least value of charges less cycles at any state on the way. */
  readonly lowest: number;
  readonly node: Step;
  readonly before: Arrival | undefined;
}

export interface Costs {
  /** Arrivals at states where paths end. */
  readonly ends: readonly Arrival[];
  /** States at which loops without a known end close. */
  readonly loops: ReadonlySet<Step>;
  /** Where charges less refunds are greatest, and where they are least. */
  readonly mostCharged: Arrival;
  readonly leastCharged: Arrival;
  /** A state with more arrivals than are counted; undefined if there is none. */
  readonly crowded: PathNode | undefined;
}

/** The least and most cycles that paths take to ends of one kind. */
export interface CostRange {
  /** null if no path does. */
  readonly range: { readonly min: number; readonly max: number } | null;
  /** States at which loops without a known end close. */
  readonly loops: ReadonlySet<PathNode>;
}

/** Finds only the shortest and the longest path, which is much quicker than {@link countCosts}. */
export function countRange(graph: PathGraph, kind: PathEnd['kind']): CostRange {
  const { nodes, starts } = graph;
  const { order, closing, loops } = topologicalOrder(graph);
  const least = new Int32Array(nodes.length).fill(-1);
  const most = new Int32Array(nodes.length).fill(-1);
  let shortest = Infinity;
  let longest = -1;
  for (const { index } of starts) least[index] = most[index] = 0;
  for (const { index, followers, end } of order) {
    const [min, max] = [least[index]!, most[index]!];
    if (max < 0) continue;
    if (end?.kind === kind) {
      shortest = Math.min(shortest, min);
      longest = Math.max(longest, max);
    }
    for (const each of followers) {
      if (closing.size > 0 && closing.has(index * nodes.length + each)) continue;
      if (least[each] === -1 || least[each]! > min + 1) least[each] = min + 1;
      if (most[each]! < max + 1) most[each] = max + 1;
    }
  }
  return { range: longest < 0 ? null : { min: shortest, max: longest }, loops };
}

/** Counts cycles and charges on all paths. */
export function countCosts(graph: PathGraph): Costs {
  const { order, closing, loops } = topologicalOrder(graph);
  const arrivals: (Arrival[] | undefined)[] = [];
  const ends: Arrival[] = [];
  let crowded: PathNode | undefined;
  let total = 0;
  for (const node of graph.starts) arrivals[node.index] = [startAt(node)];
  let mostCharged = startAt(elementAt(graph.starts, 0));
  let leastCharged = mostCharged;
  for (const node of order) {
    const here = arrivals[node.index];
    if (here === undefined) continue;
    total += here.length;
    if (here.length > LIMITS.sums || total > LIMITS.allSums) {
      crowded = node;
      continue;
    }
    for (const arrival of here) {
      if (arrival.charged > mostCharged.charged) mostCharged = arrival;
      if (arrival.charged < leastCharged.charged) leastCharged = arrival;
      if (node.end !== undefined) ends.push(arrival);
      for (const index of node.followers) {
        if (closing.size > 0 && closing.has(node.index * graph.nodes.length + index)) continue;
        advance(arrival, graph.nodes[index]!, arrivals);
      }
    }
    arrivals[node.index] = undefined;
  }
  return { ends, loops, mostCharged, leastCharged, crowded };
}

function advance(before: Arrival, node: PathNode, arrivals: (Arrival[] | undefined)[]): void {
  const arrival = advanced(before, node);
  const there = (arrivals[node.index] ??= []);
  // One too many is enough: the others would each be compared with all.
  if (there.length <= LIMITS.sums && !there.some((each) => isSameArrival(each, arrival))) there.push(arrival);
}

/** The arrival where a path begins. */
export function startAt(node: Step): Arrival {
  return { elapsed: 0, charged: 0, lowest: 0, node, before: undefined };
}

/** The arrival at a state that follows the one of another. */
export function advanced(before: Arrival, node: Step): Arrival {
  const elapsed = before.elapsed + 1;
  const charged = before.charged + before.node.charge;
  return { elapsed, charged, lowest: Math.min(before.lowest, charged - elapsed), node, before };
}

/** Whether two ways come to the same state with the same sums. */
export function isSameArrival(a: Arrival, b: Arrival): boolean {
  return a.node === b.node && a.elapsed === b.elapsed && a.charged === b.charged && a.lowest === b.lowest;
}

/** Depth first, last finished first. Edges to a state that is still open close a loop. */
function topologicalOrder({ nodes, starts }: PathGraph): {
  order: readonly PathNode[];
  closing: ReadonlySet<number>;
  loops: ReadonlySet<PathNode>;
} {
  const finished: PathNode[] = [];
  const closing = new Set<number>();
  const state = new Uint8Array(nodes.length);
  const position = new Uint32Array(nodes.length);
  const stack: PathNode[] = [];
  const loops = new Set<PathNode>();
  const open = (node: PathNode): void => {
    state[node.index] = 1;
    stack.push(node);
  };
  for (const start of starts) {
    if (state[start.index] === 0) open(start);
    for (let node = stack.at(-1); node !== undefined; node = stack.at(-1)) {
      const at = position[node.index]!;
      const index = node.followers[at];
      if (index === undefined) {
        state[node.index] = 2;
        finished.push(node);
        stack.pop();
        continue;
      }
      position[node.index] = at + 1;
      if (state[index] === 0) open(nodes[index]!);
      else if (state[index] === 1) {
        closing.add(node.index * nodes.length + index);
        loops.add(nodes[index]!);
      }
    }
  }
  return { order: finished.reverse(), closing, loops };
}

/** The states of a path from its start, the last one included. */
export function pathTo(arrival: Arrival): readonly Arrival[] {
  const path: Arrival[] = [];
  for (let at: Arrival | undefined = arrival; at !== undefined; at = at.before) path.push(at);
  return path.reverse();
}
