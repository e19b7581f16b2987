/**
 * Steps: over, in and out, by instruction or by source line.
 *
 * The delay slot is simply an instruction that executes before the branch's target: a step stops there like anywhere
 * else. A step over a call runs until the return address is reached. Every step by line steps over a time check that
 * leaves for the video handler, since what happens there is not the program's doing.
 *
 * A macro call is stepped like a call that costs nothing: a step first stops at the calling line with the macro's text
 * hidden; "in" reveals it, "over" runs to the end of what it made. If a macro calls a routine, "in" goes into the
 * routine instead of revealing the text.
 */
import { looksLikeCall } from './call-stack.ts';
import { callAt } from './branches.ts';
import { framePlaces, hiddenOnArrival, areWithin, samePlace, type CodePlace } from '../program/source-map.ts';
import { inRounds, run, type Movement, type RunContext } from './movement.ts';
import type { Stop } from '../program/program.ts';
import { pliesAbove, plyCell } from '../values/plies.ts';

export type Granularity = 'instruction' | 'line';
export type StepKind = 'in' | 'over' | 'out';

/** Where the user sees the program: the places around the word, and how many of them are hidden. */
export interface View {
  readonly places: readonly CodePlace[];
  readonly hidden: number;
}

interface StepKindRules {
  /** Whether it ends at the machine's new position; asked after each instruction outside of calls that it steps over. */
  readonly finish: (previous: number) => Stop | undefined;
  /** Whether a call is stepped over. */
  readonly runsOver?: (call: 'routine' | 'time-check') => boolean;
  /** Address that ends the call in which the step begins, if it is to be left. */
  readonly returning?: number;
}

class Step implements Movement {
  readonly paced = false;
  /** Address that ends the call that is being stepped over. */
  private returning: number | undefined;
  /** Whether the breakpoint at the machine's position, if any, has been dealt with. */
  private decided = true;

  constructor(
    private readonly context: RunContext,
    private readonly rules: StepKindRules,
  ) {
    this.returning = rules.returning;
  }

  advance(cycles: number): Stop | undefined {
    return inRounds(this.context.machine, cycles, (left) =>
      this.returning === undefined ? this.instruction() : this.goOn(this.returning, left),
    );
  }

  private instruction(): Stop | undefined {
    const { machine, program } = this.context;
    const call = callAt(machine, program);
    const previous = machine.address;
    const stop = run(this.context, 1) ?? this.breakpointHere();
    if (stop !== undefined) return stop;
    if (call === undefined || this.rules.runsOver?.(call.kind) === false) return this.rules.finish(previous);
    this.returning = call.returnAddress;
    return undefined;
  }

  private goOn(returnAddress: number, cycles: number): Stop | undefined {
    const { machine, breakpoints } = this.context;
    const hit = this.decided ? undefined : this.breakpointHere();
    const stop = hit ?? breakpoints.withMark(returnAddress, () => run(this.context, cycles));
    if (stop !== undefined) return stop;
    this.decided = false;
    if (machine.address !== returnAddress) return undefined;
    this.returning = undefined;
    return this.breakpointHere() ?? this.rules.finish(returnAddress);
  }

  private breakpointHere(): Stop | undefined {
    this.decided = true;
    return this.context.breakpoints.hitAt(this.context.machine.address);
  }
}

/** The end of a step at the machine's position. @param depth places that were visible before */
export function arrival({ machine, program }: RunContext, depth: number): Stop {
  return { reason: 'step', hiddenMacros: hiddenOnArrival(program.sources, machine.address, depth) };
}

function instructionStep(context: RunContext, over: boolean): Movement {
  return new Step(context, { finish: () => ({ reason: 'step' }), runsOver: () => over });
}

function lineStep(context: RunContext, { places, hidden }: View, over: boolean): Movement {
  const { machine, program } = context;
  // The line as the user sees it, and the macro calls around it.
  const seen = places.slice(hidden);
  const [line] = seen;
  /** A jump back to the first word of the line: a loop of one line, each round of which is a step. */
  const startsAgain = (previous: number): boolean =>
    line !== undefined &&
    machine.address <= previous &&
    program.sources.startsOf(line.source, line.line).includes(machine.address);
  const staysIn = (): boolean => seen.length > 0 && areWithin(framePlaces(program, machine.address), seen);
  return new Step(context, {
    finish: (previous) => (staysIn() && !startsAgain(previous) ? undefined : arrival(context, seen.length)),
    runsOver: (call) => over || call === 'time-check',
  });
}

