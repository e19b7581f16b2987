/**
 * Steps: over, in and out, by instruction or by source line.
 *
 * The delay slot is simply an instruction that executes before the branch's target: a step
 * stops there like anywhere else. A step over a call runs until the return address is reached. Every step
 * by line steps over a time check that leaves for the video handler, since what happens there is not the
 * program's doing.
 *
 * A macro call is stepped like a call that costs nothing: a step first stops at the calling line with
 * the macro's text hidden; "in" reveals it, "over" runs to the end of what it made. If a macro calls a
 * routine, "in" goes into the routine instead of revealing the text.
 */
import { looksLikeCall } from './call-stack.ts';
import { callAt } from './branches.ts';
import { framePlaces, hiddenOnArrival, areWithin, samePlace, type CodePlace } from '../program/source-map.ts';
import { run, type Movement, type MovementContext } from './movement.ts';
import type { Stop } from '../program/program.ts';
import { pliesAbove, plyCell } from '../values/plies.ts';
import type { Watch } from '#emulator';

export type Granularity = 'instruction' | 'line';
export type StepKind = 'in' | 'over' | 'out';

/** Where the user sees the program: the places around the word, and how many of them are hidden. */
export interface View {
  readonly places: readonly CodePlace[];
  readonly hidden: number;
}

abstract class Step implements Movement {
  readonly paced = false;
  /** Address that ends the call that is being stepped over. */
  protected returning: number | undefined;
  /** Whether the breakpoint at the machine's position, if any, has been dealt with. */
  private decided = true;

  constructor(protected readonly context: MovementContext) {}

  /**
   * Whether the step ends at the machine's new position; asked after every instruction outside of calls that are
   * stepped over.
   */
  protected abstract finish(previous: number): Stop | undefined;
  /** Whether a call is stepped over. */
  protected runsOver(_kind: 'routine' | 'time-check'): boolean {
    return true;
  }

  advance(cycles: number): Stop | undefined {
    const { machine } = this.context;
    const end = machine.cycle + cycles;
    while (machine.cycle < end) {
      const stop = this.returning === undefined ? this.instruction() : this.goOn(this.returning, end - machine.cycle);
      if (stop !== undefined) return stop;
    }
    return undefined;
  }

  private instruction(): Stop | undefined {
    const { machine, program } = this.context;
    const call = callAt(machine, program);
    const previous = machine.address;
    const stop = run(this.context, 1) ?? this.breakpointHere();
    if (stop !== undefined) return stop;
    if (call === undefined || !this.runsOver(call.kind)) return this.finish(previous);
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
    return this.breakpointHere() ?? this.finish(returnAddress);
  }

  private breakpointHere(): Stop | undefined {
    this.decided = true;
    return this.context.breakpoints.hitAt(this.context.machine.address);
  }
}

class InstructionStep extends Step {
  constructor(
    context: MovementContext,
    private readonly over: boolean,
  ) {
    super(context);
  }

  protected finish(): Stop {
    return { reason: 'step' };
  }

  protected override runsOver(): boolean {
    return this.over;
  }
}

class LineStep extends Step {
  /** The line as the user sees it, and the macro calls around it. */
  private readonly seen: readonly CodePlace[];

  constructor(
    context: MovementContext,
    view: View,
    private readonly over: boolean,
  ) {
    super(context);
    this.seen = view.places.slice(view.hidden);
  }

  protected finish(previous: number): Stop | undefined {
    const { machine, program } = this.context;
    const places = framePlaces(program, machine.address);
    if (this.seen.length > 0 && areWithin(places, this.seen) && !this.startsAgain(previous)) return undefined;
    return { reason: 'step', hiddenMacros: hiddenOnArrival(program, machine.address, this.seen.length) };
  }

  protected override runsOver(kind: 'routine' | 'time-check'): boolean {
    return this.over || kind === 'time-check';
  }

  /** A jump back to the first word of the line: a loop of one line, each round of which is a step. */
  private startsAgain(previous: number): boolean {
    const { machine, program } = this.context;
    const line = this.seen[0];
    if (line === undefined || machine.address > previous) return false;
    return program.sources.startsOf(line.source, line.line).includes(machine.address);
  }
}

/** Runs until the macro text that the user sees is left. */
class MacroOut extends Step {
  private readonly outside: readonly CodePlace[];

  constructor(context: MovementContext, view: View) {
    super(context);
    this.outside = view.places.slice(view.hidden + 1);
  }

