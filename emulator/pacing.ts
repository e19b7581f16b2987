/**
 * Keeps a machine at the pace of real time, or as fast as it can be, in slices of a few milliseconds.
 *
 * A slice runs as many cycles as have become due; if the host was busy, it catches up a little and drops the rest.
 * Between slices, the host handles what has arrived. The clock is the host's.
 */
import { CLOCK_HZ } from '#isa';
import type { Machine } from './machine.ts';

/** How fast a program runs: `unlimited`, or a factor of real time. */
export type Pace = 'unlimited' | number;

/** Host time of a slice, and pause between two in real time; milliseconds. */
const SLICE_MS = 5;
const REST_MS = 3;
/** Cycles between two looks at the clock: at first, and bounds of what they are adapted to. */
const FIRST_CHUNK = 12_500;
const MIN_CHUNK = 500;
const MAX_CHUNK = 200_000;
/** Host time between two looks at the clock, milliseconds: more often would cost speed, less often make slices long. */
const CHUNK_MS = { least: 0.2, most: 1 };
/** Lateness that is made up for, milliseconds; anything more is dropped. */
const MAX_LATE_MS = 100;

/** How a slice ended: with what stopped it, or with the milliseconds to wait before the next one. */
export type SliceEnd<Stop> = { readonly stop: Stop } | { readonly rest: number };

export class Pacing {
  private chunk = FIRST_CHUNK;
  /** Host time and cycle from which due cycles are counted. */
  private start = { time: 0, cycle: 0 };

  /** @param now milliseconds of a steady clock */
  constructor(
    private readonly machine: Pick<Machine, 'cycle'>,
    private readonly now: () => number,
    private currentPace: Pace,
  ) {}

  get pace(): Pace {
    return this.currentPace;
  }

  set pace(pace: Pace) {
    this.currentPace = pace;
    this.countFromNow();
  }

  /** Begins to run: what was due before is dropped. */
  begin(): void {
    this.countFromNow();
    this.chunk = FIRST_CHUNK;
  }

  /** Counts due cycles from here on, since what happens now has a pace of its own. */
  countFromNow(): void {
    this.start = { time: this.now(), cycle: this.machine.cycle };
  }

  /**
   * Runs one slice.
   * @param paced false to run as fast as possible, whatever the pace
   * @param advance runs this many cycles, or fewer; returns what stopped the program, if anything did
   */
  slice<Stop>(paced: boolean, advance: (cycles: number) => Stop | undefined): SliceEnd<Stop> {
    const begin = this.now();
    let due = paced ? this.dueCycles(begin) : Infinity;
    for (let now = begin; due > 0 && now - begin < SLICE_MS;) {
      const before = this.machine.cycle;
      const stop = advance(Math.min(due, this.chunk));
      if (stop !== undefined) return { stop };
      due -= this.machine.cycle - before;
      const looked = this.now();
      this.adaptChunk(looked - now);
      now = looked;
    }
    return { rest: due > 0 ? 0 : REST_MS };
  }

  /** A plain run is fast; one with conditional breakpoints, or a step over a call, is slow. */
  private adaptChunk(took: number): void {
    if (took < CHUNK_MS.least) this.chunk = Math.min(2 * this.chunk, MAX_CHUNK);
    else if (took > CHUNK_MS.most) this.chunk = Math.max(this.chunk >> 1, MIN_CHUNK);
  }

  /** Cycles that are due by now in real time. */
  private dueCycles(now: number): number {
    if (this.currentPace === 'unlimited') return Infinity;
    const rate = (CLOCK_HZ / 1000) * this.currentPace;
    const due = (now - this.start.time) * rate - (this.machine.cycle - this.start.cycle);
    if (due <= rate * MAX_LATE_MS) return Math.max(0, Math.floor(due));
    this.start = { time: now - MAX_LATE_MS, cycle: this.machine.cycle };
    return Math.floor(rate * MAX_LATE_MS);
  }
}

/** Spaces things out to a number of them per second. */
export class Rate {
  private next = -Infinity;

  constructor(private readonly perSecond: number) {}

  /**
   * Whether one is due; if so, the next is due an interval after this one was due, not after it was noticed.
   * @param now milliseconds of a steady clock
   */
  isDue(now: number): boolean {
    if (now < this.next) return false;
    this.next = Math.max(this.next + 1000 / this.perSecond, now);
    return true;
  }
}
