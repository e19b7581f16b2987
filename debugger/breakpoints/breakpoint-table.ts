/**
 * All breakpoints on code: what the user asked for, where it is bound, and what happens on arrival.
 *
 * Groups are replaced as a whole, as in the protocol (all of one file, all functions, all instructions). The machine
 * only sees one flag per ROM address; conditions, hit counts and messages are decided here, when it stops at a flag.
 */
import { isFailure, type RomAddress } from '#basics';
import type { Stops } from '#emulator';
import { leavesForHandler, ROM_WORDS } from '#isa';
import { allHold } from '#testing';
import { framePlaces } from '../program/source-map.ts';
import type { Stop } from '../program/program.ts';
import { evaluate, type Scope } from '../values/evaluate.ts';
import type { Expression } from '../program/expression.ts';
import {
  noValue,
  parseCondition,
  parseHitCount,
  parseLogMessage,
  unlessBlank,
  type HitTest,
  type LogMessage,
} from './conditions.ts';
import { bind, type BoundPlace, type Location } from './location.ts';

/** What the user asks for; empty texts count as absent. */
export interface BreakpointSpec {
  readonly location: Location;
  readonly condition?: string | undefined;
  readonly hitCondition?: string | undefined;
  readonly logMessage?: string | undefined;
}

export interface Breakpoint {
  readonly id: number;
  readonly spec: BreakpointSpec;
  readonly addresses: readonly number[];
  readonly place: BoundPlace | undefined;
  /** Why it cannot work, one sentence; it then stops nothing. */
  readonly problem: string | undefined;
  hits: number;
  readonly condition: Expression | undefined;
  readonly hitTest: HitTest | undefined;
  readonly log: LogMessage | undefined;
}

/** Bits of a mark: a breakpoint, the end of a movement, a check. */
const BREAKPOINT = 1;
const MOVEMENT = 2;
const CHECK = 4;
const BAD_HIT_COUNT = 'The hit count is wrong: write a number, or a comparison such as ">= 3" or "% 3".';
/** The group of the breakpoints in the source. */
export const WRITTEN = 'written';
const REASONS = {
  source: 'breakpoint',
  function: 'function breakpoint',
  instruction: 'instruction breakpoint',
  written: 'breakpoint',
} as const;

export class BreakpointTable {
  /** One byte per ROM address, not 0 where the machine should stop. */
  private readonly marks = new Uint8Array(ROM_WORDS);
  /** What the machine was last given; dropped when the marks change. */
  private told: { readonly watched: Stops; readonly all: Stops } | undefined;
  private groups = new Map<string, readonly Breakpoint[]>();
  private readonly byAddress = new Map<number, Breakpoint[]>();
  private readonly checks = new Map<
    string,
    { readonly places: ReadonlySet<number>; readonly ask: () => Stop | undefined }
  >();

  /**
   * @param scope that of the present position, for conditions and messages
   * @param print takes the lines of log points
   * @param nextId numbers that no breakpoint of the session had before
   */
  constructor(
    private readonly scope: () => Scope,
    private readonly print: (line: string, breakpoint: Breakpoint) => void,
    private readonly nextId: () => number,
  ) {}

  /** Replaces a group; answers with the new breakpoints in the order asked for. */
  replace(group: string, specs: readonly BreakpointSpec[]): readonly Breakpoint[] {
    const breakpoints = specs.map((spec) => this.create(spec, this.nextId()));
    this.groups.set(group, breakpoints);
    this.markAll();
    return breakpoints;
  }

  /** Takes over another program's breakpoints, except those in its source, bound again under their old numbers. */
  adopt(other: BreakpointTable): readonly Breakpoint[] {
    const taken = [...other.groups].filter(([group]) => group !== WRITTEN);
    const bound = taken.map(([group, list]) => [group, list.map(({ spec, id }) => this.create(spec, id))] as const);
    this.groups = new Map([...this.groups, ...bound]);
    this.markAll();
    return bound.flatMap(([, list]) => list);
  }

  clear(): void {
    this.groups.clear();
    this.markAll();
  }

  /** Replaces the places at which something is checked when running forward; `ask` returns a stop if it fails. */
  setCheck(name: string, addresses: readonly number[], ask: () => Stop | undefined): void {
    this.checks.set(name, { places: new Set(addresses), ask });
    this.markAll();
  }

  /** The marks for running backwards: a copy, 1 where something can stop. */
  marksBackwards(): Uint8Array {
    const marks = new Uint8Array(ROM_WORDS);
    for (const [address, breakpoints] of this.byAddress) {
      if (breakpoints.some(({ log }) => log === undefined)) marks[address] = 1;
    }
    return marks;
  }

  withMark<T>(address: RomAddress, action: () => T): T {
    this.mark(address, (this.marks[address] ?? 0) | MOVEMENT);
    const result = action();
    this.mark(address, (this.marks[address] ?? 0) & ~MOVEMENT);
    return result;
  }

  private mark(address: RomAddress, mark: number): void {
    if ((this.marks[address] === 0) !== (mark === 0)) this.told = undefined;
    this.marks[address] = mark;
  }

