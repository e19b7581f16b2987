/**
 * A program being debugged: machine, program, breakpoints and the runner, put together.
 *
 * Also keeps how the user sees the present stop (which macro texts are hidden) and hands out the
 * numbers by which the protocol names frames and variables; those are valid until the program continues.
 */
import { Event } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugPlace } from '#assembler';
import { isFailure, type Failure } from '#basics';
import { History, type Machine, type Pace, type Snapshot } from '#emulator';
import { imageHash } from '#isa';
import { BreakpointTable, WRITTEN, type Breakpoint } from '../breakpoints/breakpoint-table.ts';
import { checkInvariant, INVARIANT_FILTER, invariantPlaces } from '../breakpoints/invariant.ts';
import {
  ODD_OPCODE_FILTER,
  oddAddresses,
  oddOpcodeStop,
  WRITTEN_FILTER,
  writtenBreakpoints,
} from '../breakpoints/filters.ts';
import { UNWRITTEN_FILTER, Watches, type WatchedName } from '../breakpoints/watches.ts';
import type { Host } from '../connection/host.ts';
import { type Audience, type SendEvent, outputLine } from '../connection/client.ts';
import { failures } from '../errors.ts';
import type { LaunchOptions } from '../program/launch-options.ts';
import { sourceHash } from '../program/load-source.ts';
import { splitRoot } from '../program/paths.ts';
import type { Program, Stop } from '../program/program.ts';
import type { NumberStyle } from '../protocol.ts';
import type { Scope } from '../values/evaluate.ts';
import { ViewFeed } from '../views/view-feed.ts';
import { Handles } from './handles.ts';
import type { TimeCheck } from '../program/time-check.ts';
import type { DebuggedTest } from './debugged-test.ts';
import { callStack, type CallFrame, findInterruption } from './call-stack.ts';
import { framePlaces } from '../program/source-map.ts';
import { MemoryWatchers } from './memory-watchers.ts';
import { createRun, type Movement, type RunContext, Progress } from './movement.ts';
import { Timeline } from './timeline.ts';
import { Runner } from './runner.ts';
import type { View } from './stepping.ts';
import type { VariablesNode } from '../values/variable-nodes.ts';

/** The one thread that the protocol requires. */
export const THREAD_ID = 1;

interface WantedFilter {
  readonly filterId: string;
  readonly condition?: string | undefined;
}

export class Debuggee implements RunContext {
  readonly history: History;
  readonly breakpoints: BreakpointTable;
  readonly watches: Watches;
  readonly runner: Runner;
  readonly views: ViewFeed;
  readonly memory: MemoryWatchers;
  readonly progress: Progress;
  readonly timeline: Timeline;
  /** What it was launched with, for a restart. */
  launchOptions: LaunchOptions | undefined;
  /** The names of RAM whose changes stop the program, for the program of a restart. */
  watchedNames: readonly WatchedName[] = [];
  /** The video handler's share as last found, and at which cycle. */
  lastShare: { readonly cycle: number; readonly share: number | null } | undefined;
  test: DebuggedTest | undefined;
  numbers: NumberStyle = 'both';
  /** States that the user has kept, by name. */
  readonly states = new Map<string, Snapshot>();
  readonly variables = new Handles<VariablesNode>();
  /** Where what is shown is declared. */
  readonly locations = new Handles<DebugPlace>();
  private hidden = 0;
  /** Lines of log points in the present slice; a client takes about a thousand a second. */
  private printed = 0;
  /** The interruption that the present stop is in, once its past has been examined. */
  private interruption: { readonly found: TimeCheck | undefined } | undefined;
  /** Cycles of the present stop and of the one before it at another cycle. */
  private lastStop: number | undefined;
  previousStop: number | undefined;
  stop: Stop | undefined;
  /** The exception filters that are on. A client without filters would otherwise never stop at those of the source. */
  private filters: readonly WantedFilter[] = [{ filterId: WRITTEN_FILTER.filter }];
  private lastId = 0;
  /** Paths of sources that have been reported. */
  private readonly changedSources = new Set<string>();
  /** Whether the program has been started (or stopped at entry). */
  hasStarted = false;

