/**
 * Follows the handler's words over all values that it may find, cycle by cycle.
 *
 * Paths that come to the same state in the same cycle are one from there on; only their ranges are put together. States
 * are taken in the order of time, so that each is followed once.
 */
import { hexWord } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { PathStep } from '../contract/report.ts';
import { hull, type Ranges } from './ranges.ts';
import type { HandlerValue, HandlerValues } from './values.ts';
import type { ZeroPage, ZeroPages } from './zero-page.ts';

/** Stands for the first word of the check that left, whichever it is; its page in bits 15..8. */
export const CHECK_WORD = 0x10000;
/** Stands for the word after the check that left. */
export const RESUMED = 0x20000;
/** Stands for an address that depends on the cycles left or charged: {@link State.pending} says which. */
export const PENDING = 0x30000;

/** Before this no time is: the most that an account can hold. */
const EARLIEST = -256;

/** After this time nothing is followed: more than two lines of a monitor that takes lines twice as long. */
const LATEST = 1024;

/** States after which following is given up, on the way in and over all lines; the engine's handler takes half a million. */
const MOST_ON_WAY_IN = 60_000;
const MOST_STATES = 2_000_000;

/** A place on a path, and how it came there. */
export interface Trail {
  readonly address: number;
  readonly cycle: number;
  readonly before: Trail | undefined;
}

/** Where a jump goes that depends on the numbers of the check. */
export interface Pending {
  readonly low: HandlerValue;
  readonly page: number;
}

/** A state of the machine on a path; one object for each path, changed in place between forks. */
export interface State {
  address: number;
  next: number;
  pending: Pending | undefined;
  ac: HandlerValue;
  x: HandlerValue;
  y: HandlerValue;
  /** Bits 7 and 6 of OUT. */
  sync: number;
  zero: ZeroPage;
  ranges: Ranges;
  /** Cycles since the path began; where it is settled, less the cycles that were left. */
  time: number;
  /** Whether the path has waited out the cycles left. */
  settled: boolean;
  /** Rises of hSync since vSync fell; negative before it first falls. */
  lines: number;
  /** The cycle of a line in which vSync fell last; negative before it first falls. */
  vSyncAt: number;
  trail: Trail | undefined;
}

/** Why a handler is not proven. */
export interface HandlerFault {
  /** Whether a path is wrong; else it could not be followed. */
  readonly isWrong: boolean;
  readonly message: string;
  readonly place: number;
  readonly path: readonly PathStep[];
}

/** What the follower of a path does. */
export interface Visitor {
  /** Asked in front of a word, or at {@link RESUMED} or {@link PENDING}: whether the path ends here. */
  endsAt(state: State): boolean;
  /** The word at `address` has changed the sync bits to those of the state: whether the path ends with it. */
  sync(state: State, before: number, address: number): boolean;
}

/** What one word does. */
export type Step = (state: State, walker: Walker) => readonly State[];

/** What a walk needs besides the words. */
export interface Tools {
  readonly program: TimingProgram;
  readonly values: HandlerValues;
  readonly pages: ZeroPages;
  /** Declared targets by the address of the jump. */
  readonly targets: ReadonlyMap<number, readonly number[]>;
  /** Jumps of which the source says that they resume the check. */
  readonly resumes: ReadonlySet<number>;
  /** The page of all checks, where they have one page. */
  readonly onlyPage: number | undefined;
  /** Words that some near branch goes to, where paths can meet; grows by computed jumps. */
  readonly joins: Uint8Array;
}

export class Walker {
  readonly tools: Tools;
  /** Set when a byte was read that is not among those kept: what was followed says nothing. */
  isShort = false;
  /** The first fault; nothing is followed after it. */
  fault: HandlerFault | undefined;
  /** 1 for the addresses of all words that were executed. */
  readonly seen: Uint8Array;
  private readonly execute: Step;
  /** States by time, from {@link EARLIEST} on, and by what tells them apart. */
  private buckets: (Map<string, State> | undefined)[] = [];
  private now = 0;
  private visitor: Visitor | undefined;
  private states = 0;

  /** Bytes of the zero page that one line leaves for another, as far as it is known; undefined on the way in. */
  private readonly kept: Set<number> | undefined;
  /** Bytes that are not worth keeping: they may hold anything. */
  private readonly idle: ReadonlySet<number>;

