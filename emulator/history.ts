/**
 * Time travel: any earlier cycle of a run exactly, and searches that run backwards.
 *
 * The past is a row of snapshots, and the machine's journal of everything that came from outside; the cycles in
 * between are executed again. Snapshots are thinned with age, so that their spacing stays a fixed share of their age
 * and their number grows with the logarithm of time:
 *
 *     age     |‑‑‑‑‑‑‑‑‑‑|‑‑‑‑‑|‑‑‑|‑‑|‑|‑|‑|  now
 */
import type { Cycle, Failure } from '#basics';
import type { Machine } from './machine.ts';
import type { Snapshot } from './snapshot.ts';
import type { StopReason, Stops } from './core/stops.ts';

export interface HistoryOptions {
  /** Cycles between the youngest snapshots. */
  readonly spacing?: number;
  /** Bytes that the snapshots may take before the oldest are dropped. */
  readonly memoryLimit?: number;
}

export interface BackwardHit {
  readonly cycle: Cycle;
  /** `until`, `breakpoint`: stopped before that cycle. `watch`, `fault`: caused by executing it. */
  readonly reason: Exclude<StopReason, { kind: 'cycles' }>;
}

/** Whether a stop counts, asked while the machine is where a forward run would stop. */
export type Accept = (reason: BackwardHit['reason']) => boolean;

/** A sixth of a second of emulated time. */
const SPACING = 1_000_000;
/** Spacing of older snapshots, as a share of their age. */
const AGE_SHARE = 1 / 64;
const MEMORY_LIMIT = 160 << 20;
/** Bytes of a snapshot besides RAM and picture, roughly. */
const OVERHEAD = 4096;

export class History {
  private readonly spacing: number;
  private readonly memoryLimit: number;
  /** In order of cycle; the first is as old as one can go. */
  private snapshots: Snapshot[] = [];
  private furthest: number;
  private forgotten = Infinity;

  /** Records from the machine's present cycle on. From then on, the machine must only run through this history. */
  constructor(
    readonly machine: Machine,
    { spacing = SPACING, memoryLimit = MEMORY_LIMIT }: HistoryOptions = {},
  ) {
    this.spacing = spacing;
    this.memoryLimit = memoryLimit;
    machine.journal.takeChange();
    this.furthest = machine.cycle;
    this.snapshots.push(machine.snapshot());
  }

  /** Takes over a state of another run and records from there on; the past is gone. Errors as `Machine.adopt`. */
  beginFrom(snapshot: Snapshot): Failure | undefined {
    const problem = this.machine.adopt(snapshot);
    if (problem !== undefined) return problem;
    this.machine.journal.takeChange();
    this.snapshots = [this.machine.snapshot()];
    this.furthest = this.machine.cycle;
    this.forgotten = -1;
    return undefined;
  }

  get oldest(): Cycle {
    return this.snapshots[0]!.cpu.cycle;
  }

  /** The latest cycle that the run has reached; an edit resets it, since it changes the future. */
  get latest(): number {
    return this.furthest;
  }

  /** The cycle after which the run differs from that at the last call; Infinity if it does not. */
  takeForgotten(): number {
    this.forgetChanged();
    const { forgotten } = this;
    this.forgotten = Infinity;
    return forgotten;
  }

  get bytes(): number {
    return this.snapshots.reduce((sum, { ram, monitor }) => sum + ram.length + monitor.pixels.length + OVERHEAD, 0);
  }

  /** Runs forward like {@link Machine.run}, and records the run. Edits made at the cycle reached are applied. */
  run(cycles: number, stops: Stops = {}): StopReason {
    const reason = this.ownRun(cycles, stops);
    this.furthest = Math.max(this.furthest, this.machine.cycle);
    this.machine.settle();
    return reason;
  }

  private ownRun(cycles: number, stops: Stops): StopReason {
    const machine = this.machine;
    this.forgetChanged();
    const end = machine.cycle + cycles;
    let first = true;
    while (machine.cycle < end) {
      const due = this.youngest + this.spacing;
      if (machine.cycle >= due) this.remember();
      else {
        const isFlagged = (stops.breakpoints?.[machine.address] ?? 0) !== 0;
        if (!first && isFlagged) return { kind: 'breakpoint', address: machine.address };
        const reason = machine.run(Math.min(end, due) - machine.cycle, stops);
        if (reason.kind !== 'cycles') return reason;
        first = false;
      }
    }
    return { kind: 'cycles' };
  }

  /**
   * Goes to a cycle, back or ahead; edits made there are applied. A cycle older than {@link oldest} becomes that one.
   * @returns the cycle reached
   */
  goTo(cycle: Cycle): Cycle {
    this.forgetChanged();
    const machine = this.machine;
    const target = Math.max(cycle, this.oldest);
    const snapshot = this.before(target);
    if (target < machine.cycle || snapshot.cpu.cycle > machine.cycle) machine.restore(snapshot);
    this.run(target - machine.cycle);
    return target;
  }

  /** Goes back a cycle. @returns the cycle reached */
  stepBack(): Cycle {
    return this.goTo(this.machine.cycle - 1);
  }

  /**
   * Runs backwards to the last stop before now. Without a hit, the machine ends up at {@link oldest}.
   * @param accept the condition of a conditional breakpoint; unlike `until` it costs nothing elsewhere
   * @returns what was found, or undefined
   */
  runBack(stops: Stops, accept?: Accept): BackwardHit | undefined {
    const found = this.searchBack(stops, accept).advance(Infinity);
    return found === 'nothing' ? undefined : found;
  }

