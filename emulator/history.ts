/**
 * Time travel: any earlier cycle of a run exactly, and searches that run backwards.
 *
 * The past is a row of snapshots, and the machine's journal of everything that came from outside; the cycles in
 * between are executed again. Snapshots are thinned with age, so that their spacing stays a fixed share of their age
 * and their number grows with the logarithm of time:
 *
 *     age     |‑‑‑‑‑‑‑‑‑‑|‑‑‑‑‑|‑‑‑|‑‑|‑|‑|‑|  now
 *
 * A backward search (backward-search.ts) runs each stretch between two snapshots once. So searching a minute of
 * emulated time takes as long as the core needs to run it.
 */
import type { Cycle, Failure, RomAddress } from '#basics';
import { BackwardSearch, type Accept, type BackwardHit, type SearchedPast } from './backward-search.ts';
import type { Machine } from './machine.ts';
import type { Snapshot } from './snapshot.ts';
import type { StopReason, Stops } from './core/stops.ts';

export interface HistoryOptions {
  /** Cycles between the youngest snapshots. */
  readonly spacing?: number;
  /** Bytes that the snapshots may take before the oldest are dropped. */
  readonly memoryLimit?: number;
}

/** A sixth of a second of emulated time. */
const SPACING = 1_000_000;
/** Spacing of older snapshots, as a share of their age. */
const AGE_SHARE = 1 / 64;
const MEMORY_LIMIT = 160 << 20;
/** Bytes of a snapshot besides RAM and picture, roughly. */
const OVERHEAD = 4096;

export class History implements SearchedPast {
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
        if (!first && isFlagged(stops, machine.address)) return { kind: 'breakpoint', address: machine.address };
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

function isFlagged({ breakpoints }: Stops, address: RomAddress): boolean {
  return breakpoints !== undefined && breakpoints[address] !== 0;
}
