/**
 * States from which every way on is forbidden by a declaration.
 *
 * One way of a branch may be forbidden: that is what a declared count is for. But if no way is left from the entry of a
 * loop on, its declaration contradicts the code.
 */
import type { PathFault } from './path-faults.ts';
import { nodesBefore, type PathGraph, type PathNode } from './path-graph.ts';

/** What was pruned while paths were followed. */
export interface Pruned {
  /** Which declaration forbids a step from a state. */
  readonly steps: ReadonlyMap<PathNode, PathFault>;
  /** States each of which must have a possible way on, with the heads of the loops that are entered there. */
  readonly entries: ReadonlyMap<PathNode, readonly number[]>;
}

/** Makes a fault of each entry of a loop, and of the start of the paths, if no way leads on from there. */
export function markDeadEnds({ nodes, starts }: Pick<PathGraph, 'nodes' | 'starts'>, { steps, entries }: Pruned): void {
  if (steps.size === 0) return;
  const dead = findDead(nodes);
  // Of several starts, one that leads on is enough.
  const deadStarts = new Set(starts.every((start) => dead.has(start)) ? starts : []);
  for (const node of new Set([...deadStarts, ...entries.keys()])) {
    if (!dead.has(node)) continue;
    const faults = faultsAfter(nodes, node, steps);
    // What an enclosing loop forbids, such as another turn, says nothing about the loop that is entered here.
    const heads = entries.get(node) ?? [];
    const isOwn =
      deadStarts.has(node) || faults.every(({ place }) => heads.includes(place) || !node.turns.byHead.has(place));
    if (isOwn && faults[0] !== undefined) node.end = { kind: 'fault', ...faults[0] };
  }
}

/** States without an end whose followers, if any, are all such states. */
function findDead(nodes: readonly PathNode[]): ReadonlySet<PathNode> {
  const before = nodesBefore(nodes);
  const left = Uint32Array.from(nodes, ({ followers }) => followers.length);
  const dead = new Set<PathNode>();
  const work = nodes.filter(({ followers, end }) => followers.length === 0 && end === undefined);
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    dead.add(node);
    for (const each of before[node.index]!) if (--left[each.index]! === 0 && each.end === undefined) work.push(each);
  }
  return dead;
}

/** The contradictions that all ways from a state run into. */
function faultsAfter(
  nodes: readonly PathNode[],
  start: PathNode,
  steps: ReadonlyMap<PathNode, PathFault>,
): readonly PathFault[] {
  const seen = new Set([start]);
  const faults: PathFault[] = [];
  for (const node of seen) {
    const fault = steps.get(node);
    if (fault !== undefined) faults.push(fault);
    for (const index of node.followers) seen.add(nodes[index]!);
  }
  return faults;
}
