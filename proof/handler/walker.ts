/**
 * Follows the handler's words over all values that it may find, cycle by cycle.
 *
 * Paths that come to the same state in the same cycle are one from there on, with the ranges of both. States are taken
 * in order of time, so that each is followed once.
 */
import { addTo } from '#basics';
import { leavesProgram } from '../contract/line-faults.ts';
import { faultAt, type HandlerFault } from './fault.ts';
import { CHECK_WORD, copyOf, hashOfState, isSameState, join, noted, PENDING, RESUMED, type State } from './state.ts';
import type { Tools } from './tools.ts';
import type { HandlerValue } from './values.ts';

/** The time after which nothing is followed: more than two lines, even if lines are twice as long. */
const LATEST = 1024;

/**
 * States after which following is given up, on the way in and over all lines; the engine's handler takes half a
 * million.
 */
const MOST_ON_WAY_IN = 60_000;
const MOST_STATES = 2_000_000;

/** What is asked while paths are followed. */
export interface Visitor {
  /** Asked in front of a word, or at {@link RESUMED} or {@link PENDING}: whether the path ends here. */
  endsAt(state: State): boolean;
  /** The word at `address` has changed the sync bits to those of the state: whether the path ends with it. */
  sync(state: State, before: number, address: number): boolean;
}

/** What one word does: all that can follow a state, or undefined if that is only the state itself, which it changes. */
export type Step = (state: State, walker: Walker) => readonly State[] | undefined;

export class Walker {
  /** Set when a byte was read that is not among those kept: another pass is needed. */
  isShort = false;
  /** How many faults have been found, including those that are not reported. */
  faults = 0;
  /** The first fault; nothing is followed after it. */
  fault: HandlerFault | undefined;
  /** The page of the checks that leave by the way in that is followed; undefined where they have several. */
  page: number | undefined;
  /** Bytes of the zero page that words may have stored to, each with the address of one of them. */
  readonly stores = new Map<number, number>();
  private agenda = new Agenda();
  /** States of the current time whose turn is still to come. */
  private others = 0;
  private states = 0;
  /** Whether states note all words on their path. */
  private notesWords: boolean;

  constructor(
    readonly tools: Tools,
    private readonly execute: Step,

    /** 1 for the addresses of all words that were executed. */
    readonly seen: Uint8Array,

    /** Bytes of the zero page that one line leaves for another, as far as is known; undefined on the way in. */
    private readonly kept?: Set<number>,

    /** Bytes that are not worth keeping: they may hold anything. */
    private readonly idle: ReadonlySet<number> = new Set<number>(),
  ) {
    this.page = tools.onlyPage;
    // The way in is short, and whether two ways agree is only seen when all of them have been followed.
    this.notesWords = kept === undefined;
  }

  /** Follows paths from some states until each has ended. */
  walk(starts: readonly State[], visitor: Visitor): void {
    this.walkOnce(starts.map(copyOf), visitor);
    const { fault } = this;
    if (fault === undefined || this.notesWords) return;
    // Once more, to note all words on the path to the fault.
    this.fault = undefined;
    this.states = 0;
    this.agenda = new Agenda();
    this.notesWords = true;
    this.walkOnce(starts, visitor);
    this.fault ??= fault;
  }

  private walkOnce(starts: readonly State[], visitor: Visitor): void {
    for (const start of starts) this.wait(start);
    for (let states = this.agenda.take(); states.length > 0 && !this.isOver; states = this.agenda.take()) {
      this.others = states.length;
      for (const state of states) {
        this.others--;
        this.follow(state, visitor);
      }
    }
  }

  /** Whether nothing more is followed. */
  get isOver(): boolean {
    return this.fault !== undefined || this.isShort;
  }

  /** What a byte holds that this line has not stored. It is read, so from now on it is one that lines keep. */
  read(byte: number): HandlerValue {
    if (this.kept?.has(byte) === false && !this.idle.has(byte)) {
      this.kept.add(byte);
      this.isShort = true;
    }
    return this.tools.values.lost;
  }

