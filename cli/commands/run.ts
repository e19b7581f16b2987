/** `gigatron run`: runs a ROM or a source from power-on and prints the state at the end. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { isFailure } from '#basics';
import { DeclarationCheck, type Machine, type Probe } from '#emulator';
import { CYCLES_PER_FRAME } from '#isa';
import type { NewFile } from '#files/node';
import { commandFailure, type CommandFailure, type Outcome, type Output } from '../output.ts';
import { requested } from '../command-files.ts';
import { addMachineChoices, preparedMachine, type MachineChoices } from '../run/prepared-machine.ts';
import { Breaks, execute, WAVEFORM_CYCLES, type Recording } from '../run/execute.ts';
import { cyclesOf, secondsNumber, wholeNumber, type DurationOptions } from '../run/duration.ts';
import { printState, printStateAsJson, findTables, programAndNames, showMemory } from '../run/end-state.ts';
import { FrameUsage } from '../run/frame-usage.ts';
import { startMeasurement, type Measuring } from '../run/measurement.ts';
import { addProgramOptions, loadProgram, needsNames } from '../run/program.ts';
import type { ProgramOptions, RunnableProgram } from '../run/program.ts';
import { screenshot, wav } from '../recordings.ts';

interface RunOptions extends DurationOptions, ProgramOptions, MachineChoices {
  readonly until?: string;
  readonly ignoreBreaks?: boolean;
  readonly show?: readonly string[];
  readonly strict?: boolean;
  readonly strictFrom?: number;
  readonly core: 'fast' | 'reference';
  readonly screenshot?: string;
  readonly wav?: string;
  readonly vcd?: string;
  readonly vcdFrom: number;
  readonly cpuprofile?: string;
  readonly lcov?: string;
  readonly checkDeclarations?: boolean;
  readonly usage?: boolean;
  readonly json?: boolean;
}

export function addRun(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  const command = program
    .command('run')
    .description('run a program from power-on')
    .usage('[options] <program>')
    .argument('[program]', 'source (.gtasm), which is assembled first, or ROM image; - is standard input')
    .option('--cycles <n>', 'cycles to execute', wholeNumber)
    .option('--seconds <s>', 'emulated seconds to run', secondsNumber)
    .option('--frames <n>', 'frames to run, of 521 lines', wholeNumber)
    .option('--until <label>', 'stop before a label executes')
    .option('--ignore-breaks', 'do not stop at .break');
  addProgramOptions(command)
    .option('--show <names...>', 'print declared pieces of RAM at the end')
    .option('--strict', 'exit with 1 if a line or frame of the picture is bad')
    .option(
      '--strict-from <frame>',
      'the same for what comes after a frame, such as the start of a system ROM',
      wholeNumber,
    )
    .addOption(new Option('--core <core>', 'which core executes').choices(['fast', 'reference']).default('fast'));
  addMachineChoices(command)
    .option('--sd <image>', 'plug an SD card with this image into the expander of a machine with 128 KiB')
    .option('--screenshot <png>', 'write the picture at the end', namedAs('PNG', /\.(?:jpe?g|gif|bmp|webp)$/i))
    .option('--wav <file>', 'write the sound', namedAs('WAV', /\.(?:mp3|ogg|flac|m4a)$/i))
    .option('--vcd <file>', 'write the signals, cycle by cycle, as a Value Change Dump')
    .option('--vcd-from <cycle>', 'first cycle of the Value Change Dump', wholeNumber, 0)
    .option('--cpuprofile <file>', 'write a profile: exact cycles by routine, call and line')
    .option('--lcov <file>', 'write the coverage of lines and branches, as LCOV')
    .option('--usage', 'print what the cycles of a frame are used for, by label')
    .option('--check-declarations', 'stop where the run differs from what the source declares, and exit with 1')
    .option('--json', 'print one JSON document')
    .action((file: string | undefined, options: RunOptions) => end(run(file, options, output)));
}

/** Refuses a file name that promises another format than is written. */
function namedAs(format: string, others: RegExp): (path: string) => string {
  return (path) => {
    if (others.test(path)) throw new InvalidArgumentError(`it is written as ${format}, whatever its name`);
    return path;
  };
}