/** Runs until the macro text that the user sees is left. */
function macroOut(context: RunContext, { places, hidden }: View): Movement {
  const outside = places.slice(hidden + 1);
  const finish = (): Stop | undefined => {
    const now = framePlaces(context.program, context.machine.address);
    return now.length > outside.length && areWithin(now, outside) ? undefined : arrival(context, outside.length);
  };
  return new Step(context, { finish });
}

function routineOut(context: RunContext, returning: number): Movement {
  return new Step(context, { returning, finish: () => arrival(context, 1) });
}

/** Runs until the code with the present name, which takes a node back from its frame, is left, or the node is. */
function nameOut(context: RunContext): Movement {
  const { machine, program } = context;
  const nameStart = (): number | undefined => program.symbols.codeStart(machine.address);
  const [start, depth] = [nameStart(), pliesAbove(machine, program).length];
  const staysIn = (): boolean => nameStart() === start && pliesAbove(machine, program).length === depth;
  return new Step(context, { finish: () => (staysIn() ? undefined : arrival(context, 1)) });
}

/** Runs until the search is back in the node above, and past the code that made its frame the present one. */
function plyOut(context: RunContext): Movement {
  const { machine, program, breakpoints } = context;
  const depth = pliesAbove(machine, program).length;
  const address = machine.ramIndex(plyCell(program)?.address ?? 0);
  let isDecided = true;
  let rest: Movement | undefined;
  const round = (left: number): Stop | undefined => {
    if (rest !== undefined) return rest.advance(left);
    const hit = isDecided ? undefined : breakpoints.hitAt(machine.address);
    const stop = hit ?? run(context, left, { address, length: 1, access: ['change'] });
    isDecided = false;
    if (stop === undefined && pliesAbove(machine, program).length < depth) rest = nameOut(context);
    return stop;
  };
  return { paced: false, advance: (cycles) => inRounds(machine, cycles, round) };
}

/** A zero-length step: shows the text of the macro whose call the user sees. */
export function createReveal({ hidden }: View): Movement {
  return { paced: false, advance: () => ({ reason: 'step', hiddenMacros: Math.max(0, hidden - 1) }) };
}

/** The requested step; undefined if "out" has nowhere to go. */
export function createStep(context: RunContext, kind: StepKind, unit: Granularity, view: View): Movement | undefined {
  const hasLines = view.places.length > 0;
  if (kind === 'out') return createStepOut(context, view);
  if (unit === 'instruction' || !hasLines) return instructionStep(context, kind === 'over');
  if (kind === 'in' && view.hidden > 0 && !makesCall(context, view)) return createReveal(view);
  return lineStep(context, view, kind === 'over');
}

/** What "in" can mean at a macro call: its text, and the routine that it calls if it calls one. */
export function stepInTargets(
  context: RunContext,
  view: View,
): { readonly macro: string; readonly calls: boolean } | undefined {
  const macro = view.places[view.hidden - 1]?.macro;
  return macro === undefined ? undefined : { macro, calls: makesCall(context, view) };
}

/** Whether a word from here on that belongs to the line that the user sees is a call of a routine. */
function makesCall({ machine, program }: RunContext, { places, hidden }: View): boolean {
  const line = places[hidden];
  if (line === undefined) return false;
  for (let address = machine.address; ; address++) {
    if (!framePlaces(program, address).some((place) => samePlace(place, line))) return false;
    if (looksLikeCall(machine.rom, address)) return true;
  }
}

function createStepOut(context: RunContext, view: View): Movement | undefined {
  if (view.hidden + 1 < view.places.length) return macroOut(context, view);
  const caller = context.callStack()[1];
  if (caller !== undefined) return routineOut(context, caller.address);
  return pliesAbove(context.machine, context.program).length > 0 ? plyOut(context) : undefined;
}
