/**
 * Movements into the past: step back, reverse continue, restart of a frame.
 *
 * The machine is deterministic, so the past is made again from snapshots, exactly: registers, RAM,
 * picture, input. Hit counts and log points concern the way forward only.
 */
import type { BackwardHit } from '#emulator';
import { hexByte, ROM_WORDS } from '#isa';
import { framePlaces, hiddenOnArrival } from '../program/macro-frames.ts';
import type { Movement, MovementContext } from './movement.ts';
import type { BrokenInvariant } from '../breakpoints/invariant.ts';
import { describeAddress } from '../breakpoints/watches.ts';
import type { Stop } from '../program/stop.ts';
import { Past } from './past.ts';
import type { Granularity, View } from './stepping.ts';
import { samePlace, type CodePlace } from '../program/source-map.ts';

/** A movement that is done in one go. */
function atOnce(go: () => Stop): Movement {
  return { paced: false, advance: go };
}

const BEGINNING: Stop = { reason: 'entry', description: 'The beginning of the run' };

/** One instruction back, or to the first word of the line before, calls taken as one. */
export function createStepBack(context: MovementContext, granularity: Granularity, view: View): Movement {
  const { history, machine } = context;
  if (granularity === 'line' && view.places.length > 0) return atOnce(() => lineBack(context, view));
  return atOnce(() => {
    if (machine.cycle <= history.oldest) return BEGINNING;
    history.stepBack();
    return { reason: 'step' };
  });
}

function lineBack({ machine, history, program }: MovementContext, { places, hidden }: View): Stop {
  const depth = places.length - hidden;
  const past = new Past(machine, history);
  let cycle = past.cycleBefore(machine.cycle);
  if (cycle === undefined) return BEGINNING;
  const line = seenAt(framePlaces(program, past.addressAt(cycle) ?? 0), depth);
  for (;;) {
    const [place] = line;
    const address = past.addressAt(cycle) ?? 0;
    if (place === undefined || program.sources.startsOf(place.source, place.line).includes(address)) break;
    const before = past.cycleBefore(cycle);
    if (before === undefined || !isWithin(framePlaces(program, past.addressAt(before) ?? 0), line)) break;
    cycle = before;
  }
  history.goTo(cycle);
  return { reason: 'step', hiddenMacros: hiddenOnArrival(program, machine.address, depth) };
}

/** The places that are seen where no more than `depth` are. */
function seenAt(places: readonly CodePlace[], depth: number): readonly CodePlace[] {
  return places.slice(Math.max(0, places.length - Math.max(depth, 1)));
}

function isWithin(places: readonly CodePlace[], line: readonly CodePlace[]): boolean {
  const level = places.length - line.length;
  return level >= 0 && line.every((place, index) => samePlace(place, places[level + index]!));
}

/**
 * Back to the last place where a breakpoint, a watch or a fault stops; conditions count. From a broken invariant: to
 * the instruction that last wrote the first wrong byte.
 */
export function createReverseContinue(context: MovementContext): Movement {
  const wrongByte = context.invariant.broken?.firstByte;
  if (wrongByte !== undefined) return atOnce(() => lastWriteOf(wrongByte, context));
  return atOnce(() => {
    const { breakpoints, watches, history } = context;
    const marks = breakpoints.marksBackwards();
    for (;;) {
      const hit = history.runBack({ ...watches.stops, breakpoints: marks });
      if (hit === undefined) return BEGINNING;
      const stop = stopAtHit(context, hit);
      if (stop !== undefined) return stop;
    }
  });
}

function lastWriteOf(
  { address, found }: NonNullable<BrokenInvariant['firstByte']>,
  { history, machine, program }: MovementContext,
): Stop {
  const watch = { address: machine.ramIndex(address), length: 1, access: ['write'] } as const;
  const name = describeAddress(program, address);
  const hit = history.runBack({ watches: [watch] });
  if (hit?.reason.kind !== 'watch') return { ...BEGINNING, text: `No instruction has written ${name}` };
  const { before, after } = hit.reason;
  const change = `${hexByte(before)} → ${hexByte(after)}`;
  // An edit by the user is no write of the program.
  const since = after === found ? '' : `; the ${hexByte(found)} came later, from outside`;
  const description = `The last write of ${name}`;
  return { reason: 'data breakpoint', description, text: `${description}: ${change}${since}` };
}

function stopAtHit(
  { breakpoints, watches, history, machine }: MovementContext,
  { cycle, reason }: BackwardHit,
): Stop | undefined {
  if (reason.kind === 'breakpoint') return breakpoints.stopsBackwardsAt(machine.address);
  // Conditions of data breakpoints are asked behind the access, as on the way forward; the stop is in front of it.
  history.goTo(cycle + 1);
  const stop = watches.describe(reason, false);
  history.goTo(cycle);
  return stop;
}

/** Back to the last time that execution came to `address`; undefined before the first time. */
export function createReturnTo({ history }: MovementContext, address: number): Movement {
  return atOnce(() => {
    const breakpoints = new Uint8Array(ROM_WORDS);
    breakpoints[address] = 1;
    return history.runBack({ breakpoints }) === undefined ? BEGINNING : { reason: 'restart' };
  });
}
