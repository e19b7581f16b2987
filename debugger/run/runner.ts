/**
 * Keeps a movement going in slices until it stops, in real time or as fast as it can.
 *
 * A slice takes a few milliseconds of host time; then waiting messages are handled: `pause`, a new
 * breakpoint, a button of the game pad.
 */
import { Pacing, SteadyPad, type Machine, type Pace, type PadButton } from '#emulator';
import type { Host } from '../connection/host.ts';
import type { Movement } from './movement.ts';
import type { Stop } from '../program/program.ts';

interface RunnerEvents {
  stopped(stop: Stop): void;
  /** A slice is over and the movement goes on, after as many milliseconds at least. */
  slice(movement: Movement): number;
  /** A bug of the adapter, not of the program; the program has then stopped. */
  failed(error: unknown): void;
}

export class Runner {
  private movement: Movement | undefined;
  private cancel: (() => void) | undefined;
  /** Its pace can be changed, also of a movement in progress. */
  readonly pacing: Pacing;
  private readonly pad: SteadyPad;

  constructor(
    machine: Machine,
    private readonly host: Host,
    pace: Pace,
    private readonly events: RunnerEvents,
  ) {
    this.pacing = new Pacing(machine, () => host.now(), pace);
    this.pad = new SteadyPad(() => machine);
  }

  get running(): boolean {
    return this.movement !== undefined;
  }

  /** Starts a movement in the next turn of the message loop; a movement in progress ends without a stop. */
  start(movement: Movement): void {
    this.movement?.search?.cancel();
    this.halt();
    this.movement = movement;
    this.pacing.begin();
    this.schedule(0);
  }

  /** Holds exactly these buttons of the game pad; a program that runs sees each change. */
  setPad(buttons: readonly PadButton[]): void {
    this.pad.set(buttons);
    if (!this.running) this.pad.finish();
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

  /** Ends a movement without reporting a stop; a search of the past leaves the machine anywhere. */
  halt(): void {
    this.cancel?.();
    this.cancel = undefined;
    this.movement = undefined;
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
    const untilPad = (): number => (this.searching ? Infinity : this.pad.settle());
    const end = this.pacing.slice(movement.paced, (cycles) => movement.advance(Math.min(cycles, untilPad())));
    if ('stop' in end) return this.stop(end.stop);
    const wait = this.events.slice(movement);
    if (this.running) this.schedule(Math.max(end.rest, wait));
  }

  private stop(stop: Stop): void {
    if (!this.searching) this.pad.finish();
    this.halt();
    this.events.stopped(stop);
  }
}
