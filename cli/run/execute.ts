/** Runs a machine to the end for `run`, and records sound and waveform if requested. */
import { InvalidArgumentError } from 'commander';
import { Waveform, waveformHeader, type Machine, type Probe, type Stops } from '#emulator';
import { CLOCK_HZ, CYCLES_PER_FRAME, ROM_WORDS, leavesForHandler } from '#isa';
import type { DebugBreak } from '#assembler';
import { allHold } from '#testing';
import { type Output, commandFailure, type CommandFailure } from '../output.ts';

/** Cycles between two updates of the progress line: half a second of emulated time, less than the machine keeps sound for. */
const SLICE = CLOCK_HZ / 2;

/** The most cycles of a waveform: a second. Viewers cannot cope with more. */
export const WAVEFORM_CYCLES = CLOCK_HZ;

export interface Recording {
  /** Samples of the sound, piece by piece; empty if not requested. */
  readonly sound: readonly Uint8Array[];
  /** Text of the waveform, piece by piece; empty if not requested. */
  readonly waveform: readonly string[];
}

export interface ExecuteOptions {
  /** Cycles to run in total. */
  readonly cycles: number;
  /** ROM address at which to stop early. */
  readonly until: number | undefined;
  /** Breakpoints of the source, which may stop it. */
  readonly breaks: Breaks;
  /** A probe that observes the run, and may stop it. */
  readonly probe: Probe | undefined;
  readonly sound: boolean;
  /** Called at the end of each 104,200 cycles. */
  readonly atFrameEnd?: (() => void) | undefined;
  /** Cycle from which the waveform is written; undefined: none is. */
  readonly waveformFrom: number | undefined;
}

export function execute(machine: Machine, options: ExecuteOptions, output: Output): Recording {
  const { cycles, until, breaks, probe, waveformFrom = Infinity } = options;
  const breakpoints = new Uint8Array(ROM_WORDS);
  for (const address of breaks.addresses) breakpoints[address] = 1;
  if (until !== undefined) breakpoints[until] = 1;
  // A run does not test the address at which it begins, and its last cycle may just have led there.
  const hasArrived = (): boolean =>
    breakpoints[machine.address] === 1 && (machine.address === until || breaks.stops(machine));
  const stops: Stops = { breakpoints, ...(probe !== undefined && { probe }) };
  const sound: Uint8Array[] = [];
  const waveform: string[] = [];
  const recorder = new Waveform();
  for (let stopped = false; !stopped && machine.cycle < cycles;) {
    const slice = options.atFrameEnd === undefined ? SLICE : CYCLES_PER_FRAME;
    const end = Math.min(cycles, machine.cycle - (machine.cycle % slice) + slice);
    if (machine.cycle >= waveformFrom)
      stopped = recordTo(end, machine, stops, { recorder, pieces: waveform, hasArrived });
    else stopped = machine.run(Math.min(end, waveformFrom) - machine.cycle, stops).kind === 'probe' || hasArrived();
    if (machine.cycle % CYCLES_PER_FRAME === 0) options.atFrameEnd?.();
    if (options.sound) sound.push(machine.takeAudio());
    output.progress(`${Math.floor((100 * machine.cycle) / cycles)} %  ${machine.cycle} of ${cycles} cycles`);
  }
  return { sound, waveform: waveformFrom === Infinity ? [] : [waveformHeader(), ...waveform] };
}

/** Runs cycle by cycle and records the signals before each and after the last; true if something stopped it. */
function recordTo(
  end: number,
  machine: Machine,
  stops: Stops,
  {
    recorder,
    pieces,
    hasArrived,
  }: { readonly recorder: Waveform; readonly pieces: string[]; readonly hasArrived: () => boolean },
): boolean {
  let stopped = false;
  while (!stopped && machine.cycle < end) {
    pieces.push(recorder.sample(machine));
    stopped = machine.run(1, stops).kind === 'probe' || hasArrived();
  }
  pieces.push(recorder.sample(machine));
  return stopped;
}

export class Breaks {
  /** The one at which the run has stopped. */
  met: DebugBreak | undefined;

  constructor(private readonly breaks: readonly DebugBreak[]) {}

  /** ROM addresses at which to ask. */
  get addresses(): readonly number[] {
    return this.breaks.map(({ address }) => address);
  }

  /** Whether the machine is at one that stops it. */
  stops(machine: Machine): boolean {
    if (leavesForHandler(machine)) return false;
    this.met = this.breaks.find(
      ({ address, comparisons }) => address === machine.address && allHold(comparisons, machine),
    );
    return this.met !== undefined;
  }
}

export interface DurationOptions {
  readonly cycles?: number;
  readonly seconds?: number;
  readonly frames?: number;
}

/** Parser of an option that takes a whole number ≥ 0. */
export function wholeNumber(text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0) {
    throw new InvalidArgumentError('expected a whole number, 0 or more');
  }
  return value;
}

/** Parser of an option that takes seconds, perhaps with a fraction. */
export function secondsNumber(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text.trim()) || !Number.isSafeInteger(Math.round(value * CLOCK_HZ))) {
    throw new InvalidArgumentError('expected seconds, such as 2 or 0.5');
  }
  return value;
}

/** Cycles to run, from exactly one of the options. */
export function cyclesOf({ cycles, seconds, frames }: DurationOptions): number | CommandFailure {
  const given = [cycles, seconds && seconds * CLOCK_HZ, frames && frames * CYCLES_PER_FRAME].filter(
    (value) => value !== undefined,
  );
  const [only] = given;
  if (only === undefined) return commandFailure(2, 'say how long to run: --cycles, --seconds or --frames');
  if (given.length > 1) return commandFailure(2, 'only one of --cycles, --seconds and --frames can be given');
  return Math.round(only);
}
