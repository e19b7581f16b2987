/**
 * Measures a stretch of the past: runs it once more with counters, and puts the machine back where it was.
 *
 * So nothing is counted twice, whatever steps and searches there were, and a run that is never measured pays
 * nothing. It is done in slices like a search of the past, with progress and cancel.
 */
import type { Profile } from '#isa';
import { counted, type Cycle } from '#basics';
import type { CallProfile, History, Machine, ProfileStart } from '#emulator';
import { callProfile, regionsOf, coverageOf, cpuProfile, lcov, lineCycles, subtree, type Regions } from '#instruments';
import type { Stop, Program } from '../program/program.ts';
import { handlerShare, type Run } from '../values/frame-timing.ts';
import type { MeasuredFile, MeasuredMessage } from '../protocol.ts';
import { callStack, type CallFrame, findInterruption } from './call-stack.ts';
import { find, WayBack, type Way } from './movement.ts';
import type { Moment } from './seek.ts';

/** The other end of a stretch: a cycle, or the last time before now that a watch was hit. */
export type Other = { readonly cycle: Cycle } | Moment;

/** @param hidden how many macro texts the user does not see here @param tell takes what was measured */
export function createMeasuring(context: Run, other: Other, hidden: number, tell: (measured: Measurement) => void) {
  const { machine, history, program } = context;
  const begun = machine.cycle;
  const stopHere = (description: string): Stop => ({ reason: 'pause', description, hiddenMacros: hidden });
  return new WayBack(history, 'Measuring', measure(), false, stopHere('Measuring was cancelled'));

  function* measure(): Way {
    const cycle = 'cycle' in other ? other.cycle : yield* cycleOf(other);
    if (typeof cycle !== 'number') return cycle;
    const [from, to] = [Math.max(history.oldest, Math.min(cycle, begun)), Math.max(cycle, begun)];
    history.goTo(from);
    const start = profileStart(context);
    history.goTo(from);
    const regions = regionsOf(program.info, program.rom);
    const calls = callProfile(program.info, regions, machine, start);
    machine.startProfile();
    try {
      while (machine.cycle < to) {
        const cycles = yield { progress: (machine.cycle - from) / (to - from) };
        history.run(Math.min(cycles, to - machine.cycle), { probe: calls });
      }
      const words = machine.profile;
      if (words !== undefined) tell({ from, to, regions, calls, words });
    } finally {
      machine.stopProfile();
    }
    history.goTo(begun);
    return stopHere(`Measured ${counted(to - from, 'cycle')}`);
  }

  /** When a moment was; the stop if it is not in the run. */
  function* cycleOf({ watch, accept, description }: Moment): Way<Cycle | Stop> {
    const hit = yield* find(history, { watches: [watch] }, accept);
    if (hit !== undefined) return hit.cycle;
    history.goTo(begun);
    return { ...stopHere('Nothing was measured'), notice: `${description} is not in this run.` };
  }
}

/** The calls in progress where the machine is, for the start of a profile. May move the machine. */
function profileStart({ machine, history, program }: Run): ProfileStart {
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
