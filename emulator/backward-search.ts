/**
 * A search for the last stop before a cycle, in slices.
 *
 * The machine can run forwards only. So the past is searched stretch by stretch, the latest first. A stretch lies
 * between two snapshots; it is run forwards, and its last hit is kept.
 *
 *     snapshot ────────▶ snapshot ────────▶ snapshot ──────▶ start
 *        third stretch       second stretch     first stretch
 *
 * Every cycle is run once, however many hits are rejected. So the time grows with the length searched, not with the
 * number of hits.
 */
import type { Cycle } from '#basics';
import type { StopReason, Stops } from './core/stops.ts';
import type { Machine } from './machine.ts';
import type { Snapshot } from './snapshot.ts';

export interface BackwardHit {
  readonly cycle: Cycle;
  /** `until`, `breakpoint`: stopped before that cycle. `watch`, `fault`: caused by executing it. */
  readonly reason: Exclude<StopReason, { kind: 'cycles' }>;
}

/** Whether a stop counts, asked while the machine is where a forward run would stop. */
export type Accept = (reason: BackwardHit['reason']) => boolean;

export interface SearchedPast {
  readonly machine: Machine;
  /** The last snapshot at or before a cycle. */
  before(cycle: Cycle): Snapshot;
  goTo(cycle: Cycle): Cycle;
  readonly oldest: number;
}

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
    private readonly past: SearchedPast,
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
    if (breakpoints !== undefined && breakpoints[address] !== 0) this.judge(cycle, { kind: 'breakpoint', address });
    else if (until?.() === true) this.judge(cycle, { kind: 'until' });
  }

  private judge(cycle: Cycle, reason: BackwardHit['reason']): void {
    if (this.accept(reason)) this.hit = { cycle, reason };
  }
}
