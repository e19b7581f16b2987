/**
 * Whether all runs take paths by which something is wrong.
 *
 * Which values bytes of RAM have together where a path begins is not known. So what is wrong on one side of a test of
 * them is in doubt; what is wrong on all sides is not. What comes from outside while the path runs may be anything in
 * any case: of such a test, one side that is wrong is enough.
 */
import { elementAt } from '#basics';
import { hexWord } from '#isa';
import { describeContradiction } from '../values/contradiction.ts';
import { contradictionOn, followed, SymbolicRun } from '../values/symbolic-run.ts';
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
 * A wrong path of which no run gets by; if there is none, one that no test excludes, or else the first, with what is in
 * doubt. Undefined if none is wrong.
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
  const along = followed(stepsTo(arrival), start);
  const run = along instanceof SymbolicRun ? along : start;
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

/** Whether runs go on from somewhere, as far as tests tell, and whether all of them are wrong. */
interface Outcome {
  readonly isPossible: boolean;
  readonly isWrong: boolean;
}

const IMPOSSIBLE: Outcome = { isPossible: false, isWrong: false };

class Search<W extends Wrong> {
  private readonly outlooks = new Map<string, Outlook>();
  private steps = 0;
  private forks = 0;

  constructor(private readonly question: SureQuestion<W>) {}

  /** A wrong path, if each run that begins here is wrong. */
  sure(found: readonly W[]): W | undefined {
    const { graph, start } = this.question;
    const starts = graph.starts.map((node) => ({ arrival: startAt(node), run: start }));
    return this.divided(starts, start).isWrong ? this.possible(found, start) : undefined;
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

  /** @param isToEnd whether to tell which runs get to the end also where none would be wrong */
  private followed(from: Way, isToEnd: boolean): Outcome {
    let way = from;
    for (;;) {
      const { node } = way.arrival;
      const outlook = this.outlook(way.arrival);
      // A declaration rules out each way on.
      if (node.followers.length === 0 && node.end === undefined) return IMPOSSIBLE;
      const isEnd =
        node.followers.length === 0 ||
        this.question.ends?.has(node) === true ||
        this.question.faultOf(way.arrival) !== undefined;
      const isOver = this.steps > MOST_STEPS || this.forks > MOST_FORKS;
      if (isEnd || isOver || (outlook !== 'some' && !isToEnd)) return { isPossible: true, isWrong: outlook === 'all' };
      const ways = this.waysFrom(way);
      const [only] = ways;
      if (only === undefined) return IMPOSSIBLE;
      if (ways.length > 1) return this.divided(ways, way.run, isToEnd);
      way = only;
    }
  }

  private divided(ways: readonly Way[], before: SymbolicRun, isToEnd = false): Outcome {
    const sources = ways.flatMap(({ run }) => run.testedSince(before));
    const isFree = sources.length > 0 && sources.every((source) => before.isFree(source));
    // Turns of a loop are counted: which number it is, only later tests tell.
    const isCounted = sources.length === 0;
    this.forks++;
    const all = ways.map((way) => this.followed(way, isToEnd || isCounted)).filter(({ isPossible }) => isPossible);
    this.forks--;
    const isPossible = all.length > 0;
    const isWrong = isFree ? all.some((each) => each.isWrong) : isPossible && all.every((each) => each.isWrong);
    return { isPossible, isWrong };
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
    this.steps += node.followers.length;
    return node.followers.flatMap((index) => {
      const following = elementAt(this.question.graph.nodes, index);
      const after = run.after(node.address, node.next, following.next);
      return after instanceof SymbolicRun ? [{ arrival: advanced(arrival, following), run: after }] : [];
    });
  }
}