  /** The stops at all marked addresses, and for what else is watched; the same object while nothing changes. */
  stopsWith(watched: Stops): Stops {
    if (this.told?.watched !== watched) this.told = { watched, all: { ...watched, breakpoints: this.marks.slice() } };
    return this.told.all;
  }

  /** Handles the breakpoints at an address that was just reached: counts, prints, stops. */
  hitAt(address: RomAddress): Stop | undefined {
    if (leavesForHandler(this.scope().machine)) return undefined;
    const stop = this.stopAt(address, (breakpoint) => this.stops(breakpoint));
    for (const { places, ask } of this.checks.values()) {
      const failed = places.has(address) ? ask() : undefined;
      if (failed !== undefined) return failed;
    }
    return stop;
  }

  /** The same when running backwards, where nothing is counted or printed. */
  stopsBackwardsAt(address: RomAddress): Stop | undefined {
    if (leavesForHandler(this.scope().machine)) return undefined;
    return this.stopAt(address, (breakpoint) => breakpoint.log === undefined && this.holds(breakpoint));
  }

  private stopAt(address: RomAddress, decide: (breakpoint: Breakpoint) => boolean): Stop | undefined {
    const stopping = (this.byAddress.get(address) ?? []).filter(decide);
    const first = stopping[0];
    if (first === undefined) return undefined;
    const { location } = first.spec;
    // The client knows only those that it has set.
    const ids = stopping.flatMap(({ id, spec }) => (spec.location.kind === 'written' ? [] : [id]));
    return {
      reason: REASONS[location.kind],
      ...(location.kind === 'written' && { description: 'Breakpoint in the source', text: location.text }),
      ...(ids.length > 0 && { breakpointIds: ids }),
      notice: this.noValueOf(first),
      hiddenMacros: this.hiddenAt(address, first),
    };
  }

  private holds({ condition, spec: { location } }: Breakpoint): boolean {
    if (location.kind === 'written') return allHold(location.comparisons, this.scope().machine);
    if (condition === undefined) return true;
    const result = evaluate(condition, this.scope());
    // A condition that cannot be evaluated stops: better too often than never.
    return isFailure(result) || result.number !== 0;
  }

  private noValueOf({ condition, spec }: Breakpoint): string | undefined {
    return noValue(condition, spec.condition, this.scope());
  }

  private stops(breakpoint: Breakpoint): boolean {
    const { hitTest, log } = breakpoint;
    if (!this.holds(breakpoint)) return false;
    breakpoint.hits++;
    if (hitTest !== undefined && !hitTest(breakpoint.hits)) return false;
    if (log === undefined) return true;
    this.print(this.noValueOf(breakpoint) ?? log(this.scope()), breakpoint);
    return false;
  }

  /** A breakpoint at the line of a macro call shows that line, one in the macro's text shows the text. */
  private hiddenAt(address: RomAddress, { place }: Breakpoint): number {
    if (place === undefined) return 0;
    const places = framePlaces(this.scope().program, address);
    const shown = places.findIndex(({ source, line }) => source === place.source && line === place.line);
    return Math.max(0, shown);
  }

  private create(spec: BreakpointSpec, id: number): Breakpoint {
    const binding = bind(spec.location, this.scope().program);
    const wanted = bothConditions(isFailure(binding) ? undefined : binding.condition, unlessBlank(spec.condition));
    const condition = wanted === undefined ? undefined : parseCondition(wanted, this.scope());
    const hitCount = unlessBlank(spec.hitCondition);
    const hitTest = hitCount === undefined ? undefined : (parseHitCount(hitCount) ?? 'bad');
    const message = unlessBlank(spec.logMessage);
    const log = message === undefined ? undefined : parseLogMessage(message, this.scope());
    const problems = [
      isFailure(binding) ? binding.message : undefined,
      isFailure(condition) ? `The condition is wrong: ${condition.message}.` : undefined,
      hitTest === 'bad' ? BAD_HIT_COUNT : undefined,
      isFailure(log) ? `The log message is wrong: ${log.message}.` : undefined,
    ];
    const problem = problems.find((text) => text !== undefined);
    return {
      id,
      spec,
      addresses: isFailure(binding) || problem !== undefined ? [] : binding.addresses,
      place: isFailure(binding) ? undefined : binding.place,
      problem,
      hits: 0,
      condition: isFailure(condition) ? undefined : condition,
      hitTest: hitTest === 'bad' ? undefined : hitTest,
      log: isFailure(log) ? undefined : log,
    };
  }

  private markAll(): void {
    this.marks.fill(0);
    this.told = undefined;
    this.byAddress.clear();
    for (const { places } of this.checks.values()) for (const address of places) this.marks[address] = CHECK;
    for (const breakpoint of [...this.groups.values()].flat()) {
      for (const address of breakpoint.addresses) {
        this.marks[address] = (this.marks[address] ?? 0) | BREAKPOINT;
        const here = this.byAddress.get(address);
        if (here === undefined) this.byAddress.set(address, [breakpoint]);
        else here.push(breakpoint);
      }
    }
  }
}

/** Combines what must be true at a place with the user's condition. */
function bothConditions(ofPlace: string | undefined, wanted: string | undefined): string | undefined {
  return ofPlace === undefined || wanted === undefined ? (ofPlace ?? wanted) : `(${ofPlace}) && (${wanted})`;
}
