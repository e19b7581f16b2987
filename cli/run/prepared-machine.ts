/** The machine options of commands that run a program, and a machine made to them. */
import { chooseRam, type RamKib } from '#isa';
import { findInterpreter, type Interpreter } from '#assembler';
import { BLOCK_BYTES, createMachine, SdCard, parseInputScript, putProgram } from '#emulator';
import type { Machine, ControllerType, InputEvent, MachineOptions } from '#emulator';
import { Option, type Command } from 'commander';
import { isFailure } from '#basics';
import type { CommandFiles } from '../command-files.ts';
import { commandFailure, type CommandFailure, type Output } from '../output.ts';
import { wholeNumber } from './duration.ts';
import type { RunnableProgram } from './program.ts';

export interface MachineChoices {
  readonly ram?: '32' | '64' | '128';
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
    .addOption(new Option('--ram <kib>', 'RAM in KiB; without it, what .ram says, or 32').choices(['32', '64', '128']))
    .option('--seed <n>', 'seed of the random power-on state; without it everything is zero', wholeNumber)
    .option('--input <file>', 'input script, JSON')
    .addOption(new Option('--controller <type>', 'game pad that is plugged in').choices(['A', 'B', 'C']).default('B'))
    .option('--load <gt1>', 'start a program for the vCPU, put into RAM when the system ROM is in its menu')
    .option('--loader', 'send it to the serial loader instead, as an adapter does, through the menu');
}

/** A machine at power-on, with its input set up. */
export function preparedMachine(
  { rom, names }: RunnableProgram,
  options: MachineChoices & Pick<MachineOptions, 'core'>,
  output: Output,
): Machine | CommandFailure {
  const { files } = output;
  if (options.loader === true && options.load === undefined) return commandFailure(2, '--loader needs --load');
  const asked = options.ram === undefined ? undefined : (Number(options.ram) as RamKib);
  const { ramKib, warning } = chooseRam(names?.info.ramKib ?? 32, asked);
  if (warning !== undefined) output.err(`gigatron: ${warning}`);
  const events = options.input === undefined ? [] : readInput(options.input, files);
  if (isFailure(events)) return events;
  const card = options.sd === undefined ? undefined : cardOf(options.sd, ramKib, files);
  if (isFailure(card)) return card;
  const machine = createMachine(rom, { card, ramKib, core: options.core, seed: options.seed });
  machine.input.setController(options.controller);
  machine.input.play(events);
  if (options.load === undefined) return machine;
  const interpreter = options.loader === true ? undefined : findInterpreter(rom);
  return startProgram(machine, options.load, interpreter, files) ?? machine;
}

/** The card in port 0 of the expander. */
function cardOf(file: string, ramKib: RamKib, files: CommandFiles): SdCard | CommandFailure {
  if (ramKib !== 128) return commandFailure(2, '--sd needs the expander that a card is plugged into: add --ram 128');
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
