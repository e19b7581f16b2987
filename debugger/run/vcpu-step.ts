/**
 * A step of the vCPU: to its next instruction, or over a call to the instruction after it.
 *
 * It ends where the interpreter has fetched the instruction and is about to dispatch; vPC is its address there. Much else
 * may happen in between, such as lines of the picture. A halted vCPU executes the same instruction again and again.
 */
import { run, type Movement, type MovementContext } from './movement.ts';
import type { Stop } from '../program/program.ts';

export class VcpuStep implements Movement {
  readonly paced = false;
  /** Whether the breakpoint at the machine's position, if any, is done with. */
  private decided = true;

  /**
   * @param dispatch address at which the interpreter dispatches
   * @param isThere whether the instruction that is about to be dispatched is the one to stop at
   */
  constructor(
    private readonly context: MovementContext,
    private readonly dispatch: number,
    private readonly isThere: () => boolean = () => true,
  ) {}

  advance(cycles: number): Stop | undefined {
    const { machine, breakpoints } = this.context;
    const end = machine.cycle + cycles;
    while (machine.cycle < end) {
      const hit = this.decided ? undefined : breakpoints.hitAt(machine.address);
      const before = machine.cycle;
      const stop = hit ?? breakpoints.withMark(this.dispatch, () => run(this.context, end - machine.cycle));
      this.decided = false;
      if (stop !== undefined) return stop;
      if (machine.address === this.dispatch && machine.cycle > before) {
        const other = breakpoints.hitAt(this.dispatch);
        if (other !== undefined || this.isThere()) return other ?? { reason: 'step' };
        this.decided = true;
      }
    }
    return undefined;
  }
}
