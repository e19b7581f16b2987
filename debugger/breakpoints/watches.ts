/**
 * Data breakpoints and exception filters: what the machine watches besides code.
 *
 * A data breakpoint is a run of bytes, or several runs at equal distances: a column of RAM. The filters stop at what a
 * monitor would reject. The machine stops after the access or the faulty edge, so the position is that of the next
 * instruction. Watches also find a read of RAM that was never written (unwritten-ram.ts), which costs speed while RAM
 * is being set up.
 */
import { failure, isFailure, type Result } from '#basics';
import { formatFault } from '#emulator';
import type { Fault, Machine, StopReason, Stops, Watch, WatchAccess, WatchHit } from '#emulator';
import { hexByte, hexWord } from '#isa';
import type { Program, Stop } from '../program/program.ts';
import { evaluate, type Scope } from '../values/evaluate.ts';
import type { Expression } from '../program/expression.ts';
import { describeAddress, describeChange } from '../values/place.ts';
import { noValue, parseCondition, parseHitCount, type HitTest } from './conditions.ts';
import { DECLARATIONS_FILTER, declarationCheck, declarationStop, momentText } from './filters.ts';
import { UnwrittenRam } from './unwritten-ram.ts';

/** The exception filter that looks at RAM, where the others look at the picture. */
export const UNWRITTEN_FILTER = {
  filter: 'unwritten',
  label: 'Read of unwritten RAM',
  description: 'Stops where the program uses a byte that nothing has written since power-on, once for each byte.',
  default: false,
} as const;

export const EXCEPTION_FILTERS = [
  {
    filter: 'line',
    label: 'Bad scan line',
    description: 'Stops where a line is not 200 cycles long or its sync pulse not 24.',
    default: false,
  },
  {
    filter: 'frame',
    label: 'Bad frame',
    description: 'Stops where a frame is not 521 lines long or its sync pulse is wrong.',
    default: false,
  },
  UNWRITTEN_FILTER,
  DECLARATIONS_FILTER,
] as const;
type ExceptionFilter = (typeof EXCEPTION_FILTERS)[number]['filter'];

/** A name in the list of functions that is a name of RAM: the program stops when its bytes change. */
export interface WatchedName {
  readonly name: string;
  readonly condition?: string | undefined;
  readonly hitCondition?: string | undefined;
}

/** Bytes of RAM: `count` runs of `length` bytes, each `stride` after the one before. */
export interface DataRange {
  readonly address: number;
  /** The bank that has what is at $8000 or above; undefined: the one that the window shows now. */
  readonly bank?: number | undefined;
  readonly length: number;
  readonly count: number;
  readonly stride: number;
}

export interface DataBreakpointSpec extends DataRange {
  readonly access: 'read' | 'write' | 'readWrite';
  readonly condition: string | undefined;
  readonly hitCondition: string | undefined;
}

/** Where data breakpoints come from: the client's list of them, or names of RAM in its list of functions. */
export type DataGroup = 'data' | 'names';

interface DataBreakpoint {
  readonly id: number;
  readonly spec: DataBreakpointSpec;
  readonly watches: readonly Watch[];
  readonly condition: Expression | undefined;
  readonly hitTest: HitTest | undefined;
  hits: number;
}

/** The protocol's kinds of access: what it calls "write" is shown to users as "Break on Value Change". */
const ACCESSES: Readonly<Record<DataBreakpointSpec['access'], readonly WatchAccess[]>> = {
  read: ['read'],
  write: ['change'],
  readWrite: ['read', 'write'],
};

const FILTER_OF: Readonly<Record<Fault['kind'], ExceptionFilter>> = {
  line: 'line',
  hsync: 'line',
  frame: 'frame',
  vsync: 'frame',
  'vsync-place': 'frame',
};

export class Watches {
  /** What the machine should stop for besides marked addresses and unwritten bytes. */
  stops: Stops = {};
  private readonly declarations: ReturnType<typeof declarationCheck>;
  private filters: ReadonlySet<string> = new Set();
  private readonly groups = new Map<DataGroup, readonly DataBreakpointSpec[]>();
  private readonly breakpointsOf = new Map<DataGroup, readonly DataBreakpoint[]>();
  private unwritten: UnwrittenRam | undefined;
  /** What {@link stopsForward} last put together, and from what. */
  private forward: { readonly stops: Stops; readonly watches: readonly Watch[]; readonly all: Stops } | undefined;

  constructor(
    private readonly machine: Machine,
    private readonly program: Program,
    private readonly scope: () => Scope,
    private readonly nextId: () => number,
  ) {
    this.declarations = declarationCheck(machine, program);
  }

  private get breakpoints(): readonly DataBreakpoint[] {
    return [...this.breakpointsOf.values()].flat();
  }

  /** Replaces the filters; returns a sentence on why reads of unwritten RAM cannot be found, if so. */
  setFilters(filters: Iterable<string>): string | undefined {
    this.filters = new Set(filters);
    const wanted = this.filters.has(UNWRITTEN_FILTER.filter);
    if (!wanted) this.unwritten = undefined;
    else if (this.machine.cycle === 0) this.unwritten ??= new UnwrittenRam(this.machine);
    this.update();
    return wanted && this.unwritten === undefined
      ? 'Writes are only known from power-on; this works from the next start or restart.'
      : undefined;
  }

