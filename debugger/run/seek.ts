/** Going to a moment that the user names: an access to some bytes, the start of the present line, frame or search. */
import type { Accept, History, Machine, Watch } from '#emulator';
import { failures, type RequestFailure } from '../errors.ts';
import type { Program, Stop } from '../program/program.ts';
import { describeChange } from '../values/place.ts';
import { framesOf, plyCell } from '../values/plies.ts';
import { atOnce, find, WayBack, inRounds, run } from './movement.ts';
import type { Way, Movement, RunContext } from './movement.ts';

/**
 * Back to before the instruction that last wrote one of these bytes, or changed one; stays where it is if none has.
 * @param name for people
 */
export function createLastAccess(
  { history, program }: RunContext,
  ranges: readonly Omit<Watch, 'access'>[],
  access: 'write' | 'change',
  name: string,
): Movement {
  const watches = ranges.map((range): Watch => ({ ...range, access: [access] }));
  const begun = history.machine.cycle;
  return new WayBack(history, `Looking for the last ${access} of ${name}`, lastAccess(), true);

  function* lastAccess(): Way {
    const hit = yield* find(history, { watches });
    if (hit?.reason.kind !== 'watch') {
      history.goTo(begun);
      return {
        reason: 'pause',
        notice: `No instruction has ${access === 'write' ? 'written' : 'changed'} ${name} in this run.`,
      };
    }
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
export function createMoment(history: History, { description, watch, accept }: Moment): Movement {
  const begun = history.machine.cycle;
  const title = `Looking for ${description.charAt(0).toLowerCase()}${description.slice(1)}`;
  return new WayBack(history, title, back(), true);

  function* back(): Way {
    const hit = yield* find(history, { watches: [watch] }, accept);
    if (hit !== undefined) return { reason: 'goto', description };
    history.goTo(begun);
    return { reason: 'pause', notice: `${description} is not in this run.` };
  }
}

/**
 * On to the next write of some bytes: stops after it, as at a data breakpoint, unless something stops it before.
 * @param name for people
 */
export function createNextWrite(context: RunContext, ranges: readonly Omit<Watch, 'access'>[], name: string): Movement {
  const { history, machine, breakpoints, program } = context;
  const watches = ranges.map((range): Watch => ({ ...range, access: ['write'] }));
  const marks = breakpoints.marksBackwards();
  const round = (left: number): Stop | undefined => {
    const reason = history.run(left, { watches, breakpoints: marks });
    if (reason.kind === 'breakpoint') return breakpoints.hitAt(machine.address);
    if (reason.kind !== 'watch') return undefined;
    const description = `The next write of ${name}: ${describeChange(program, reason.address, reason.before, reason.after)}`;
    return { reason: 'data breakpoint', description, text: description };
  };
  return { paced: false, advance: (cycles) => inRounds(machine, cycles, round) };
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
 * @param dispatch address at which the interpreter dispatches
 * @param isThere whether the instruction that is about to be dispatched is the one to stop at
 */
export function createVcpuStep(context: RunContext, dispatch: number, isThere: () => boolean = () => true): Movement {
  const { machine, breakpoints } = context;
  let isDecided = true;
  const round = (left: number): Stop | undefined => {
    const hit = isDecided ? undefined : breakpoints.hitAt(machine.address);
    const before = machine.cycle;
    const stop = hit ?? breakpoints.withMark(dispatch, () => run(context, left));
    isDecided = false;
    if (stop !== undefined || machine.address !== dispatch || machine.cycle === before) return stop;
    isDecided = true;
    return breakpoints.hitAt(dispatch) ?? (isThere() ? { reason: 'step' } : undefined);
  };
  return { paced: false, advance: (cycles) => inRounds(machine, cycles, round) };
}

/** What a backward search looks for: an access, and whether it is the right one. */
export interface Moment {
  /** For people. */
  readonly description: string;
  readonly watch: Watch;
  readonly accept: Accept;
}

/**
 * The access that began the present search, or an iteration of it, by setting up its root; or the one by which the
 * search entered the present node from the one above. The root has none above: its node began with the search.
 */
export function searchMoment(what: 'node' | 'search', machine: Machine, program: Program): Moment | RequestFailure {
  const cell = plyCell(program);
  const frames = framesOf(program);
  if (cell === undefined || frames === undefined) return failures.noSearch();
  const present = machine.readRam(cell.address);
  if (present < frames.first || present > frames.last) return failures.searchNotBegun();
  const isBelowRoot = what === 'node' && present > frames.first;
  return {
    description: isBelowRoot ? 'The start of this node' : 'The start of the search',
    watch: { address: machine.ramIndex(cell.address), length: 1, access: ['write'] },
    accept: (reason) => {
      if (reason.kind !== 'watch') return false;
      const { before, after } = reason;
      if (isBelowRoot) return after === present && before === present - 1;
      return after === frames.first && before !== frames.first + 1;
    },
  };
}