  /**
   * @param audience undefined while the program runs without a client
   * @param invariantAt where the invariant is checked unless its filter says otherwise
   */
  constructor(
    readonly machine: Machine,
    readonly program: Program,
    pace: Pace,
    private readonly host: Host,
    private audience: Audience | undefined,
    private readonly invariantAt: string | undefined,
  ) {
    const sendEvent: SendEvent = (event) => this.audience?.sendEvent(event);
    this.history = new History(machine);
    const scope = (): Scope => this.scope();
    const nextId = (): number => ++this.lastId;
    const print = (line: string, breakpoint: Breakpoint): void => this.print(line, breakpoint);
    this.breakpoints = new BreakpointTable(scope, print, nextId);
    this.watches = new Watches(machine, program, scope, nextId);
    this.setFilters(this.filters);
    this.views = new ViewFeed(machine, program, host, sendEvent, () => this.runner.pacing.pace);
    this.memory = new MemoryWatchers((event) => {
      if (this.audience?.client.supportsMemoryEvent === true) sendEvent(event);
    });
    this.timeline = new Timeline(machine, this.history, program);
    this.progress = new Progress(host, (event) => {
      if (this.audience?.client.supportsProgressReporting === true) sendEvent(event);
    });
    this.runner = new Runner(machine, host, pace, {
      stopped: (stop) => this.stopped(stop),
      slice: (movement) => this.afterSlice(movement),
      failed: (error) => this.failed(error),
    });
  }

  /** Where names are looked up, at the machine's position or at that of a caller. */
  scope(address = this.machine.address): Scope {
    const { machine, program, numbers } = this;
    return { machine, program, address, numbers };
  }

  /** The call stack as the machine is; while it runs, that of the moment. */
  callStack(): readonly CallFrame[] {
    const { machine, program } = this;
    if (this.runner.running) return callStack(machine, program);
    // The past of a stop is examined once; an edit changes frames, but not how the program got here.
    this.interruption ??= { found: findInterruption(this) };
    return callStack(machine, program, this.interruption.found);
  }

  view(): View {
    return { places: framePlaces(this.program, this.machine.address), hidden: this.hidden };
  }

  move(movement: Movement): void {
    this.hasStarted = true;
    this.hidden = 0;
    this.interruption = undefined;
    this.variables.clear();
    this.locations.clear();
    this.runner.start(movement);
  }

  /** Replaces the exception filters; returns sentences on why some of them cannot work, by their names. */
  setFilters(filters: readonly WantedFilter[]): Readonly<Record<string, string | undefined>> {
    this.filters = filters;
    const names = new Set(filters.map(({ filterId }) => filterId));
    this.breakpoints.replace(WRITTEN, names.has(WRITTEN_FILTER.filter) ? writtenBreakpoints(this.program) : []);
    const odd = names.has(ODD_OPCODE_FILTER.filter) ? oddAddresses(this.machine) : [];
    this.breakpoints.setCheck('opcode', odd, () => oddOpcodeStop(this.machine));
    const invariant = filters.findLast(({ filterId }) => filterId === INVARIANT_FILTER.filter);
    const places = invariant && invariantPlaces([invariant.condition, this.invariantAt], this.scope());
    const known = places === undefined || isFailure(places) ? [] : places;
    this.breakpoints.setCheck('invariant', known, () => checkInvariant(this.scope()));
    return {
      [INVARIANT_FILTER.filter]: isFailure(places) ? places.message : undefined,
      [UNWRITTEN_FILTER.filter]: this.watches.setFilters(names),
    };
  }

  /** Stops without having moved: at entry, or after the user chose another place. */
  standStill(stop: Stop): void {
    this.hasStarted = true;
    this.stopped(stop);
  }

  /** The user has set another position, so all its macro texts are shown. */
  positionChanged(): void {
    this.hidden = 0;
    this.interruption = { found: undefined };
  }

  /** Takes a state of another run of the program, whose past begins there. Errors as {@link History.beginFrom}. */
  beginFrom(snapshot: Snapshot): Failure | undefined {
    const problem = this.history.beginFrom(snapshot);
    if (problem !== undefined) return problem;
    this.lastStop = undefined;
    this.previousStop = undefined;
    this.interruption = undefined;
    // What the state holds counts as set by the user.
    this.watches.edited({ address: 0, length: this.machine.ram.length });
    return undefined;
  }

  /** Reports the present stop once more, as one that may take the focus. */
  reportStopAgain(): void {
    if (this.stop !== undefined) this.audience?.sendEvent(stoppedEvent(this.stop, false));
  }