  /** What the machine should stop for when running forward. */
  stopsForward(): Stops {
    if (this.unwritten === undefined) return this.stops;
    const { watches } = this.unwritten;
    if (this.forward?.stops !== this.stops || this.forward.watches !== watches) {
      // The user's come first: if an access hits several watches, the first one is reported.
      const all = { ...this.stops, watches: [...(this.stops.watches ?? []), ...watches] };
      this.forward = { stops: this.stops, watches, all };
    }
    return this.forward.all;
  }

  edited({ address, length, bank }: Pick<DataRange, 'address' | 'length' | 'bank'>): void {
    for (let at = address; at < address + length; at++)
      this.unwritten?.edited(this.machine.ramIndex(at & 0xffff, bank));
  }

  /** Replaces the data breakpoints of a group; returns an id for each, or a sentence on why it cannot work. */
  setDataBreakpoints(specs: readonly DataBreakpointSpec[], group: DataGroup): readonly Result<number>[] {
    const created = specs.map((spec) => this.create(spec));
    this.groups.set(group, specs);
    const good = created.flatMap((result) => (isFailure(result) ? [] : [result]));
    this.breakpointsOf.set(group, good);
    this.update();
    return created.map((result) => (isFailure(result) ? result : result.id));
  }

  /** Takes over another run's data breakpoints. */
  adopt(other: Watches): void {
    other.groups.forEach((specs, group) => this.setDataBreakpoints(specs, group));
  }

  /**
   * What a stop of the machine means to the user; undefined if it was not requested.
   * @param counting whether hits of data breakpoints count, as they do not when running backwards
   */
  describe(reason: StopReason, counting = true): Stop | undefined {
    if (reason.kind === 'probe') return declarationStop(this.declarations, this.program);
    if (reason.kind === 'fault') return this.describeFault(reason.fault);
    if (reason.kind !== 'watch') return undefined;
    return this.describeUnwritten(reason, counting) ?? this.describeData(reason, counting);
  }

  private describeUnwritten(hit: WatchHit, counting: boolean): Stop | undefined {
    if (!counting || this.unwritten?.note(hit) !== true) return undefined;
    const name = describeAddress(this.program, hit.address);
    const text = `${name} was read at ${hexWord(hit.instruction)}, and nothing has written it since power-on`;
    return { reason: 'exception', description: UNWRITTEN_FILTER.label, text };
  }

  private describeData(reason: WatchHit, counting: boolean): Stop | undefined {
    const struck = this.breakpoints.filter(({ watches }) => watches.includes(reason.watch));
    const stopping = struck.filter((breakpoint) => this.holds(breakpoint) && (!counting || count(breakpoint)));
    if (stopping.length === 0) return undefined;
    const { before, after } = reason;
    const name = describeAddress(this.program, reason.address);
    const change = describeChange(this.program, reason.address, before, after);
    const text =
      reason.access === 'read'
        ? `${name} (${hexByte(before)}) was read at ${hexWord(reason.instruction)}`
        : `${name} was written at ${hexWord(reason.instruction)}: ${change}`;
    const breakpointIds = stopping.map(({ id }) => id);
    const notice = noValue(stopping[0]?.condition, stopping[0]?.spec.condition, this.scope());
    return { reason: 'data breakpoint', description: `Stopped because ${text}`, text, breakpointIds, notice };
  }

  private describeFault(fault: Fault): Stop | undefined {
    const kind = FILTER_OF[fault.kind];
    if (!this.filters.has(kind)) return undefined;
    const text = `A monitor would reject this: ${formatFault(fault)}`;
    const exception = { description: `${formatFault(fault)} (${momentText(fault, this.program)})` };
    return { reason: 'exception', description: kind === 'line' ? 'Bad scan line' : 'Bad frame', text, exception };
  }

  private holds({ condition }: DataBreakpoint): boolean {
    if (condition === undefined) return true;
    const result = evaluate(condition, this.scope());
    return isFailure(result) || result.number !== 0;
  }

  private create(spec: DataBreakpointSpec): Result<DataBreakpoint> {
    const condition = spec.condition === undefined ? undefined : parseCondition(spec.condition, this.scope());
    if (isFailure(condition)) return failure(`The condition is wrong: ${condition.message}.`);
    const hitTest = spec.hitCondition === undefined ? undefined : parseHitCount(spec.hitCondition);
    if (spec.hitCondition !== undefined && hitTest === undefined) return failure('The hit count is wrong.');
    const access = ACCESSES[spec.access];
    const watches = Array.from({ length: spec.count }, (_, i): Watch => {
      const address = this.machine.ramIndex(spec.address + i * spec.stride, spec.bank);
      return { address, length: spec.length, access };
    });
    return { id: this.nextId(), spec, watches, condition, hitTest, hits: 0 };
  }

  private update(): void {
    const probe = this.filters.has(DECLARATIONS_FILTER.filter) ? this.declarations : undefined;
    this.stops = {
      ...(probe !== undefined && { probe }),
      ...(this.filters.has('line') || this.filters.has('frame') ? { onFault: true } : {}),
      ...(this.breakpoints.length > 0 ? { watches: this.breakpoints.flatMap(({ watches }) => watches) } : {}),
    };
  }
}

/** Counts a hit; true if the program stops at it. */
function count(breakpoint: DataBreakpoint): boolean {
  breakpoint.hits++;
  return breakpoint.hitTest?.(breakpoint.hits) ?? true;
}
