/** `gigatron run`: runs a ROM from power-on for a number of cycles and tells the state at the end. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  createMachine,
  formatFault,
  parseInputScript,
  type ControllerType,
  type InputEvent,
  type Machine,
  type RamSize,
} from '#emulator';
import { CLOCK_HZ } from '#isa';
import { isFailure, readBytes, readText, writeBytes } from '../node-files.ts';
import { fail, printJson, type Failure, type Output, type Status } from '../output.ts';
import { readRom } from '../rom-file.ts';
import { screenshot } from '../screenshot.ts';
import { wav } from '../wav.ts';

/** Cycles between two updates of the progress line: half a second of emulated time, less than the machine keeps sound for. */
const SLICE = CLOCK_HZ / 2;

interface RunOptions {
  readonly cycles: number;
  readonly core: 'fast' | 'reference';
  readonly ram: '32' | '64' | '128';
  readonly seed?: number;
  readonly input?: string;
  readonly controller: ControllerType;
  readonly load?: string;
  readonly screenshot?: string;
  readonly wav?: string;
  readonly json?: boolean;
}

export function addRun(program: Command, output: Output, end: (status: Status) => void): void {
  program
    .command('run')
    .description('run a ROM from power-on')
    .argument('<rom>', 'ROM image')
    .requiredOption('--cycles <n>', 'cycles to execute', wholeNumber)
    .addOption(new Option('--core <core>', 'which core executes').choices(['fast', 'reference']).default('fast'))
    .addOption(new Option('--ram <kib>', 'RAM in KiB').choices(['32', '64', '128']).default('32'))
    .option('--seed <n>', 'seed of the random power-on state; without it everything is zero', wholeNumber)
    .option('--input <file>', 'input script, JSON')
    .addOption(new Option('--controller <type>', 'game pad that is plugged in').choices(['A', 'B', 'C']).default('B'))
    .option('--load <gt1>', 'send a program to the serial loader of a system ROM, through its menu')
    .option('--screenshot <png>', 'write the picture at the end')
    .option('--wav <file>', 'write the sound')
    .option('--json', 'print one JSON document')
    .action((file: string, options: RunOptions) => end(run(file, options, output)));
}

/** Parser of an option that takes a whole number ≥ 0. */
export function wholeNumber(text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0) {
    throw new InvalidArgumentError('expected a whole number, 0 or more');
  }
  return value;
}

function run(file: string, options: RunOptions, output: Output): Status {
  const rom = readRom(file);
  if (isFailure(rom)) return fail(output, rom);
  const events = options.input === undefined ? [] : readInput(options.input);
  if (isFailure(events)) return fail(output, events);
  const machine = createMachine(rom, {
    ramKib: Number(options.ram) as RamSize,
    core: options.core,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
  machine.input.setController(options.controller);
  machine.input.play(events);
  const refused = options.load === undefined ? undefined : sendProgram(machine, options.load);
  if (refused) return fail(output, refused);
  const sound = execute(machine, options, output);
  const failure =
    (options.screenshot && writeBytes(options.screenshot, screenshot(machine.monitor.pixels))) ||
    (options.wav && writeBytes(options.wav, wav(sound)));
  if (failure) return fail(output, failure);
  if (options.json === true) printJson(output, endState(machine));
  else printState(machine, output);
  return 0;
}

function readInput(file: string): readonly InputEvent[] | Failure {
  const text = readText(file);
  if (isFailure(text)) return text;
  const script = parseInputScript(text);
  return 'error' in script ? { status: 1, message: `${file}: ${script.error}` } : script.events;
}

/** Lets the system ROM start, then sends a `.gt1` file frame by frame. */
function sendProgram(machine: Machine, file: string): Failure | undefined {
  const bytes = readBytes(file);
  if (isFailure(bytes)) return bytes;
  const sent = machine.input.loadGt1(bytes);
  return 'error' in sent ? { status: 1, message: `${file}: ${sent.error}` } : undefined;
}

/** Runs to the end and answers with the sound on the way, where a file of it is wanted. */
function execute(machine: Machine, { cycles, wav: wanted }: RunOptions, output: Output): Uint8Array[] {
  const sound: Uint8Array[] = [];
  while (machine.cycle < cycles) {
    machine.run(Math.min(SLICE, cycles - machine.cycle));
    if (wanted !== undefined) sound.push(machine.takeAudio());
    output.progress(`${Math.floor((100 * machine.cycle) / cycles)} %  ${machine.cycle} of ${cycles} cycles`);
  }
  return sound;
}

/** State behind the last cycle, in the convention of the emulator's documentation: `pc` is the next word to fetch. */
function endState(machine: Machine): object {
  const { ac, x, y, out, outx } = machine.registers;
  const { badLines, badFrames, frames } = machine.monitor;
  return {
    cycle: machine.cycle,
    pc: machine.nextAddress,
    ...{ ac, x, y, out, outx },
    ramHash: machine.ramHash,
    outHash: machine.outHash,
    monitor: { badLines, badFrames, frames },
  };
}

function printState(machine: Machine, output: Output): void {
  const { ac, x, y, out, outx } = machine.registers;
  const hex = (value: number, digits = 2): string => `$${value.toString(16).padStart(digits, '0')}`;
  output.out(`cycle ${machine.cycle}, ${(machine.cycle / CLOCK_HZ).toFixed(3)} s`);
  output.out(
    `pc ${hex(machine.nextAddress, 4)}  ac ${hex(ac)}  x ${hex(x)}  y ${hex(y)}  out ${hex(out)}  outx ${hex(outx)}`,
  );
  output.out(`RAM hash ${machine.ramHash}  OUT hash ${machine.outHash}`);
  const { frames, badLines, badFrames, faults } = machine.monitor;
  output.out(`${frames} frames, ${badLines} bad lines, ${badFrames} bad frames`);
  for (const fault of faults.slice(0, 10)) {
    output.out(`  cycle ${fault.cycle}, address ${hex(fault.address, 4)}: ${formatFault(fault)}`);
  }
  for (const notice of machine.notices) {
    output.out(`  cycle ${notice.cycle}, address ${hex(notice.address, 4)}: ${notice.message}`);
  }
}
