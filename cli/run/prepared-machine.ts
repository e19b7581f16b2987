/**
 * The options of commands that run a program, as far as they are about the machine; a machine that fits them.
 * Breakpoints that are written in the source: where a run stops at them. Runs a machine to the end for `run`, and
 * records sound and waveform if requested.
 */
import { type DebugBreak, findInterpreter, type Interpreter } from '#assembler';
import {
  type Machine,
  BLOCK_BYTES,
  createMachine,
  SdCard,
  parseInputScript,
  putProgram,
  type ControllerType,
  type InputEvent,
  type MachineOptions,
  type RamSize,
  Waveform,
  waveformHeader,
  type Probe,
  type Stops,
} from '#emulator';
import { leavesForHandler, CLOCK_HZ, CYCLES_PER_FRAME, ROM_WORDS } from '#isa';
import { allHold } from '#testing';
import { Option, type Command } from 'commander';
import { isFailure } from '#basics';
import type { CommandFiles } from '../command-files.ts';
import { commandFailure, type CommandFailure, type Output } from '../output.ts';
import { wholeNumber } from './duration.ts';
import type { RunnableProgram } from './program.ts';

export class Breaks {
  /** The one at which the run has stopped. */
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

export interface MachineChoices {
  readonly ram: '32' | '64' | '128';
  readonly seed?: number;
  readonly input?: string;
  readonly controller: ControllerType;
  readonly load?: string;
  readonly loader?: boolean;
  /** Image of the card in port 0 of the expander. */
  readonly sd?: string;
}

export function addMachineChoices(command: Command): Command {
  return command
    .addOption(new Option('--ram <kib>', 'RAM in KiB').choices(['32', '64', '128']).default('32'))
    .option('--seed <n>', 'seed of the random power-on state; without it everything is zero', wholeNumber)
    .option('--input <file>', 'input script, JSON')
    .addOption(new Option('--controller <type>', 'game pad that is plugged in').choices(['A', 'B', 'C']).default('B'))
    .option('--load <gt1>', 'start a program for the vCPU, put into RAM when the system ROM is in its menu')
    .option('--loader', 'send it to the serial loader instead, as an adapter does, through the menu');
}

/** A machine at power-on, with its input set up. */
export function preparedMachine(
  { rom }: RunnableProgram,
  options: MachineChoices & Pick<MachineOptions, 'core'>,
  files: CommandFiles,
): Machine | CommandFailure {
  const events = options.input === undefined ? [] : readInput(options.input, files);
  if (isFailure(events)) return events;
  const card = options.sd === undefined ? undefined : cardOf(options.sd, options.ram, files);
  if (isFailure(card)) return card;
  const machine = createMachine(rom, {
    card,
    ramKib: Number(options.ram) as RamSize,
    ...(options.core === undefined ? {} : { core: options.core }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
  machine.input.setController(options.controller);
  machine.input.play(events);
  if (options.load === undefined) return machine;
  const interpreter = options.loader === true ? undefined : findInterpreter(rom);
  return startProgram(machine, options.load, interpreter, files) ?? machine;
}

/** The card in port 0 of the expander. */
function cardOf(file: string, ram: MachineChoices['ram'], files: CommandFiles): SdCard | CommandFailure {
  if (ram !== '128') return commandFailure(2, '--sd needs the expander that a card is plugged into: add --ram 128');
  const image = files.open(file);
  if (isFailure(image)) return image;
  const blocks = Math.floor(image.size / BLOCK_BYTES);
  if (blocks === 0) return commandFailure(1, `${file}: it has no block of ${BLOCK_BYTES} bytes`);
  return new SdCard({ blocks, read: (block) => image.read(block * BLOCK_BYTES, BLOCK_BYTES) });
}

function readInput(file: string, files: CommandFiles): readonly InputEvent[] | CommandFailure {
  const text = files.readText(file);
  if (isFailure(text)) return text;
  const script = parseInputScript(text);
  return isFailure(script) ? commandFailure(1, `${file}: ${script.message}`) : script.events;
}

/** Starts a `.gt1` file in RAM; without a known interpreter, the ROM's loader gets it frame by frame. */
function startProgram(
  machine: Machine,
  file: string,
  interpreter: Interpreter | undefined,
  files: CommandFiles,
): CommandFailure | undefined {
  const bytes = files.readBytes(file);
  if (isFailure(bytes)) return bytes;
  const done = interpreter === undefined ? machine.input.loadGt1(bytes) : putProgram(machine, bytes, interpreter.fetch);
  return isFailure(done) ? commandFailure(1, `${file}: ${done.message}`) : undefined;
}

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
