/**
 * Keeps a movement going in slices until it stops, in real time or as fast as it can.
 *
 * A slice takes a few milliseconds of host time; then waiting messages are handled: `pause`, a new
 * breakpoint, a button of the game pad. In real time, a slice runs as many cycles as have become due;
 * if the host was busy, it catches up a little and drops the rest.
 */
import { CLOCK_HZ } from '#isa';
import type { Machine } from '#emulator';
import type { Host } from '../connection/host.ts';
import type { Movement } from './movement.ts';
import type { Pace } from '../program/pace.ts';
import type { Stop } from '../program/stop.ts';

export interface RunnerEvents {
  /** The program has stopped. */
  stopped(stop: Stop): void;
  /** A slice is over and the movement goes on. */
  slice(movement: Movement): void;
  /** A bug of the adapter, not of the program; the program has then stopped. */
  failed(error: unknown): void;
}

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

export class Runner {
  private movement: Movement | undefined;
  private chunk = FIRST_CHUNK;
  private cancel: (() => void) | undefined;
  /** Host time and cycle from which due cycles are counted. */
  private paceStart = { time: 0, cycle: 0 };

  constructor(
    private readonly machine: Machine,
    private readonly host: Host,
    private currentPace: Pace,
    private readonly events: RunnerEvents,
  ) {}

  get running(): boolean {
    return this.movement !== undefined;
  }

  get pace(): Pace {
    return this.currentPace;
  }

  /** Changes the pace from now on, also of a movement in progress. */
  set pace(pace: Pace) {
    this.currentPace = pace;
    this.countFromNow();
  }

  /** Starts a movement in the next turn of the message loop; a movement in progress ends without a stop. */
  start(movement: Movement): void {
    this.movement?.search?.cancel();
    this.halt();
    this.movement = movement;
    this.countFromNow();
    this.chunk = FIRST_CHUNK;
    this.schedule(0);
  }

  /** Whether the past is being searched: the machine may be anywhere, and must not be changed. */
  get searching(): boolean {
    return this.movement?.search !== undefined;
  }

  /** Stops where the program is, or where a search of the past is now. */
  pause(): void {
    if (this.movement !== undefined) this.stop(this.movement.search?.pause() ?? { reason: 'pause' });
  }

  /** Ends a search of the past where it began. Any other movement goes on. */
  cancelSearch(): void {
    const stop = this.movement?.search?.cancel();
    if (stop !== undefined) this.stop(stop);
  }

  /** Ends a movement without telling anyone; a search of the past leaves the machine anywhere. */
  halt(): void {
    this.cancel?.();
    this.cancel = undefined;
    this.movement = undefined;
  }

  private countFromNow(): void {
    this.paceStart = { time: this.host.now(), cycle: this.machine.cycle };
  }

  private schedule(delay: number): void {
    this.cancel = this.host.later(() => this.guardedSlice(), delay);
  }

  /** No request waits for a slice, so an exception in one must not end the adapter. */
  private guardedSlice(): void {
    try {
      this.slice();
    } catch (error) {
      this.halt();
      this.events.failed(error);
    }
  }

  private slice(): void {
    const { movement } = this;
    if (movement === undefined) return;
    const begin = this.host.now();
    let due = movement.paced ? this.dueCycles(begin) : Infinity;
    for (let now = begin; due > 0 && now - begin < SLICE_MS;) {
      const before = this.machine.cycle;
      const stop = movement.advance(Math.min(due, this.chunk));
      if (stop !== undefined) return this.stop(stop);
      due -= this.machine.cycle - before;
      const looked = this.host.now();
      this.adaptChunk(looked - now);
      now = looked;
    }
    this.events.slice(movement);
    if (this.running) this.schedule(due > 0 ? 0 : REST_MS);
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
    const due = (now - this.paceStart.time) * rate - (this.machine.cycle - this.paceStart.cycle);
    if (due <= rate * MAX_LATE_MS) return Math.max(0, Math.floor(due));
    this.paceStart = { time: now - MAX_LATE_MS, cycle: this.machine.cycle };
    return Math.floor(rate * MAX_LATE_MS);
  }

  private stop(stop: Stop): void {
    this.halt();
    this.events.stopped(stop);
  }
}