  /** The same in slices. Between them, the machine may be inspected but must not be changed. */
  searchBack(stops: Stops, accept: Accept = () => true): BackwardSearch {
    this.forgetChanged();
    // What a probe sees depends on what ran before, and a backward search does not run in order.
    return new BackwardSearch(this, { ...stops, probe: undefined }, accept);
  }

  private get youngest(): Cycle {
    return this.snapshots.at(-1)!.cpu.cycle;
  }

  /** The last snapshot at or before a cycle, or the oldest. */
  before(cycle: Cycle): Snapshot {
    return this.snapshots.findLast((snapshot) => snapshot.cpu.cycle <= cycle) ?? this.snapshots[0]!;
  }

  private remember(): void {
    this.snapshots.push(this.machine.snapshot());
    const now = this.machine.cycle;
    const kept: Snapshot[] = [];
    for (const [index, snapshot] of this.snapshots.entries()) {
      const last = kept.at(-1);
      const next = this.snapshots[index + 1];
      const room = Math.max(this.spacing, (now - snapshot.cpu.cycle) * AGE_SHARE);
      const needed = last === undefined || next === undefined || next.cpu.cycle - last.cpu.cycle > room;
      if (needed) kept.push(snapshot);
    }
    this.snapshots = kept;
    while (this.bytes > this.memoryLimit && this.snapshots.length > 1) this.snapshots.shift();
  }

  /** Drops the snapshots of a future that an edit has changed. */
  private forgetChanged(): void {
    const from = this.machine.journal.takeChange();
    if (from === Infinity) return;
    this.furthest = Math.min(this.furthest, Math.max(from, this.machine.cycle));
    this.forgotten = Math.min(this.forgotten, from);
    this.snapshots = this.snapshots.filter(({ cpu }, index) => index === 0 || cpu.cycle <= from);
  }
}

/**
 * A search for the last stop before a cycle, in slices.
 *
 * The machine can run forwards only. So the past is searched stretch by stretch, the latest first. A stretch lies
 * between two snapshots; it is run forwards, and its last hit is kept.
 *
 *     snapshot ────────▶ snapshot ────────▶ snapshot ──────▶ start
 *        third stretch       second stretch     first stretch
 *
 * Every cycle is run once, however many hits are rejected. So searching a minute of emulated time takes as long as the
 * core needs to run it.
 */
export class BackwardSearch {
  private readonly begun: number;
  /** The end of the present stretch; from here to the start of the search, everything is known. */
  private end: number;
  /** The start of the present stretch, or undefined between two. */
  private start: number | undefined;
  /** Whether the breakpoint at the machine's position is still to be tested: a run does not test its first position. */
  private arrived = true;
  private hit: BackwardHit | undefined;

  /** Use {@link History.searchBack}. */
  constructor(
    private readonly past: History,
    private readonly stops: Stops,
    private readonly accept: Accept,
  ) {
    this.begun = past.machine.cycle;
    this.end = this.begun;
  }

  /** Between this cycle and the start of the search there is no hit. */
  get searchedTo(): number {
    return this.end;
  }

  /** How much of the past has been searched, 0 to 1. */
  get progress(): number {
    const { machine, oldest } = this.past;
    const length = this.begun - oldest;
    const inStretch = this.start === undefined ? 0 : machine.cycle - this.start;
    return length === 0 ? 1 : Math.min(1, (this.begun - this.end + inStretch) / length);
  }

  /**
   * Goes on searching for about `cycles` cycles.
   * @returns the hit, with the machine just before its cycle; `nothing`, with the machine at the oldest cycle;
   *   undefined, with the machine anywhere, if there is more to search
   */
  advance(cycles: number): BackwardHit | 'nothing' | undefined {
    const { machine } = this.past;
    for (let left = cycles; left > 0;) {
      if (this.end <= this.past.oldest) {
        this.past.goTo(this.past.oldest);
        return 'nothing';
      }
      this.start ??= this.enterStretch();
      const from = machine.cycle;
      this.run(Math.min(this.end, from + left));
      left -= Math.max(1, machine.cycle - from);
      if (machine.cycle < this.end) continue;
      if (this.hit !== undefined) {
        this.past.goTo(this.hit.cycle);
        return this.hit;
      }
      this.end = this.start;
      this.start = undefined;
    }
    return undefined;
  }

  private enterStretch(): number {
    const snapshot = this.past.before(this.end - 1);
    this.past.machine.restore(snapshot);
    this.arrived = true;
    return snapshot.cpu.cycle;
  }

  /** Runs forward to `limit` within the stretch and keeps the last hit. */
  private run(limit: number): void {
    const { machine } = this.past;
    if (this.arrived) this.askHere();
    while (machine.cycle < limit) {
      const reason = machine.run(limit - machine.cycle, this.stops);
      this.arrived = reason.kind === 'cycles';
      if (reason.kind === 'cycles') break;
      const after = reason.kind === 'watch' || reason.kind === 'fault' ? 1 : 0;
      if (machine.cycle - after < this.end) this.judge(machine.cycle - after, reason);
    }
  }

  private askHere(): void {
    const { machine } = this.past;
    const { breakpoints, until } = this.stops;
    machine.settle();
    const { cycle, address } = machine;
    if ((breakpoints?.[address] ?? 0) !== 0) this.judge(cycle, { kind: 'breakpoint', address });
    else if (until?.() === true) this.judge(cycle, { kind: 'until' });
  }

  private judge(cycle: Cycle, reason: BackwardHit['reason']): void {
    if (this.accept(reason)) this.hit = { cycle, reason };
  }
}