  protected finish(): Stop | undefined {
    const { machine, program } = this.context;
    const places = framePlaces(program, machine.address);
    if (places.length > this.outside.length && areWithin(places, this.outside)) return undefined;
    return { reason: 'step', hiddenMacros: hiddenOnArrival(program, machine.address, this.outside.length) };
  }
}

/** Runs until a return address is reached. */
class RoutineOut extends Step {
  constructor(context: MovementContext, returnAddress: number) {
    super(context);
    this.returning = returnAddress;
  }

  protected finish(): Stop {
    const { machine, program } = this.context;
    return { reason: 'step', hiddenMacros: hiddenOnArrival(program, machine.address, 1) };
  }
}

/** Runs until the code with the present name, which takes a node back from its frame, is left, or the node is. */
class NameOut extends Step {
  private readonly start: number | undefined;
  private readonly depth: number;

  constructor(context: MovementContext) {
    super(context);
    this.start = this.nameStart();
    this.depth = pliesAbove(context.machine, context.program).length;
  }

  protected finish(): Stop | undefined {
    const { machine, program } = this.context;
    if (this.nameStart() === this.start && pliesAbove(machine, program).length === this.depth) return undefined;
    return { reason: 'step', hiddenMacros: hiddenOnArrival(program, machine.address, 1) };
  }

  private nameStart(): number | undefined {
    const { machine, program } = this.context;
    return program.symbols.codeStart(machine.address);
  }
}

/** Runs until the search is back in the node above, and past the code that made its frame the present one. */
class PlyOut implements Movement {
  readonly paced = false;
  private readonly depth: number;
  private readonly watch: Watch;
  private decided = true;
  private rest: NameOut | undefined;

  constructor(private readonly context: MovementContext) {
    const { machine, program } = context;
    this.depth = pliesAbove(machine, program).length;
    this.watch = { address: machine.ramIndex(plyCell(program)?.address ?? 0), length: 1, access: ['change'] };
  }

  advance(cycles: number): Stop | undefined {
    const { machine, program, breakpoints } = this.context;
    const end = machine.cycle + cycles;
    while (machine.cycle < end) {
      if (this.rest !== undefined) return this.rest.advance(end - machine.cycle);
      const hit = this.decided ? undefined : breakpoints.hitAt(machine.address);
      const stop = hit ?? run(this.context, end - machine.cycle, this.watch);
      this.decided = false;
      if (stop !== undefined) return stop;
      if (pliesAbove(machine, program).length < this.depth) this.rest = new NameOut(this.context);
    }
    return undefined;
  }
}

/** A zero-length step: shows the text of the macro whose call the user sees. */
export function createReveal({ hidden }: View): Movement {
  return { paced: false, advance: () => ({ reason: 'step', hiddenMacros: Math.max(0, hidden - 1) }) };
}

/** The requested step; undefined if "out" has nowhere to go. */
export function createStep(
  context: MovementContext,
  kind: StepKind,
  granularity: Granularity,
  view: View,
): Movement | undefined {
  const hasLines = view.places.length > 0;
  if (kind === 'out') return createStepOut(context, view);
  if (granularity === 'instruction' || !hasLines) return new InstructionStep(context, kind === 'over');
  if (kind === 'in' && view.hidden > 0 && !makesCall(context, view)) return createReveal(view);
  return new LineStep(context, view, kind === 'over');
}

/** What "in" can mean at a macro call: its text, and the routine that it calls if it calls one. */
export function stepInTargets(
  context: MovementContext,
  view: View,
): { readonly macro: string; readonly calls: boolean } | undefined {
  const macro = view.places[view.hidden - 1]?.macro;
  return macro === undefined ? undefined : { macro, calls: makesCall(context, view) };
}

/** Whether a word from here on that belongs to the line that the user sees is a call of a routine. */
function makesCall({ machine, program }: MovementContext, { places, hidden }: View): boolean {
  const line = places[hidden];
  if (line === undefined) return false;
  for (let address = machine.address; ; address++) {
    if (!framePlaces(program, address).some((place) => samePlace(place, line))) return false;
    if (looksLikeCall(machine.rom, address)) return true;
  }
}

function createStepOut(context: MovementContext, view: View): Movement | undefined {
  if (view.hidden + 1 < view.places.length) return new MacroOut(context, view);
  const caller = context.callStack()[1];
  if (caller !== undefined) return new RoutineOut(context, caller.address);
  return pliesAbove(context.machine, context.program).length > 0 ? new PlyOut(context) : undefined;
}
