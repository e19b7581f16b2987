/**
 * Whether some run takes one of the paths by which something is wrong.
 *
 * Each byte that a path finds in RAM has its values (held-bytes.ts), but which of them come up together is not known. So
 * one byte is chosen, and one of its values: there are runs with that. If all of them are wrong, whatever the other
 * bytes hold, then some run is wrong. What comes from outside while the path runs, or was there at power-on, may be
 * anything in any case; of such a test, one way that is wrong is enough.
 */
import { elementAt } from '#basics';
import { hexWord } from '#isa';
import { NONE, type Source } from '../values/sources.ts';
import { contradictionOn, describeContradiction, SymbolicRun } from '../values/symbolic-run.ts';
import { advanced, pathTo, startAt, type Arrival } from './costs.ts';
import type { Step, StepGraph } from './path-graph.ts';

/** Words that are executed symbolically to judge all wrong paths of a graph. */
const MOST_STEPS = 4_000;
/** The most forks of one path; beyond that, it is taken not to be wrong. */
const MOST_FORKS = 100;
/** Arrivals of which it is found out whether wrong paths lead on from there. */
const MOST_OUTLOOKS = 100_000;

/** Something wrong, and a path by which it is. */
interface Wrong {
  readonly arrival: Arrival;
}

/** Why perhaps no run takes a path, as a part of a sentence; and the test at which it is in doubt. */
export interface Doubt {
  readonly message: string;
  readonly place: number;
}

/** What is asked about the paths of a graph. */
export interface SureQuestion<W extends Wrong> {
  readonly graph: StepGraph;
  /** The path with no step yet. */
  readonly start: SymbolicRun;
  /** Whether a path is wrong with its last step. */
  faultOf(arrival: Arrival): W | undefined;
  /** Whether that depends on the cycles of the path. */
  readonly isTimed: boolean;
  /** Steps with which paths end. */
  readonly ends?: ReadonlySet<Step>;
}

/**
 * A wrong path that some run is sure to take; if there is none, one that no test excludes, or else the first, with what
 * is in doubt. Undefined if none is wrong.
 * @param found wrong paths, the one to report first
 */
export function judgePaths<W extends Wrong>(
  question: SureQuestion<W>,
  found: readonly W[],
): (W & { readonly doubt?: Doubt }) | undefined {
  const search = new Search(question);
  const sure = search.sure(found);
  if (sure !== undefined) return sure;
  const possible = firstPossible(question, found, search);
  if (possible === undefined || possible.doubt !== undefined) return possible;
  return { ...possible, doubt: doubtOf(possible.arrival, question.start) };
}

/** A wrong path that no test excludes; if there is none, the first of some, with why no run can take it. */
export function firstPossible<W extends Wrong>(
  question: SureQuestion<W>,
  found: readonly W[],
  search = new Search(question),
): (W & { readonly doubt?: Doubt }) | undefined {
  const possible = search.possible(found, question.start);
  const [first] = found;
  if (possible !== undefined || first === undefined) return possible;
  const contradiction = contradictionOn(stepsTo(first.arrival), question.start);
  if (contradiction === undefined) return first;
  return { ...first, doubt: { message: `but ${describeContradiction(contradiction)}`, place: contradiction.second } };
}

function doubtOf(arrival: Arrival, start: SymbolicRun): Doubt {
  const steps = stepsTo(arrival);
  let run = start;
  for (const [index, { address, next }] of steps.entries()) {
    const then = steps[index + 1]?.next;
    const after = then === undefined ? run : run.after(address, next, then);
    if (after instanceof SymbolicRun) run = after;
  }
  const all = run.tests();
  const isFree = ({ source }: (typeof all)[number]): boolean => run.isFree(source);
  const named = [...all.filter((test) => !isFree(test)), ...all.filter(isFree)].slice(0, 2);
  const tests = all.filter((test) => named.includes(test));
  const told = tests.map(({ source, address }) => `${source.name} is tested at ${hexWord(address)}`).join(' and ');
  const message = `but perhaps no run takes this path${told === '' ? '' : `: ${told}`}`;
  return { message, place: tests.at(-1)?.address ?? arrival.node.address };
}

function stepsTo(arrival: Arrival): readonly Step[] {
  return pathTo(arrival).map(({ node }) => node);
}

/** Whether wrong paths lead on from an arrival, as far as the graph tells: none, some, or all that do. */
type Outlook = 'none' | 'some' | 'all';

/** One way on, and what its tests leave. */
interface Way {
  readonly arrival: Arrival;
  readonly run: SymbolicRun;
}

/** For how many values of a byte runs get somewhere, and those for which each of them is wrong. */
interface Outcome {
  readonly possible: readonly number[];
  readonly wrong: readonly number[];
}

/** Adds the bytes that were tested with a way's last step, and can be chosen. */
function addTested(tested: Set<Source>, { run }: Way, before: SymbolicRun): void {
  for (const source of run.testedSince(before)) {
    if (source.isFirst === true && !before.isFree(source)) tested.add(source);
  }
}

class Search<W extends Wrong> {
  private readonly outlooks = new Map<string, Outlook>();
  private steps = 0;
  private forks = 0;

  constructor(private readonly question: SureQuestion<W>) {}

