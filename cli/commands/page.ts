/** `gigatron page`: makes a page of HTML that plays a program in any browser. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isFailure } from '#basics';
import { shownName } from '#files';
import type { KeyMode } from '#debugger/protocol';
import { writeState, type Machine } from '#emulator';
import { CYCLES_PER_FRAME, imageHash, romBytes } from '#isa';
import { namesOf, PAGE_STYLES, pageDocument, pageTitle, playedDeclarations } from '#page';
import type { PageBundles, PageProgram } from '#page';
import { STANDARD_STREAM } from '../command-files.ts';
import { commandFailure, type CommandFailure, type Outcome, type Output } from '../output.ts';
import { wholeNumber } from '../run/duration.ts';
import { addMachineChoices, preparedMachine, type MachineChoices } from '../run/prepared-machine.ts';
import { addProgramOptions, loadProgram, needsNames } from '../run/program.ts';
import type { ProgramOptions, RunnableProgram } from '../run/program.ts';

interface PageOptions extends ProgramOptions, MachineChoices {
  readonly output: string;
  readonly title?: string;
  readonly keys: KeyMode;
  readonly start: number;
  readonly debug?: boolean;
  readonly most?: number;
}

export function addPage(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  const command = program
    .command('page')
    .description('make a page of HTML that plays a program in any browser')
    .argument('<program>', 'source (.gtasm), which is assembled first, or ROM image; - is standard input')
    .requiredOption('-o, --output <html>', 'write the page; - is standard output')
    .option('--title <text>', 'title of the page; without it, the name of the program');
  addProgramOptions(command)
    .addOption(new Option('--keys <what>', 'what keys are at first').choices(['pad', 'typed']).default('pad'))
    .option('--start <frame>', 'run so many frames now, so that the page starts with that picture', wholeNumber, 0);
  addMachineChoices(command)
    .option('--debug', 'put names and lines in, for those who look inside')
    .option('--most <kib>', 'fail if the page would be larger', kibibytes)
    .action(async (file: string, options: PageOptions) => end(await page(file, options, output)));
}

function kibibytes(text: string): number {
  const value = wholeNumber(text);
  if (value === 0) throw new InvalidArgumentError('expected a number of KiB, 1 or more');
  return value;
}

async function page(file: string, options: PageOptions, output: Output): Promise<Outcome> {
  const program = loadProgram(file, options, output);
  if (isFailure(program)) return program;
  const wrong = wrongUse(file, program, options);
  if (wrong !== undefined) return wrong;
  const machine = preparedMachine(program, options, output);
  if (isFailure(machine)) return machine;
  const refused = output.files.claim([options.output]);
  if (refused !== undefined) return refused;
  machine.run(options.start * CYCLES_PER_FRAME);
  const text = await pageDocument(pageProgram(file, program, machine, options), readBundles());
  const size = Math.ceil(Buffer.byteLength(text) / 1024);
  const { most = Infinity, output: path } = options;
  if (size > most) return commandFailure(1, `the page would have ${size} KiB, more than ${most}`);
  const failed = output.files.write([{ path, content: text }]);
  if (failed !== undefined) return failed;
  output.out(`${size} KiB → ${shownName(path)}`);
  return 0;
}

function wrongUse(file: string, program: RunnableProgram, options: PageOptions): CommandFailure | undefined {
  if (program.hasErrors) return commandFailure(1, `${file} has errors: no page is written`);
  if (options.debug === true && program.names === undefined) return needsNames('--debug', 'has no names');
  if (options.input !== undefined && options.start === 0)
    return commandFailure(2, '--input is what is pressed until --start: give both');
  return undefined;
}

function pageProgram(file: string, program: RunnableProgram, machine: Machine, options: PageOptions): PageProgram {
  const info = program.names?.info;
  return {
    title: options.title ?? (file === STANDARD_STREAM ? 'Gigatron' : pageTitle(resolve(file).replaceAll('\\', '/'))),
    keys: options.keys,
    ramKib: machine.ramKib,
    declarations: info === undefined ? null : playedDeclarations(info),
    names: info === undefined || options.debug !== true ? null : namesOf(info),
    rom: romBytes(program.rom),
    state: isAtPowerOn(options) ? '' : writeState({ rom: imageHash(program.rom), snapshot: machine.snapshot() }),
  };
}

/** Whether a page starts from power-on, so that it needs no saved state. */
function isAtPowerOn({ start, seed, controller, load }: PageOptions): boolean {
  return start === 0 && seed === undefined && controller === 'B' && load === undefined;
}

/** What scripts/build.mjs has put beside this program. */
function readBundles(): PageBundles {
  const read = (...path: readonly string[]): string => readFileSync(join(__dirname, ...path), 'utf8');
  return {
    script: read('webviews', 'play.js'),
    worker: read('page-worker.js'),
    style: PAGE_STYLES.map((name) => read('webviews', name)).join('\n'),
  };
}
