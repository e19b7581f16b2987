/** How long a game pad holds what a person presses. */
import type { Cycle } from '#basics';
import { CYCLES_PER_FRAME } from '#isa';
import type { PadButton } from '../devices/input-devices.ts';
import type { Input } from './input.ts';

/** How long the pad stays the same after a change. */
const STEADY = 2 * CYCLES_PER_FRAME;
const MOST_WAITING = 16;

/**
 * The pad, pressed by a person: each change lasts long enough for the program to see it. A program looks at the pad once
 * a frame, and a tap may be shorter.
 */
export class SteadyPad {
  private waiting: (readonly PadButton[])[] = [];
  private changed = -Infinity;

  constructor(private readonly machine: () => { readonly cycle: Cycle; readonly input: Pick<Input, 'setPad'> }) {}

  /** Holds exactly these buttons, as soon as what was held before has been seen. */
  set(buttons: readonly PadButton[]): void {
    this.waiting = [...this.waiting.slice(-MOST_WAITING), buttons];
    this.settle();
  }

  /** Does what is due. @returns the cycles to run until the next change; infinite if none waits */
  settle(): number {
    const { cycle, input } = this.machine();
    // The machine may have gone back to an earlier state.
    const since = Math.abs(cycle - this.changed);
    const [next] = this.waiting;
    if (next === undefined) return Infinity;
    if (since < STEADY) return STEADY - since;
    this.waiting.shift();
    this.changed = cycle;
    input.setPad(next);
    return this.waiting.length > 0 ? STEADY : Infinity;
  }

  /** Does all that waits at once: for a machine that stands still. */
  finish(): void {
    const last = this.waiting.at(-1);
    this.waiting = [];
    if (last !== undefined) this.machine().input.setPad(last);
  }
}