  /** A wrong path that some run takes. */
  sure(found: readonly W[]): W | undefined {
    const { graph, start } = this.question;
    const starts = graph.starts.map((node) => ({ arrival: startAt(node), run: start }));
    // No byte is chosen first. Iterating a set includes what is added on the way.
    const tested = new Set([NONE]);
    for (const chosen of tested) {
      const [value] = this.divided(starts, start, chosen, tested).wrong;
      if (value === undefined) continue;
      const wrong = this.possible(found, start.where(chosen, value));
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }

  /** A wrong path that contradicts no test. */
  possible(found: readonly W[], start: SymbolicRun): W | undefined {
    const isPossible = ({ arrival }: W): boolean => contradictionOn(stepsTo(arrival), start) === undefined;
    const first = found.find((wrong) => (this.steps += wrong.arrival.elapsed) <= 2 * MOST_STEPS && isPossible(wrong));
    if (first !== undefined) return first;
    const work = this.question.graph.starts.map((node) => ({ arrival: startAt(node), run: start }));
    for (let way = work.pop(); way !== undefined && this.steps <= 3 * MOST_STEPS; way = work.pop()) {
      const wrong = this.question.faultOf(way.arrival);
      if (wrong !== undefined && isPossible(wrong)) return wrong;
      work.push(...this.waysFrom(way).filter(({ arrival }) => this.outlook(arrival) !== 'none'));
    }
    return undefined;
  }

  /**
   * The values of a byte with which runs come here, and those with which each is wrong, whatever other bytes hold.
   * @param tested takes the bytes on which that depends
   * @param isToEnd whether to tell which runs get to the end also where none would be wrong
   */
  private followed(from: Way, chosen: Source, tested: Set<Source>, isToEnd: boolean): Outcome {
    let way = from;
    for (;;) {
      const { node } = way.arrival;
      const outlook = this.outlook(way.arrival);
      const values = way.run.valuesOf(chosen);
      // A declaration rules out each way on.
      if (node.followers.length === 0 && node.end === undefined) return { possible: [], wrong: [] };
      const isEnd =
        node.followers.length === 0 ||
        this.question.ends?.has(node) === true ||
        this.question.faultOf(way.arrival) !== undefined;
      const isOver = this.steps > MOST_STEPS || this.forks > MOST_FORKS;
      if (isEnd || isOver || (outlook !== 'some' && !isToEnd))
        return { possible: values, wrong: outlook === 'all' ? values : [] };
      const ways = this.waysFrom(way);
      const [only] = ways;
      if (only === undefined) return { possible: [], wrong: [] };
      if (ways.length > 1) return this.divided(ways, way.run, chosen, tested, isToEnd);
      addTested(tested, only, way.run);
      way = only;
    }
  }

  private divided(
    ways: readonly Way[],
    before: SymbolicRun,
    chosen: Source,
    tested: Set<Source>,
    isToEnd = false,
  ): Outcome {
    for (const way of ways) addTested(tested, way, before);
    const sources = ways.flatMap(({ run }) => run.testedSince(before));
    const isFree = sources.length > 0 && sources.every((source) => before.isFree(source));
    // Turns of a loop are counted: which number it is, only later tests tell.
    const isCounted = sources.length === 0;
    this.forks++;
    const each = ways.map((way) => {
      const { possible, wrong } = this.followed(way, chosen, tested, isToEnd || isCounted);
      const isTold = way.run.testedSince(before).includes(chosen);
      return { possible: new Set(possible), wrong: new Set(wrong), isTold };
    });
    this.forks--;
    const possible = before.valuesOf(chosen).filter((value) => each.some((way) => way.possible.has(value)));
    const wrong = possible.filter((value) => {
      const here = each.filter((way) => way.possible.has(value));
      // A way by the first entry of a table, which stands for others, does not say which.
      const told = here.filter((way) => way.isTold);
      const all = told.length > 0 ? told : here;
      return isFree ? all.some((way) => way.wrong.has(value)) : all.every((way) => way.wrong.has(value));
    });
    return { possible, wrong };
  }

  /** Of paths that come to a cycle, it is taken that they are not wrong. */
  private outlook(from: Arrival): Outlook {
    const { outlooks, question } = this;
    const { graph, ends, isTimed } = question;
    const keyOf = ({ node, elapsed, charged, lowest }: Arrival): string =>
      isTimed ? `${node.index} ${elapsed} ${charged} ${lowest}` : `${node.index}`;
    const stack: { arrival: Arrival; key: string; at: number; after: Set<Outlook> }[] = [];
    const open = (arrival: Arrival): Outlook | undefined => {
      const key = keyOf(arrival);
      const known = outlooks.get(key);
      if (known !== undefined) return known;
      if (outlooks.size > MOST_OUTLOOKS) return 'some';
      const { node } = arrival;
      const outlook = question.faultOf(arrival) === undefined ? 'none' : 'all';
      outlooks.set(key, outlook);
      if (outlook === 'all' || node.followers.length === 0 || ends?.has(node) === true) return outlook;
      stack.push({ arrival, key, at: 0, after: new Set() });
      return undefined;
    };
    let outlook = open(from);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const index = top.arrival.node.followers[top.at++];
      if (index !== undefined) {
        const known = open(advanced(top.arrival, elementAt(graph.nodes, index)));
        if (known !== undefined) top.after.add(known);
        continue;
      }
      const [only = 'none'] = top.after;
      outlook = top.after.size === 1 ? only : 'some';
      outlooks.set(top.key, outlook);
      stack.pop();
      stack.at(-1)?.after.add(outlook);
    }
    return outlook ?? 'none';
  }

  private waysFrom({ arrival, run }: Way): readonly Way[] {
    const { node } = arrival;
    this.steps++;
    return node.followers.flatMap((index) => {
      const following = elementAt(this.question.graph.nodes, index);
      const after = run.after(node.address, node.next, following.next);
      return after instanceof SymbolicRun ? [{ arrival: advanced(arrival, following), run: after }] : [];
    });
  }
}