  constructor(
    tools: Tools,
    execute: Step,
    seen: Uint8Array,
    kept?: Set<number>,
    idle: ReadonlySet<number> = new Set<number>(),
  ) {
    this.tools = tools;
    this.kept = kept;
    this.idle = idle;
    this.execute = execute;
    this.seen = seen;
  }

  /** Follows paths from some states until each has ended. */
  walk(starts: readonly State[], visitor: Visitor): void {
    this.visitor = visitor;
    this.buckets = [];
    for (const start of starts) this.queue(start);
    for (this.now = 0; this.now < this.buckets.length && !this.isOver; this.now++) {
      const bucket = this.buckets[this.now];
      if (bucket === undefined) continue;
      this.buckets[this.now] = undefined;
      for (const state of bucket.values()) this.follow(state);
    }
  }

  private get isOver(): boolean {
    return this.fault !== undefined || this.isShort;
  }

  /** Notes that a byte is read whose value another line has left. */
  read(byte: number): void {
    if (this.kept === undefined || this.kept.has(byte) || this.idle.has(byte)) return;
    this.kept.add(byte);
    this.isShort = true;
  }

  /** Notes why the handler is not proven; the first reason counts. */
  fail(state: State, isWrong: boolean, message: string, place = state.address): void {
    this.fault ??= { isWrong, message, place: place & 0xffff, path: stepsOf(state) };
  }

  /** Puts a state where it meets others that are the same. */
  private queue(state: State): void {
    const place = state.time - EARLIEST;
    // A path that has waited out what was left begins to count before the others.
    if (place < this.now) this.now = place - 1;
    const bucket = (this.buckets[place] ??= new Map<string, State>());
    const key = keyOf(state);
    const there = bucket.get(key);
    if (there === undefined) bucket.set(key, state);
    else there.ranges = hull(there.ranges, state.ranges);
  }

  /** Follows one path up to where others can meet it. */
  private follow(start: State): void {
    let state = start;
    for (;;) {
      if (this.isOver || this.visitor!.endsAt(state)) return;
      if (++this.states > (this.kept === undefined ? MOST_ON_WAY_IN : MOST_STATES))
        return this.fail(state, false, 'The handler has too many states to follow');
      if (state.time > LATEST) return this.fail(state, false, 'The handler does not come to a line');
      if (!this.isExecutable(state)) return;
      const { address, sync } = state;
      this.seen[address & 0xffff] = 1;
      const followers = this.execute(state, this);
      const going = followers.filter((each) => each.sync === sync || !this.visitor!.sync(each, sync, address));
      const [only] = going;
      if (only === undefined) return;
      if (going.length > 1 || this.isJoin(only)) return going.forEach((each) => this.queue(marked(each, address)));
      state = only;
    }
  }

  private isExecutable(state: State): boolean {
    const { address } = state;
    const isFirstOfCheck = address >= CHECK_WORD && address < RESUMED && (address & 0xff) === 0;
    if (address === PENDING || isFirstOfCheck || this.tools.program.used[address] === 1) return true;
    if (address >= CHECK_WORD) {
      this.fail(state, false, 'More of a check is executed again than its first word');
      return false;
    }
    this.fail(state, true, `A path of the handler leaves the program at ${hexWord(address)}`);
    return false;
  }

  private isJoin({ address, next }: State): boolean {
    return this.tools.joins[address & 0xffff] === 1 && next === address + 1;
  }
}

/** A copy of a state, for another way. */
export function forked(state: State, changes: Partial<State>): State {
  return { ...state, ...changes };
}

function marked(state: State, address: number): State {
  state.trail = { address: address & 0xffff, cycle: state.time - 1, before: state.trail };
  return state;
}

/** What tells a state from others of the same time. */
export function keyOf(state: State): string {
  const { address, next, pending, ac, x, y, sync, zero, settled, lines, vSyncAt } = state;
  const symbolic = pending === undefined ? '' : ` ${pending.low.id}:${pending.page}`;
  return `${address} ${next} ${ac.id} ${x.id} ${y.id} ${sync} ${zero.id} ${settled} ${lines} ${vSyncAt}${symbolic}`;
}

function stepsOf(state: State): readonly PathStep[] {
  const steps: PathStep[] = [{ address: state.address & 0xffff, cycle: state.time }];
  for (let at = state.trail; at !== undefined; at = at.before) steps.push({ address: at.address, cycle: at.cycle });
  return steps.reverse();
}
