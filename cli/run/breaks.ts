/** Breakpoints that are written in the source: where a run stops at them. */
import type { DebugBreak } from '#assembler';
import type { Machine } from '#emulator';
import { leavesForHandler } from '#isa';
import { allHold } from '#testing';

export class Breaks {
  /** The one at which the run has stopped. */
  met: DebugBreak | undefined;

  constructor(private readonly breaks: readonly DebugBreak[]) {}

  /** ROM addresses at which to ask {@link stops}. */
  get addresses(): readonly number[] {
    return this.breaks.map(({ address }) => address);
  }

  stops(machine: Machine): boolean {
    if (leavesForHandler(machine)) return false;
    this.met = this.breaks.find(
      ({ address, comparisons }) => address === machine.address && allHold(comparisons, machine),
    );
    return this.met !== undefined;
  }
}