  /**
   * Takes over what the user asked for in the run before a restart; answers with the breakpoints as they are bound now.
   */
  adopt(previous: Debuggee): readonly Breakpoint[] {
    this.lastId = previous.lastId;
    this.numbers = previous.numbers;
    if (imageHash(this.machine.rom) === imageHash(previous.machine.rom))
      previous.states.forEach((state, name) => this.states.set(name, state));
    this.setFilters(previous.filters);
    this.watches.adopt(previous.watches);
    this.views.adopt(previous.views);
    this.runner.pacing.pace = previous.runner.pacing.pace;
    return this.breakpoints.adopt(previous.breakpoints);
  }

  /** The client leaves: the program goes on, and nothing that the client requested can stop it. */
  release(): void {
    this.audience = undefined;
    this.breakpoints.clear();
    this.watches.setDataBreakpoints([], 'data');
    this.watches.setDataBreakpoints([], 'names');
    this.setFilters([]);
    this.views.stop();
    this.move(createRun(this, false));
  }

  takeOver(audience: Audience): void {
    this.audience = audience;
  }

  dispose(): void {
    this.runner.halt();
    this.views.stop();
  }

  /** Tells how far the program is; returns the milliseconds that the client needs for the lines of log points. */
  private afterSlice({ search }: Movement): number {
    if (search !== undefined) this.progress.show(search);
    else {
      this.timeline.look();
      this.views.whileRunning();
    }
    const { printed } = this;
    this.printed = 0;
    return printed;
  }

  private stopped(stop: Stop): void {
    this.timeline.stopped(stop);
    this.stop = stop;
    this.hidden = stop.hiddenMacros ?? 0;
    if (this.machine.cycle !== this.lastStop) {
      this.previousStop = this.lastStop;
      this.lastStop = this.machine.cycle;
    }
    this.variables.clear();
    this.locations.clear();
    this.progress.end();
    this.audience?.sendEvent(stoppedEvent(stop, this.audience.client.isTyping === true));
    if (stop.notice !== undefined) this.audience?.sendEvent(outputLine(stop.notice, 'important'));
    this.memory.changed();
    this.views.atStop();
    const place = this.view().places.at(-1);
    const path = place && this.program.sources.paths[place.source];
    if (path !== undefined) void this.lookForChange(path);
  }

  /** Reports, once for each source in which the program stops, that it is no longer the one that was assembled. */
  private async lookForChange(path: string): Promise<void> {
    const known = this.program.sourceHashes?.get(splitRoot(path).rest);
    if (known === undefined || this.changedSources.has(path)) return;
    const content = await this.host.readFile(path);
    if (isFailure(content) || sourceHash(content.bytes) === known || this.changedSources.has(path)) return;
    this.changedSources.add(path);
    const text = `${path} has changed since the program was assembled: lines may have moved. Restart to assemble it again.`;
    this.audience?.sendEvent(outputLine(text, 'stderr', { path, line: this.audience.positions.toClientLine(0) }));
    this.audience?.sendEvent(new Event('gigatron/sourceChanged', { path }));
  }

  private failed(error: unknown): void {
    const { message } = failures.internal('run', error instanceof Error ? error.message : String(error));
    this.audience?.sendEvent(outputLine(message, 'stderr'));
    this.stopped({ reason: 'pause', description: 'Stopped by a fault of the debugger' });
  }

  private print(text: string, { place }: Breakpoint): void {
    const { audience, program } = this;
    if (audience === undefined) return;
    this.printed++;
    const path = place && program.sources.paths[place.source];
    const line = place && audience.positions.toClientLine(place.line);
    const at = path === undefined || line === undefined ? undefined : { path, line };
    audience.sendEvent(outputLine(text, 'console', at));
  }
}

function stoppedEvent({ reason, text, description, breakpointIds }: Stop, isTyping: boolean): DebugProtocol.Event {
  return new Event('stopped', {
    ...{ reason, text, description, threadId: THREAD_ID, allThreadsStopped: true, hitBreakpointIds: breakpointIds },
    ...(isTyping ? { preserveFocusHint: true } : {}),
  });
}

/**
 * Holds a program that runs without a client: one has left it there for another to attach to.
 *
 * An adapter that serves clients over a port keeps one such program; leaving another ends it.
 */
export class Parking {
  private parked: Debuggee | undefined;

  leave(debuggee: Debuggee): void {
    this.parked?.dispose();
    this.parked = debuggee;
    debuggee.release();
  }

  take(): Debuggee | undefined {
    const { parked } = this;
    this.parked = undefined;
    return parked;
  }
}