function run(word: string | undefined, options: RunOptions, output: Output): Outcome {
  const operands = programAndNames(word, options.show);
  if (isFailure(operands)) return operands;
  const { file, names } = operands;
  const cycles = cyclesOf(options);
  if (isFailure(cycles)) return cycles;
  const wrong = wrongStart(options, cycles);
  if (wrong !== undefined) return commandFailure(2, wrong);
  const program = loadProgram(file, options, output);
  if (isFailure(program)) return program;
  const unnamed = refuseUnnamed(program, options);
  if (unnamed !== undefined) return unnamed;
  const until = labelAddress(options.until, program);
  if (isFailure(until)) return until;
  const machine = preparedMachine(program, options, output);
  if (isFailure(machine)) return machine;
  const tables = findTables(names, program.names);
  if (isFailure(tables)) return tables;
  const { check, measured, usage, probe } = observersOf(program, machine, options);
  const { screenshot: picture, wav: sound, vcd, vcdFrom, cpuprofile, lcov } = options;
  const refused = output.files.claim([picture, sound, vcd, cpuprofile, lcov], options.json);
  if (refused !== undefined) return refused;
  const strictness = new Strictness(machine, options);
  const breaks = breaksOf(program, options);
  const asked = { sound: sound !== undefined, waveformFrom: vcd === undefined ? undefined : vcdFrom };
  const atFrameEnd = framesEnd(usage, strictness);
  const recording = execute(machine, { cycles, until, breaks, probe, atFrameEnd, ...asked }, output);
  const failure = output.files.write([...recorded(machine, recording, options), ...measured.results()]);
  if (failure) return failure;
  const difference = check?.difference;
  const shown = tables.map((table) => showMemory(machine, table));
  const print = options.json === true ? printStateAsJson : printState;
  print(machine, { shown, difference, met: breaks.met, usage: usage?.report(), names: program.names }, output);
  const fails = program.hasErrors || difference !== undefined || strictness.isViolated;
  return fails ? 1 : 0;
}

/** Why the start of what is judged or written is wrong. */
function wrongStart({ strictFrom = 0, vcd, vcdFrom }: RunOptions, cycles: number): string | undefined {
  const end = `is after the end of the run, cycle ${cycles}`;
  if (strictFrom * CYCLES_PER_FRAME > cycles) return `--strict-from ${strictFrom} ${end}`;
  if (vcd === undefined) return vcdFrom > 0 ? '--vcd-from needs --vcd' : undefined;
  if (vcdFrom > cycles) return `--vcd-from ${vcdFrom} ${end}`;
  return cycles - vcdFrom > WAVEFORM_CYCLES
    ? `--vcd writes at most ${WAVEFORM_CYCLES} cycles, a second; set its start with --vcd-from`
    : undefined;
}

function labelAddress(name: string | undefined, { names }: RunnableProgram): number | CommandFailure | undefined {
  if (name === undefined || names === undefined) return undefined;
  const address = names.label(name);
  if (address !== undefined) return address;
  const meant = names.labelLike(name);
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
  return commandFailure(2, `--until ${name}: the program has no label of this name${hint}`);
}

function breaksOf({ names }: RunnableProgram, { ignoreBreaks = false }: RunOptions): Breaks {
  return new Breaks(ignoreBreaks ? [] : (names?.info.breaks ?? []));
}

/** Refuses the options that need names if there are none. */
function refuseUnnamed({ names }: RunnableProgram, options: RunOptions): CommandFailure | undefined {
  const { until, checkDeclarations, cpuprofile, lcov, usage } = options;
  if (names !== undefined) return undefined;
  if (until !== undefined) return needsNames('--until', 'has no labels');
  if (checkDeclarations === true) return needsNames('--check-declarations', 'declares nothing');
  if (cpuprofile !== undefined) return needsNames('--cpuprofile', 'has no names');
  if (lcov !== undefined) return needsNames('--lcov', 'has no names');
  return usage === true ? needsNames('--usage', 'has no labels') : undefined;
}

interface Observers {
  readonly check?: DeclarationCheck | undefined;
  readonly measured: Measuring;
  readonly usage?: FrameUsage | undefined;
  readonly probe: Probe | undefined;
}

/** What observes a run; each looks at it through the probe of the next. */
function observersOf({ names }: RunnableProgram, machine: Machine, options: RunOptions): Observers {
  if (names === undefined) return { measured: { probe: undefined, results: () => [] }, probe: undefined };
  const check = options.checkDeclarations ? new DeclarationCheck(names.info.declarations, machine) : undefined;
  const measured = startMeasurement(options, names, machine, check);
  const usage = options.usage ? new FrameUsage(names, machine, measured.probe) : undefined;
  return { check, measured, usage, probe: usage?.probe ?? measured.probe };
}

function framesEnd(usage: FrameUsage | undefined, strictness: Strictness): (() => void) | undefined {
  if (usage === undefined && !strictness.hasStart) return undefined;
  return () => {
    usage?.endFrame();
    strictness.endFrame();
  };
}

/** Whether a run has bad lines or frames where none may be. */
class Strictness {
  private readonly from: number | undefined;
  /** Bad lines and frames that are allowed. */
  private allowed = 0;

  constructor(
    private readonly machine: Machine,
    { strict = false, strictFrom }: RunOptions,
  ) {
    this.from = strictFrom ?? (strict ? 0 : undefined);
  }

  get hasStart(): boolean {
    return this.from !== undefined && this.from > 0;
  }

  endFrame(): void {
    if (this.from !== undefined && this.machine.cycle <= this.from * CYCLES_PER_FRAME) this.allowed = this.bad;
  }

  get isViolated(): boolean {
    return this.from !== undefined && this.bad > this.allowed;
  }

  private get bad(): number {
    return this.machine.monitor.badLines + this.machine.monitor.badFrames;
  }
}

function recorded(machine: Machine, { sound, waveform }: Recording, options: RunOptions): readonly NewFile[] {
  return requested([
    [options.screenshot, () => screenshot(machine.monitor.pixels)],
    [options.wav, () => wav(sound)],
    [options.vcd, () => waveform.join('')],
  ]);
}
