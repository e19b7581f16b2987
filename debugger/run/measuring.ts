/**
 * Measures a stretch of the past: runs it once more with counters, and puts the machine back where it was.
 *
 * So nothing is counted twice, whatever steps and searches there were, and a run that is never measured pays
 * nothing. It is done in slices like a search of the past, with progress and cancel.
 */
import type { Cycle } from '#basics';
import type { CallProfile, History, Machine, ProfileStart, Profile } from '#emulator';
import { callProfile, regionsOf, coverageOf, cpuProfile, lcov, lineCycles, subtree, type Regions } from '#instruments';
import type { Stop, Program } from '../program/program.ts';
import { handlerShare } from '../values/frame-timing.ts';
import type { MeasuredFile, MeasuredMessage } from '../protocol.ts';
import { callStack, type CallFrame, findInterruption } from './call-stack.ts';
import type { Movement, MovementContext, PastSearch } from './movement.ts';
import { type Moment, notInRun } from './search-moments.ts';

/** The other end of a stretch: a cycle, or the last time before now that a watch was hit. */
export type Other = { readonly cycle: Cycle } | Moment;

type MeasuringContext = Pick<MovementContext, 'machine' | 'history' | 'program'>;

type Way = Generator<number, Stop, number>;

export class Measuring implements Movement, PastSearch {
  readonly paced = false;
  readonly title = 'Measuring';
  progress = 0;
  private readonly begun: number;
  private readonly way: Way;

  /** @param hidden how many macro texts the user does not see here @param tell takes what was measured */
  constructor(
    private readonly context: MeasuringContext,
    other: Other,
    private readonly hidden: number,
    tell: (measured: Measurement) => void,
  ) {
    this.begun = context.machine.cycle;
    this.way = this.measure(other, tell);
  }

  get search(): PastSearch {
    return this;
  }

  advance(cycles: number): Stop | undefined {
    const { done, value } = this.way.next(cycles);
    if (done === true) return value;
    this.progress = value;
    return undefined;
  }

  pause(): Stop {
    return this.cancel();
  }

  cancel(): Stop {
    this.context.machine.stopProfile();
    return this.back('Measuring was cancelled');
  }

  private *measure(other: Other, tell: (measured: Measurement) => void): Way {
    const { machine, history, program } = this.context;
    const cycle = 'cycle' in other ? other.cycle : yield* this.find(other);
    if (typeof cycle !== 'number') return { ...this.back('Nothing was measured'), ...cycle };
    const [from, to] = [Math.max(history.oldest, Math.min(cycle, this.begun)), Math.max(cycle, this.begun)];
    history.goTo(from);
    const start = profileStart(this.context);
    history.goTo(from);
    const regions = regionsOf(program.info, program.rom);
    const calls = callProfile(program.info, regions, machine, start);
    const stops = { probe: calls };
    machine.startProfile();
    while (machine.cycle < to) {
      const cycles = yield (machine.cycle - from) / (to - from);
      history.run(Math.min(cycles, to - machine.cycle), stops);
    }
    const words = machine.profile;
    machine.stopProfile();
    if (words !== undefined) tell({ from, to, regions, calls, words });
    return this.back(`Measured ${to - from} cycles`);
  }

  private *find(moment: Moment): Generator<number, Cycle | Pick<Stop, 'notice'>, number> {
    const { watch, accept } = moment;
    const search = this.context.history.searchBack({ watches: [watch] }, accept);
    let found = search.advance(1);
    while (found === undefined) found = search.advance(yield 0);
    return found === 'nothing' ? { notice: notInRun(moment) } : found.cycle;
  }

  private back(description: string): Stop {
    this.context.history.goTo(this.begun);
    return { reason: 'pause', description, hiddenMacros: this.hidden };
  }
}

/** The calls in progress where the machine is, for the start of a profile. May move the machine. */
function profileStart({ machine, history, program }: MeasuringContext): ProfileStart {
  const { address } = machine;
  const frames = callStack(machine, program);
  const check = findInterruption({ machine, history, program });
  if (check === undefined) return { address, callers: callersOf(frames) };
  const interrupted = callStack(machine, program, check).slice(frames.length);
  return {
    address,
    callers: callersOf(frames),
    interrupted: { check: check.address, callers: callersOf(interrupted) },
  };
}

/** The callers among some frames, the outermost first, each with the cell of the routine that it called. */
function callersOf(frames: readonly CallFrame[]): ProfileStart['callers'] {
  return frames
    .slice(1)
    .map(({ shownAddress }, index) => ({ address: shownAddress, cell: frames[index]?.routine?.returnCell ?? 0 }))
    .reverse();
}

/** The cycle in which the present frame of the picture began; at its very start, the frame before. */
export function frameBegin(machine: Machine, history: History): number {
  return Math.max(history.oldest, machine.monitor.state.vSyncFell);
}

/** Counts of the cycles `from` to `to`, `to` not included. */
interface Measurement {
  readonly from: number;
  readonly to: number;
  readonly regions: Regions;
  readonly calls: CallProfile;
  readonly words: Profile;
}

export function measuredMessage({ from, to, regions, calls, words }: Measurement, program: Program): MeasuredMessage {
  const { info, sources, rom } = program;
  const pathOf = (source: number | undefined): string => sources.paths[source ?? -1] ?? '';
  const numbers = new Map(info.sources.map(({ path }, source) => [path, source]));
  const absolute = (path: string): string => pathOf(numbers.get(path)) || path;
  const coverage = coverageOf(info, words, rom);
  const cycles = lineCycles(info, words);
  const handlerCycles = subtree(calls.handler);
  return {
    from,
    to,
    handlerCycles,
    handlerShare: handlerShare(handlerCycles, to - from),
    files: coverage.map((file): MeasuredFile => {
      const source = numbers.get(file.path);
      const lines = file.lines.map((line) => ({ ...line, cycles: cycles.get(`${source}:${line.line}`) ?? 0 }));
      const branches = file.branches.map(({ line, taken, notTaken }) => ({ line, taken, notTaken }));
      return { path: absolute(file.path), lines, branches };
    }),
    cpuProfile: JSON.stringify(cpuProfile({ info, regions, calls, words, urlOf: (source) => fileUrl(pathOf(source)) })),
    lcov: lcov(coverage, absolute),
  };
}

/** A path as a URL; in a browser, it already is one. */
function fileUrl(path: string): string {
  if (/^[a-z][a-z0-9+.-]+:\//i.test(path) || path.startsWith('<')) return path;
  const slashed = path.replaceAll('\\', '/');
  return `file://${encodeURI(slashed.startsWith('/') ? slashed : `/${slashed}`)}`;
}
