/** The options of commands that run a program, as far as they are about the machine; a machine that fits them. */
import { Option, type Command } from 'commander';
import { isFailure } from '#basics';
import {
  createMachine,
  parseInputScript,
  type ControllerType,
  type InputEvent,
  type Machine,
  type MachineOptions,
  type RamSize,
} from '#emulator';
import type { CommandFiles } from '../command-files.ts';
import { commandFailure, type CommandFailure } from '../output.ts';
import { wholeNumber } from './duration.ts';
import type { RunnableProgram } from './program.ts';

/** What these options give. */
export interface MachineChoices {
  readonly ram: '32' | '64' | '128';
  readonly seed?: number;
  readonly input?: string;
  readonly controller: ControllerType;
  readonly load?: string;
}

export function addMachineChoices(command: Command): Command {
  return command
    .addOption(new Option('--ram <kib>', 'RAM in KiB').choices(['32', '64', '128']).default('32'))
    .option('--seed <n>', 'seed of the random power-on state; without it everything is zero', wholeNumber)
    .option('--input <file>', 'input script, JSON')
    .addOption(new Option('--controller <type>', 'game pad that is plugged in').choices(['A', 'B', 'C']).default('B'))
    .option('--load <gt1>', 'send a program to the serial loader of a system ROM, through its menu');
}

/** A machine at power-on, with its input set up. */
export function preparedMachine(
  { rom }: RunnableProgram,
  options: MachineChoices & Pick<MachineOptions, 'core'>,
  files: CommandFiles,
): Machine | CommandFailure {
  const events = options.input === undefined ? [] : readInput(options.input, files);
  if (isFailure(events)) return events;
  const machine = createMachine(rom, {
    ramKib: Number(options.ram) as RamSize,
    ...(options.core === undefined ? {} : { core: options.core }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
  machine.input.setController(options.controller);
  machine.input.play(events);
  return (options.load === undefined ? undefined : sendProgram(machine, options.load, files)) ?? machine;
}

function readInput(file: string, files: CommandFiles): readonly InputEvent[] | CommandFailure {
  const text = files.readText(file);
  if (isFailure(text)) return text;
  const script = parseInputScript(text);
  return isFailure(script) ? commandFailure(1, `${file}: ${script.message}`) : script.events;
}

/** Lets the system ROM start, then sends a `.gt1` file frame by frame. */
function sendProgram(machine: Machine, file: string, files: CommandFiles): CommandFailure | undefined {
  const bytes = files.readBytes(file);
  if (isFailure(bytes)) return bytes;
  const sent = machine.input.loadGt1(bytes);
  return isFailure(sent) ? commandFailure(1, `${file}: ${sent.message}`) : undefined;
}
