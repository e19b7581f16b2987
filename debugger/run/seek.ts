/** Going to a moment that the user names: an access to some bytes, the start of the present line, frame or search. */
import type { History, Watch } from '#emulator';
import type { Stop } from '../program/program.ts';
import { describeChange } from '../values/place.ts';
import { atOnce, BEGINNING, find, WayBack, type Way, type Movement, type MovementContext, run } from './movement.ts';
import { type Moment, notInRun } from './search-moments.ts';

/** Back to before the instruction that last wrote one of these bytes, or changed one. @param name for people */
export function createLastAccess(
  { history, program }: MovementContext,
  ranges: readonly Omit<Watch, 'access'>[],
  access: 'write' | 'change',
  name: string,
): Movement {
  const watches = ranges.map((range): Watch => ({ ...range, access: [access] }));
  return new WayBack(history, `Looking for the last ${access} of ${name}`, lastAccess(), true);

  function* lastAccess(): Way {
    const hit = yield* find(history, { watches });
    if (hit?.reason.kind !== 'watch') return { ...BEGINNING, text: `No instruction made a ${access} of ${name}` };
    const { address, before, after } = hit.reason;
    const description = `The last ${access} of ${name}: ${describeChange(program, address, before, after)}`;
    return { reason: 'data breakpoint', description, text: description };
  }
}

/** To a cycle that the run has reached; a run in progress stops there. */
export function createGoTo(history: History, cycle: number): Movement {
  return atOnce(() => {
    const reached = history.goTo(Math.min(cycle, history.latest));
    return { reason: 'goto', description: `Cycle ${reached}` };
  });
}

/** Back to before the instruction that began something; stays where it is if that is not in the run. */
export function createMoment(history: History, moment: Moment): Movement {
  const { description, watch, accept } = moment;
  const begun = history.machine.cycle;
  return new WayBack(
    history,
    `Looking for ${description.charAt(0).toLowerCase()}${description.slice(1)}`,
    back(),
    true,
  );

  function* back(): Way {
    const hit = yield* find(history, { watches: [watch] }, accept);
    if (hit !== undefined) return { reason: 'goto', description };
    history.goTo(begun);
    return { reason: 'pause', notice: notInRun(moment) };
  }
}

/** On to the next write of some bytes: stops after it, as at a data breakpoint, unless something stops it before. */
export class NextWrite implements Movement {
  readonly paced = false;
  private readonly watches: readonly Watch[];
  private readonly breakpoints: Uint8Array;

  /** @param name for people */
  constructor(
    private readonly context: MovementContext,
    ranges: readonly Omit<Watch, 'access'>[],
    private readonly name: string,
  ) {
    this.watches = ranges.map((range): Watch => ({ ...range, access: ['write'] }));
    this.breakpoints = context.breakpoints.marksBackwards();
  }

  advance(cycles: number): Stop | undefined {
    const { history, machine, breakpoints } = this.context;
    const end = machine.cycle + cycles;
    while (machine.cycle < end) {
      const reason = history.run(end - machine.cycle, { watches: this.watches, breakpoints: this.breakpoints });
      if (reason.kind === 'watch') {
        const change = describeChange(this.context.program, reason.address, reason.before, reason.after);
        const description = `The next write of ${this.name}: ${change}`;
        return { reason: 'data breakpoint', description, text: description };
      }
      const hit = reason.kind === 'breakpoint' ? breakpoints.hitAt(machine.address) : undefined;
      if (hit !== undefined) return hit;
    }
    return undefined;
  }
}

/** Back to the first cycle of the scan line, or of the frame, that the monitor shows; from there to the one before. */
export function createStartOf(history: History, what: 'scan-line' | 'frame'): Movement {
  return atOnce((): Stop => {
    const { hSyncFell, vSyncFell } = history.machine.monitor.state;
    const start = what === 'frame' ? vSyncFell : hSyncFell;
    if (start < history.oldest) return { reason: 'pause', description: 'No sync pulse has begun before' };
    history.goTo(start);
    return { reason: 'goto', description: what === 'frame' ? 'The start of the frame' : 'The start of the scan line' };
  });
}

/**
 * A step of the vCPU: to its next instruction, or over a call to the instruction after it.
 *
 * It ends where the interpreter has fetched the instruction and is about to dispatch; vPC is its address there. Much
 * else may happen in between, such as lines of the picture. A halted vCPU repeats the same instruction.
 */
export class VcpuStep implements Movement {
  readonly paced = false;
  /** Whether the breakpoint at the machine's position, if any, has been dealt with. */
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
