/**
 * Movements: ways in which the machine goes on until it stops by itself.
 *
 * A movement advances in slices, so that the adapter can listen to its client in between. `createRun` makes "continue";
 * the steps are in stepping.ts. All of them stop at breakpoints, watches and faults.
 */
import { Event, ProgressEndEvent } from '@vscode/debugadapter';
import type { History, Machine, Watch, Accept, BackwardHit, Stops } from '#emulator';
import type { BreakpointTable } from '../breakpoints/breakpoint-table.ts';
import type { Watches } from '../breakpoints/watches.ts';
import type { Stop } from '../program/program.ts';
import type { Run } from '../values/frame-timing.ts';
import type { CallFrame } from './call-stack.ts';
import type { Host } from '../connection/host.ts';
import type { SendEvent } from '../connection/client.ts';

export interface Movement {
  /** Whether the pace of real time applies; a step is done as fast as it can be. */
  readonly paced: boolean;
  /** Executes at most `cycles` cycles; returns why it stopped, or undefined to go on. */
  advance(cycles: number): Stop | undefined;
  /** The movement itself as a search, if it looks for something in the past. */
  readonly search?: PastSearch;
}

/** A search of the past. While it runs, the machine may be anywhere, and must not be changed. */
export interface PastSearch {
  /** What is being searched for, for people. */
  readonly title: string;
  /** How much of the past has been searched, 0 to 1. */
  readonly progress: number;
  /** Ends it where it is now; returns the stop there. */
  pause(): Stop;
  /** Ends it where it began. */
  cancel(): Stop;
}

export interface RunContext extends Run {
  readonly breakpoints: BreakpointTable;
  readonly watches: Watches;
  /** The present stop, or the last one. */
  readonly stop: Stop | undefined;
  callStack(): readonly CallFrame[];
}

/** Goes on in rounds until one gives a stop, or the cycles are used up. @param go takes how many are left */
export function inRounds(machine: Machine, cycles: number, go: (left: number) => Stop | undefined): Stop | undefined {
  const end = machine.cycle + cycles;
  while (machine.cycle < end) {
    const stop = go(end - machine.cycle);
    if (stop !== undefined) return stop;
  }
  return undefined;
}

/**
 * Runs until a breakpoint, a watch or a fault stops it.
 * @param decided whether the breakpoint at the machine's position, if any, has been dealt with
 */
export function createRun(context: RunContext, decided: boolean): Movement {
  const { machine, breakpoints } = context;
  let isDecided = decided;
  const round = (left: number): Stop | undefined => {
    const hit = isDecided ? undefined : breakpoints.hitAt(machine.address);
    isDecided = hit !== undefined;
    return hit ?? run(context, left);
  };
  return { paced: true, advance: (cycles) => inRounds(machine, cycles, round) };
}

/**
 * Executes at most `cycles` cycles, or up to the next marked address, ignoring a mark at the present one. The caller
 * decides whether the breakpoint at the new address stops.
 * @param also a watch of the movement's own; the caller sees what it hit
 */
export function run({ history, watches, breakpoints }: RunContext, cycles: number, also?: Watch): Stop | undefined {
  const asked = watches.stopsForward();
  const watched = also === undefined ? asked : { ...asked, watches: [...(asked.watches ?? []), also] };
  // A single cycle never reaches another address to test, and leaving out the marks is faster.
  const reason = history.run(cycles, cycles === 1 ? watched : breakpoints.stopsWith(watched));
  return reason.kind === 'cycles' || reason.kind === 'breakpoint' ? undefined : watches.describe(reason);
}

/** How far a way has come, 0 to 1, and the cycle down to which the past has been searched, if one can stay there. */
interface Searched {
  readonly progress: number;
  readonly searchedTo?: number;
}

/** Yields how far it has come after each slice, and takes the cycles of the next slice. */
export type Way<T = Stop> = Generator<Searched, T, number>;

/** Cycles of the first slice, before the caller has chosen a length. */
const FIRST_SLICE = 12_500;

export const BEGINNING: Stop = { reason: 'entry', description: 'The beginning of the run' };

/**
 * A search of the past, which may take long and is done in slices like any other movement.
 *
 * Meanwhile, the machine may be anywhere in the past. When paused, it goes to where the search has got to; when
 * cancelled, to where it began.
 */
export class WayBack implements Movement, PastSearch {
  readonly paced = false;
  readonly search = this;
  private current: Searched | undefined;
  private readonly begun: number;

  /**
   * @param title what is being searched for, for people
   * @param goesOn whether the search can be resumed where it was paused
   * @param cancelled the stop if it is cancelled
   */
  constructor(
    private readonly history: History,
    readonly title: string,
    private readonly way: Way,
    private readonly goesOn: boolean,
    private readonly cancelled: Stop = { reason: 'pause', description: 'Cancelled: back where the search began' },
  ) {
    this.begun = history.machine.cycle;
  }

  get progress(): number {
    return this.current?.progress ?? 0;
  }

  advance(cycles: number): Stop | undefined {
    const { done, value } = this.way.next(cycles);
    if (done === true) return value;
    this.current = value;
    return undefined;
  }

  pause(): Stop {
    const there = this.current?.searchedTo;
    if (!this.goesOn || there === undefined) return this.cancel();
    this.history.goTo(there);
    return { reason: 'pause', description: 'Paused on the way back: nothing found so far' };
  }

  cancel(): Stop {
    this.way.return(this.cancelled);
    this.history.goTo(this.begun);
    return this.cancelled;
  }
}

/** Searches for the last stop before the machine's present cycle, as {@link History.runBack}. */
export function* find(history: History, stops: Stops, accept?: Accept): Way<BackwardHit | undefined> {
  const search = history.searchBack(stops, accept);
  let found = search.advance(FIRST_SLICE);
  while (found === undefined) found = search.advance(yield search);
  return found === 'nothing' ? undefined : found;
}

export function atOnce(go: () => Stop): Movement {
  return { paced: false, advance: go };
}

/** Host time after which a search is announced, and between two reports of it, milliseconds. */
const PATIENCE_MS = 500;
const INTERVAL_MS = 200;

/**
 * How far a search of the past has come, as the client shows it: a notification with a button to cancel.
 *
 * A search that ends soon is not announced at all.
 */
export class Progress {
  private search: PastSearch | undefined;
  private announced = false;
  private nextReport = 0;
  private serial = 0;

  constructor(
    private readonly host: Pick<Host, 'now'>,
    private readonly sendEvent: SendEvent,
  ) {}

  /** Reports a search in progress; to be called often. */
  show(search: PastSearch): void {
    const now = this.host.now();
    if (search !== this.search) this.begin(search, now);
    if (now < this.nextReport) return;
    this.nextReport = now + INTERVAL_MS;
    const percentage = Math.round(search.progress * 100);
    const progress = { progressId: this.id, percentage };
    if (this.announced) this.sendEvent(new Event('progressUpdate', progress));
    else this.sendEvent(new Event('progressStart', { ...progress, title: search.title, cancellable: true }));
    this.announced = true;
  }

  /** The search has ended, if there was one. */
  end(): void {
    if (this.announced) this.sendEvent(new ProgressEndEvent(this.id));
    this.search = undefined;
    this.announced = false;
  }

  /** Whether an id is that of the announced search. */
  isAbout(progressId: string): boolean {
    return this.announced && progressId === this.id;
  }

  private begin(search: PastSearch, now: number): void {
    this.end();
    this.search = search;
    this.serial++;
    this.nextReport = now + PATIENCE_MS;
  }

  private get id(): string {
    return `search-${this.serial}`;
  }
}
