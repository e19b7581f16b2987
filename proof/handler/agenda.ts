/**
 * States that wait to be followed, by time. Equal states at the same time become one, with the ranges of all.
 */
import { hull } from './ranges.ts';
import { hashOfState, isSameState, type State } from './state.ts';

/** The earliest possible time: minus the most that an account can hold. */
const EARLIEST = -256;

/** Up to this many states, comparing with each is faster than a table. */
const FEW = 6;

/** The states of one time. */
interface Moment {
  readonly states: State[];
  /** States by their hash, where there are many. */
  byHash: Map<number, State[]> | undefined;
}

/** The states that wait, earliest first. */
export class Agenda {
  private readonly moments: (Moment | undefined)[] = [];
  /** Nothing waits before this index. */
  private first = 0;
  /** How many states wait. */
  count = 0;

  /** Adds a state; from now on it belongs to the agenda. */
  add(state: State): void {
    const place = state.time - EARLIEST;
    // A path that has waited out what was left begins to count before the others.
    if (place < this.first) this.first = place;
    const moment = (this.moments[place] ??= { states: [], byHash: undefined });
    const there = find(moment, state);
    if (there !== undefined) there.ranges = hull(there.ranges, state.ranges);
    else {
      this.count++;
      moment.states.push(state);
      if (moment.byHash !== undefined) index(moment.byHash, state);
    }
  }

  /** Takes all states of the earliest time; none where nothing waits. */
  take(): readonly State[] {
    for (; this.first < this.moments.length; this.first++) {
      const moment = this.moments[this.first];
      if (moment === undefined) continue;
      this.moments[this.first] = undefined;
      this.count -= moment.states.length;
      return moment.states;
    }
    return [];
  }
}

function find(moment: Moment, state: State): State | undefined {
  const { states } = moment;
  if (states.length <= FEW) {
    for (const each of states) if (isSameState(each, state)) return each;
    return undefined;
  }
  if (moment.byHash === undefined) {
    moment.byHash = new Map();
    for (const each of states) index(moment.byHash, each);
  }
  return moment.byHash.get(hashOfState(state))?.find((each) => isSameState(each, state));
}

function index(byHash: Map<number, State[]>, state: State): void {
  const hash = hashOfState(state);
  const alike = byHash.get(hash);
  if (alike === undefined) byHash.set(hash, [state]);
  else alike.push(state);
}
