/**
 * Movements into the past: step back, reverse continue, restart of a frame.
 *
 * The machine is deterministic, so the past is reproduced exactly from snapshots: registers, RAM,
 * picture, input. Hit counts and log points only apply when running forward.
 */
import type { RomAddress, Cycle } from '#basics';
import { breakpointsAt, type History, type Machine } from '#emulator';
import { hexByte, leavesForHandler } from '#isa';
import { framePlaces, areWithin, type CodePlace } from '../program/source-map.ts';
import { type Movement, type RunContext, atOnce, BEGINNING, find, WayBack, type Way } from './movement.ts';
import { describeAddress, describeChange } from '../values/place.ts';
import type { Stop, Program } from '../program/program.ts';
import { arrival, type Granularity, type View } from './stepping.ts';
import { checkBranchBefore, instructionAt } from '../program/time-check.ts';
import { callSite } from './call-stack.ts';

/** One instruction back, or to the first word of the previous line, with calls taken as one. */
export function createStepBack(context: RunContext, granularity: Granularity, view: View): Movement {
  const { history, machine } = context;
  if (granularity === 'line' && view.places.length > 0) {
    return new WayBack(history, 'Stepping back', lineBack(context, view), false);
  }
  return atOnce(() => {
    if (machine.cycle <= history.oldest) return BEGINNING;
    history.stepBack();
    return { reason: 'step' };
  });
}

function* lineBack(context: RunContext, { places, hidden }: View): Way {
  const { machine, history, program } = context;
  const depth = places.length - hidden;
  const past = new Past(machine, history, program);
  let cycle = yield* past.cycleBefore(machine.cycle);
  if (cycle === undefined) {
    history.goTo(history.oldest);
    return BEGINNING;
  }
  const line = seenAt(framePlaces(program, past.addressAt(cycle) ?? 0), depth);
  for (;;) {
    const [place] = line;
    const address = past.addressAt(cycle) ?? 0;
    if (place === undefined || program.sources.startsOf(place.source, place.line).includes(address)) break;
    const before: number | undefined = yield* past.cycleBefore(cycle);
    if (before === undefined || !areWithin(framePlaces(program, past.addressAt(before) ?? 0), line)) break;
    cycle = before;
  }
  history.goTo(cycle);
  return arrival(context, depth);
}

/** The places that are visible if no more than `depth` are. */
function seenAt(places: readonly CodePlace[], depth: number): readonly CodePlace[] {
  return places.slice(Math.max(0, places.length - Math.max(depth, 1)));
}

/**
 * Back to the last place where a breakpoint, a watch or a fault stops; conditions count. From a broken invariant: to
 * the instruction that last wrote the first wrong byte.
 */
export function createReverseContinue(context: RunContext): Movement {
  const wrongByte = context.stop?.wrongByte;
  if (wrongByte === undefined) return new WayBack(context.history, 'Running back', reverse(context), true);
  return new WayBack(context.history, 'Running back to the cause', causeOf(wrongByte, context), true);
}

function* reverse({ breakpoints, watches, history, machine }: RunContext): Way {
  const stops = { ...watches.stops, breakpoints: breakpoints.marksBackwards() };
  if (!stops.breakpoints.includes(1) && watches.stops.watches === undefined && watches.stops.onFault !== true) {
    history.goTo(history.oldest);
    return BEGINNING;
  }
  // A watch or a fault is described after it happened, as when running forward; the stop is before it.
  let told: Stop | undefined;
  const hit = yield* find(history, stops, (reason) => {
    if (reason.kind === 'breakpoint') return breakpoints.stopsBackwardsAt(machine.address) !== undefined;
    const stop = watches.describe(reason, false);
    told = stop ?? told;
    return stop !== undefined;
  });
  if (hit === undefined) return BEGINNING;
  return (hit.reason.kind === 'breakpoint' ? breakpoints.stopsBackwardsAt(machine.address) : told) ?? BEGINNING;
}

function* causeOf({ index, found }: NonNullable<Stop['wrongByte']>, { history, program }: RunContext): Way {
  const watch = { address: index, length: 1, access: ['write'] } as const;
  const name = describeAddress(program, index);
  const hit = yield* find(history, { watches: [watch] });
  if (hit?.reason.kind !== 'watch') return { ...BEGINNING, text: `No instruction has written ${name}` };
  const { before, after } = hit.reason;
  const change = describeChange(program, index, before, after);
  // An edit by the user is not a write by the program.
  const since = after === found ? '' : `; the ${hexByte(found)} came later, from outside`;
  const description = `The last write of ${name}`;
  return { reason: 'data breakpoint', description, text: `${description}: ${change}${since}` };
}

/** Back to the last time that execution reached `address`. */
export function createReturnTo({ history, machine }: RunContext, address: RomAddress): Movement {
  return new WayBack(history, 'Going back to the start of the routine', returnTo(), false);

  function* returnTo(): Way {
    const hit = yield* find(history, { breakpoints: breakpointsAt(address) }, () => !leavesForHandler(machine));
    return hit === undefined ? BEGINNING : { reason: 'restart' };
  }
}

const STRETCH = 256;

/**
 * What was executed: addresses by cycle, read from the machine's history a stretch at a time. Asking moves the machine;
 * the caller puts it back where it belongs.
 */
class Past {
  private start = 0;
  private addresses: number[] = [];

  constructor(
    private readonly machine: Machine,
    private readonly history: History,
    private readonly program: Pick<Program, 'rom' | 'shortChecks'>,
  ) {}

  /** Address that executed in a cycle (or executes, in the present one); undefined before the beginning. */
  addressAt(cycle: Cycle): number | undefined {
    if (cycle < this.history.oldest) return undefined;
    if (cycle < this.start || cycle >= this.start + this.addresses.length) this.read(cycle);
    return this.addresses[cycle - this.start];
  }

  /**
   * The cycle before a cycle for a step over calls: after a call or a visit to the video handler, that of the branch
   * that left.
   */
  *cycleBefore(cycle: Cycle): Way<number | undefined> {
    const address = this.addressAt(cycle);
    const before = this.addressAt(cycle - 1);
    if (address === undefined || before === undefined) return undefined;
    const site = before === address - 1 ? undefined : this.returnedFrom(cycle, address);
    if (site === undefined) return cycle - 1;
    this.history.goTo(cycle);
    return (yield* find(this.history, { breakpoints: breakpointsAt(site) }))?.cycle ?? cycle - 1;
  }

  /** The branch of the call that returned to `address` in `cycle`, if it was reached by a return. */
  private returnedFrom(cycle: Cycle, address: RomAddress): number | undefined {
    const jump = this.addressAt(cycle - 2);
    const { rom } = this.machine;
    if (jump === undefined) return undefined;
    const { opcode } = instructionAt(rom, jump);
    if (opcode.operation !== 'jump' || !opcode.readsRam) return undefined;
    const site = checkBranchBefore(this.program, address) ?? callSite(rom, address);
    return site === address ? undefined : site;
  }

  private read(last: number): void {
    this.start = this.history.goTo(last - STRETCH + 1);
    this.addresses = [];
    for (let cycle = this.start; cycle <= last; cycle++) {
      this.addresses.push(this.machine.address);
      this.history.run(1);
    }
  }
}
