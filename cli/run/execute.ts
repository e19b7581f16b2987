/** Runs a machine for `run`, to its end or a breakpoint of the source; records sound and waveform if requested. */
import { breakpointsAt, Waveform, waveformHeader, type Machine, type Probe, type Stops } from '#emulator';
import { CLOCK_HZ, CYCLES_PER_FRAME, leavesForHandler } from '#isa';
import type { DebugBreak } from '#assembler';
import { allHold } from '#testing';
import type { Output } from '../output.ts';

/** Cycles between updates of the progress line: half an emulated second, less than the machine keeps sound for. */
const SLICE = CLOCK_HZ / 2;

/** The most cycles of a waveform: a second. Viewers cannot cope with more. */
export const WAVEFORM_CYCLES = CLOCK_HZ;

export interface Recording {
  /** Samples of the sound, piece by piece; empty if not requested. */
  readonly sound: readonly Uint8Array[];
  /** Text of the waveform, piece by piece; empty if not requested. */
  readonly waveform: readonly string[];
}

interface ExecuteOptions {
  readonly cycles: number;
  /** ROM address at which to stop early. */
  readonly until: number | undefined;
  /** Breakpoints of the source, which may stop it. */
  readonly breaks: Breaks;
  /** A probe that observes the run, and may stop it. */
  readonly probe: Probe | undefined;
  readonly sound: boolean;
  /** Called at the end of each 104,200 cycles. */
  readonly atFrameEnd: (() => void) | undefined;
  /** Cycle from which the waveform is written; undefined: none is. */
  readonly waveformFrom: number | undefined;
}

export function execute(machine: Machine, options: ExecuteOptions, output: Output): Recording {
  const { cycles, until, breaks, probe, waveformFrom = Infinity } = options;
  const breakpoints = breakpointsAt(...breaks.addresses, ...(until === undefined ? [] : [until]));
  // A run does not test the address at which it begins, and its last cycle may just have led there.
  const hasArrived = (): boolean =>
    breakpoints[machine.address] === 1 && (machine.address === until || breaks.stops(machine));
  const stops: Stops = { breakpoints, ...(probe !== undefined && { probe }) };
  const runs = (count: number): boolean => machine.run(count, stops).kind === 'probe' || hasArrived();
  const sound: Uint8Array[] = [];
  const waveform: string[] = [];
  const recorder = new Waveform();
  const record = (): unknown => waveform.push(recorder.sample(machine));
  for (let stopped = false; !stopped && machine.cycle < cycles;) {
    const slice = options.atFrameEnd === undefined ? SLICE : CYCLES_PER_FRAME;
    const end = Math.min(cycles, machine.cycle - (machine.cycle % slice) + slice);
    if (machine.cycle >= waveformFrom) stopped = recordTo(end, machine, record, () => runs(1));
    else stopped = runs(Math.min(end, waveformFrom) - machine.cycle);
    if (machine.cycle % CYCLES_PER_FRAME === 0) options.atFrameEnd?.();
    if (options.sound) sound.push(machine.takeAudio());
    output.progress(`${Math.floor((100 * machine.cycle) / cycles)} %  ${machine.cycle} of ${cycles} cycles`);
  }
  return { sound, waveform: waveformFrom === Infinity ? [] : [waveformHeader(), ...waveform] };
}

/** Runs cycle by cycle and records the signals before each and after the last; true if something stopped it. */
function recordTo(end: number, machine: Machine, record: () => void, step: () => boolean): boolean {
  let stopped = false;
  while (!stopped && machine.cycle < end) {
    record();
    stopped = step();
  }
  record();
  return stopped;
}

/** Breakpoints that are written in the source, and the one at which a run has stopped. */
export class Breaks {
  met: DebugBreak | undefined;

  constructor(private readonly breaks: readonly DebugBreak[]) {}

  /** ROM addresses at which to ask {@link stops}. */
  get addresses(): readonly number[] {
    return this.breaks.map(({ address }) => address);
  }

  stops(machine: Machine): boolean {
    if (leavesForHandler(machine)) return false;
    this.met = this.breaks.find(
      ({ address, comparisons }) => address === machine.address && allHold(comparisons, machine),
    );
    return this.met !== undefined;
  }
}