  /** Notes the first reason why the handler is not proven. */
  fail(state: State, isWrong: boolean, message: string, place = wordOf(state)): void {
    this.faults++;
    this.fault ??= faultAt(this.tools, isWrong, message, [state], place);
  }

  /** Has a state wait for its time. The verdict depends on its word even if a fault is found before. */
  private wait(state: State): void {
    this.seen[state.address & 0xffff] = 1;
    this.agenda.add(state);
  }

  /** Follows one path up to where others can meet it. */
  private follow(start: State, visitor: Visitor): void {
    let state = start;
    while (!this.isOver) {
      const { address, sync } = state;
      // Also where there is no word: the verdict depends on that.
      this.seen[address & 0xffff] = 1;
      if (visitor.endsAt(state) || !this.isAllowed(state) || !this.isExecutable(state)) return;
      const word = this.notesWords && address !== PENDING ? noted(state) : state.trail;
      const ways = this.execute(state, this);
      if (ways === undefined) {
        if (state.sync !== sync && visitor.sync(state, sync, address)) return;
      } else {
        const going = ways.filter((way) => way.sync === sync || !visitor.sync(way, sync, address));
        const [only] = going;
        if (only === undefined) return;
        if (going.length > 1) {
          if (word !== undefined) word.isCrossing = true;
          return going.forEach((each) => this.wait(each));
        }
        state = only;
      }
      if (!this.isJoin(state)) continue;
      if (word !== undefined) word.isCrossing = true;
      // No other path can join here.
      if (this.others === 0 && this.agenda.count === 0) continue;
      this.wait(state);
      return;
    }
  }

  /** Whether the budget allows more. */
  private isAllowed(state: State): boolean {
    if (++this.states > (this.kept === undefined ? MOST_ON_WAY_IN : MOST_STATES)) {
      this.fail(state, false, 'The handler has too many states to follow');
      return false;
    }
    if (state.time > LATEST) this.fail(state, false, 'The handler does not come to a line');
    return state.time <= LATEST;
  }

  private isExecutable(state: State): boolean {
    const { address } = state;
    const isFirstOfCheck = address >= CHECK_WORD && address < RESUMED && (address & 0xff) === 0;
    if (address === PENDING || isFirstOfCheck || this.tools.program.used[address] === 1) return true;
    if (address >= CHECK_WORD) {
      const isBack = address === RESUMED;
      const back = 'The handler goes back to the program before it has begun a line';
      const message = isBack ? back : 'More of a check is executed again than its first word';
      this.fail(state, false, message, state.trail?.address);
      return false;
    }
    this.fail(state, true, leavesProgram(address));
    return false;
  }

  private isJoin({ address, next }: State): boolean {
    return this.tools.joins[address & 0xffff] === 1 && next === address + 1;
  }
}

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

/** States that wait to be followed, earliest first. Equal states of one time become one, with the ranges of all. */
/** The address of a state's word; where there is none, that of the word before. */
function wordOf({ address, trail }: State): number {
  return address < CHECK_WORD ? address : (trail?.address ?? 0);
}

class Agenda {
  private readonly moments: (Moment | undefined)[] = [];
  /** Nothing waits before this index. */
  private first = 0;
  /** How many states wait. */
  count = 0;

  /** Adds a state; from now on it belongs to the agenda. */
  add(state: State): void {
    const place = state.time - EARLIEST;
    // The time of a path that has waited out what was left may be before that of others.
    if (place < this.first) this.first = place;
    const moment = (this.moments[place] ??= { states: [], byHash: undefined });
    const there = find(moment, state);
    if (there !== undefined) join(there, state);
    else {
      this.count++;
      moment.states.push(state);
      if (moment.byHash !== undefined) addTo(moment.byHash, hashOfState(state), state);
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
    for (const each of states) addTo(moment.byHash, hashOfState(each), each);
  }
  return moment.byHash.get(hashOfState(state))?.find((each) => isSameState(each, state));
}
