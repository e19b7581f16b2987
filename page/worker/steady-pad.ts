/**
 * The pad, pressed by a visitor: each change lasts long enough for the program to see it.
 *
 * The machine looks at the pad once a frame. A tap on a screen may be over in less.
 */
import type { PadButton } from '#debugger/protocol';
import type { Machine } from '#emulator';
import { CYCLES_PER_FRAME } from '#isa';

/** For this long, nothing changes after a change. */
const STEADY = 2 * CYCLES_PER_FRAME;
/** Changes that may wait. */
const MOST_WAITING = 16;

export class SteadyPad {
  private waiting: (readonly PadButton[])[] = [];
  private changed = -Infinity;

  constructor(private readonly machine: () => Pick<Machine, 'cycle' | 'input'>) {}

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
}
