/**
 * Paths that no run can take, because two of their tests would have to go different ways.
 *
 * The graph of paths forgets what a byte was tested for. A path by which something is wrong is therefore executed
 * symbolically; where it can't be taken, another one with the same sums is looked for.
 */
import { elementAt } from '#basics';
import type { ProgramView } from '../kept/program-view.ts';
import { advanced, isSameArrival, pathTo, startAt, type Arrival } from './costs.ts';
import { nodesBefore, type LostRead, type PathGraph, type PathNode } from './path-graph.ts';
import { contradictionOn, SymbolicRun, type Contradiction } from '../values/symbolic-run.ts';

/** Words that are executed symbolically for all wrong paths of a check together. */
const MOST_STEPS = 20_000;

/** Something wrong, and a path by which it is. */
interface Wrong {
  readonly arrival: Arrival;
}

/** The first of some wrong paths that a run can take; if none is found, the first, with why no run can take it. */
export function firstPossible<W extends Wrong>(
  view: ProgramView,
  graph: PathGraph,
  found: readonly W[],
): W | (W & { readonly contradiction: Contradiction }) | undefined {
  if (found.length === 0) return undefined;
  const search = new Search(view, graph);
  let impossible: (W & { readonly contradiction: Contradiction }) | undefined;
  for (const wrong of found) {
    if (search.isOver) break;
    const contradiction = search.follow(pathTo(wrong.arrival));
    if (contradiction === undefined) return wrong;
    impossible ??= { ...wrong, contradiction };
  }
  for (const wrong of found) {
    const arrival = search.find(wrong.arrival);
    if (arrival !== undefined) return { ...wrong, arrival };
  }
  return impossible;
}

/**
 * The reads of lost registers to which a run comes, or may come.
 * @param most words that are executed for all of them together
 */
export function possibleReads(view: ProgramView, graph: PathGraph, most = MOST_STEPS): readonly LostRead[] {
  if (graph.lostReads.length === 0) return [];
  const search = new Search(view, graph);
  return graph.lostReads.filter(({ node }) => search.comesTo(node, most));
}

function startOf(view: ProgramView, { starts }: PathGraph): SymbolicRun {
  const { plan, external, values, ram } = view.overall;
  const { cells } = elementAt(starts, 0);
  const held = new Map<number, readonly number[]>();
  for (const [slot, byte] of plan.cells.entries()) {
    const value = cells[slot];
    if (value === undefined || external.has(byte) || !values.isCertain(value)) continue;
    held.set(byte, [...new Set(values.constants(value)?.map((constant) => constant & 0xff))]);
  }
  const isTable = (address: number): boolean => view.around.entries.get(address) !== undefined;
  return SymbolicRun.start({ ram, external, isTable, word: (address) => view.word(address) }, held);
}

/** A search for paths that a run can take; it is over after some steps. */
class Search {
  private before: readonly (readonly PathNode[])[] | undefined;
  private steps = 0;

  constructor(
    private readonly view: ProgramView,
    private readonly graph: PathGraph,
  ) {}

  get isOver(): boolean {
    return this.steps > MOST_STEPS;
  }

  /** Why no run can take a path; undefined if one can. */
  follow(path: readonly Arrival[]): Contradiction | undefined {
    this.steps += path.length;
    const steps = path.map(({ node }) => node);
    return contradictionOn(steps, startOf(this.view, this.graph));
  }

  /** Whether a run can come to a node; true also if the steps are used up before that is known. */
  comesTo(end: PathNode, most: number): boolean {
    const { view, graph } = this;
    if (graph.starts.includes(end) || this.steps > most) return true;
    const leading = this.leadingTo(end);
    const first = startOf(view, graph);
    const ways = graph.starts.map((node) => ({ node, run: first }));
    // Iterating an array includes what is added on the way: the shortest paths come first.
    for (const { node, run } of ways) {
      if (node === end || ++this.steps > most) return true;
      for (const following of node.followers.map((index) => elementAt(graph.nodes, index))) {
        // The handler may change what was tested before a check.
        const isCheckEnd = view.isCheckSlot(node.address) && following.address === node.address + 1;
        const after = isCheckEnd ? first.forgotten() : run.after(node.address, node.next, following.next);
        if (leading.has(following) && after instanceof SymbolicRun) ways.push({ node: following, run: after });
      }
    }
    return false;
  }

  /** A path to the same node with the same sums that a run can take; undefined if none is found in the steps. */
  find(end: Arrival): Arrival | undefined {
    const { view, graph } = this;
    const leading = this.leadingTo(end.node);
    const work = graph.starts.map((start) => ({ arrival: startAt(start), run: startOf(view, graph) }));
    for (let way = work.pop(); way !== undefined; way = work.pop()) {
      const { arrival, run } = way;
      const { node } = arrival;
      // Followed once more by itself: within the search, all paths share a limited number of computed sources.
      if (isSameArrival(arrival, end) && this.follow(pathTo(arrival)) === undefined) return arrival;
      this.steps++;
      if (this.isOver) return undefined;
      if (arrival.elapsed >= end.elapsed) continue;
      for (const index of node.followers) {
        const following = elementAt(graph.nodes, index);
        const after = leading.has(following) ? run.after(node.address, node.next, following.next) : undefined;
        if (after instanceof SymbolicRun) work.push({ arrival: advanced(arrival, following), run: after });
      }
    }
    return undefined;
  }

  /** The nodes from which paths lead to one, itself included. */
  private leadingTo(node: PathNode): ReadonlySet<PathNode> {
    const before = (this.before ??= nodesBefore(this.graph.nodes));
    const leading = new Set([node]);
    // Iterating a set includes what is added on the way.
    for (const each of leading) for (const one of before[each.index] ?? []) leading.add(one);
    return leading;
  }
}
