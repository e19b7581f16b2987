/** Builds what is debugged from a launch configuration: program, machine, starting point. */
import { chooseRam } from '#isa';
import { ProgressEndEvent, ProgressStartEvent } from '@vscode/debugadapter';
import type { TestBlock, TestCase } from '#assembler';
import { isFailure } from '#basics';
import { createMachine, putProgram, type Machine } from '#emulator';
import type { TestSubject } from '#testing';
import { outputLine } from '../connection/client.ts';
import { failures, type RequestFailure } from '../errors.ts';
import { load, readBeside, type Loaded } from '../program/load.ts';
import { paceOf, type LaunchOptions } from '../program/launch-options.ts';
import type { Loading } from '../program/load-source.ts';
import { baseName, folderOf, resolvePath, splitRoot, liesIn, pathKey } from '../program/paths.ts';
import type { Program } from '../program/program.ts';
import { Debuggee } from '../run/debuggee.ts';
import { caseToDebug, DebuggedTest, toBegin } from '../run/debugged-test.ts';
import { goToState, stateOf } from './states.ts';
import type { Session } from './request.ts';

/** Builds what is debugged from a launch configuration, and reports the progress. */
export async function createDebuggee(options: LaunchOptions, session: Session): Promise<Debuggee | RequestFailure> {
  const endProgress = showProgress(session, options.program);
  const report: Loading['report'] = ({ path, line, text }) =>
    session.sendEvent(outputLine(text, 'stderr', { path, line: session.positions.toClientLine(line) }));
  const loaded =
    (await build(options, session)) ?? (await load({ options, host: session.host, report, holder: session }));
  endProgress();
  return isFailure(loaded) ? loaded : putTogether(loaded, options, session);
}

async function putTogether(loaded: Loaded, options: LaunchOptions, session: Session) {
  const { program, input, gt1 } = loaded;
  const { ramKib, warning } = chooseRam(program.info.ramKib, options.ram);
  if (warning !== undefined) session.sendEvent(outputLine(`${warning}.`, 'stderr'));
  const seed = options.seed === undefined ? {} : { seed: options.seed };
  const machine = createMachine(program.rom, { ramKib, ...seed });
  machine.input.play(input);
  const sent = gt1 === undefined ? undefined : startGt1(machine, gt1, program, options);
  if (isFailure(sent)) return failures.badGt1(options.load ?? '', sent.message);
  const chosen = chosenTest(options, program);
  if (isFailure(chosen)) return chosen;
  const problem = chosen && toBegin(chosen.subject, machine, chosen.test, chosen.case);
  if (problem !== undefined) return failures.testCannotBegin(problem);
  const debuggee = new Debuggee(machine, program, paceOf(options.speed), session.host, session, options.invariantAt);
  if (options.state !== undefined) {
    const unfit = chosen ? failures.noStateInTest() : await beginFromFile(options.state, options, debuggee, session);
    if (unfit !== undefined) return unfit;
  }
  if (chosen !== undefined) debuggee.test = debuggedTest(chosen, debuggee, session);
  return debuggee;
}

/** Puts a `.gt1` program into RAM and starts it, or sends it to the loader if asked to, or without an interpreter. */
function startGt1(machine: Machine, gt1: Uint8Array, { interpreter }: Program, { loader }: LaunchOptions) {
  if (loader === true || interpreter === undefined) return machine.input.loadGt1(gt1);
  return putProgram(machine, gt1, interpreter.fetch);
}

interface ChosenTest {
  readonly subject: TestSubject;
  readonly test: TestBlock;
  readonly case: TestCase;
}

async function beginFromFile(file: string, options: LaunchOptions, debuggee: Debuggee, { host }: Session) {
  const read = await readBeside(file, { options, host }, failures.noStateFile);
  if (isFailure(read)) return read;
  const snapshot = stateOf(debuggee, read.path, read.bytes);
  return isFailure(snapshot) ? snapshot : goToState(debuggee, read.path, snapshot);
}

/** The test that a configuration names; undefined if it names none. */
function chosenTest({ test: name, testFile }: LaunchOptions, program: Program) {
  if (name === undefined) return undefined;
  const file = testFile === undefined ? undefined : splitRoot(testFile).rest;
  const test = program.tests?.tests.find((each) => each.name === name && (file ?? each.file) === each.file);
  if (program.tests === undefined || test === undefined) return failures.noSuchTest(name);
  const subject = { image: program.rom, info: program.info, tests: program.tests };
  const which = caseToDebug(subject, test);
  return which === undefined ? failures.noSuchTest(name) : { subject, test, case: which };
}

function debuggedTest({ subject, test, case: which }: ChosenTest, debuggee: Debuggee, session: Session): DebuggedTest {
  return new DebuggedTest(subject, debuggee.machine, test, which, {
    watch: (places, ask) => debuggee.breakpoints.setCheck('test', places, ask),
    print: (text) => session.sendEvent(outputLine(text, 'console')),
    ended: () => session.host.later(() => session.terminate(), 0),
  });
}

/** A place in a traceback of Python. */
const TRACED = /^\s+File "(.+)", line (\d+)/;

/** Does nothing for a configuration without `build`. */
async function build(options: LaunchOptions, session: Session): Promise<RequestFailure | undefined> {
  const { build: command, program, workspace } = options;
  const { host, ends } = session;
  if (command === undefined) return undefined;
  if (host.build === undefined) return failures.cannotBuild();
  const folder = workspace !== undefined && liesIn(program, workspace) ? workspace : folderOf(program);
  const output = new BuildOutput(folder, session);
  const built = await host.build(command, { folder, ends, print: (line, isError) => output.print(line, isError) });
  if (isFailure(built)) return failures.buildFailed(output.error ?? built.message);
  const [first] = built;
  if (first === undefined) return undefined;
  const wanted = pathKey(program);
  const real = host.realPath === undefined ? wanted : pathKey(await host.realPath(program));
  const isBuilt = built.some((rom) => [wanted, real].includes(pathKey(rom)));
  return isBuilt ? undefined : failures.buildsAnother(first, program);
}

class BuildOutput {
  /** The last error of Python, with its place. */
  error: string | undefined;
  /** The innermost place of the traceback that is being printed. */
  private traced: string | undefined;

  constructor(
    private readonly folder: string,
    private readonly session: Session,
  ) {}

  print(line: string, isError: boolean): void {
    const [, name, number] = TRACED.exec(line) ?? [];
    const place = name === undefined ? undefined : { path: resolvePath(this.folder, name), line: Number(number) };
    if (place !== undefined) this.traced = `${name}:${number}`;
    else if (this.traced !== undefined && /^\S/.test(line)) {
      this.error = `${this.traced}: ${line.replace(/[.?!]+$/, '')}`;
      this.traced = undefined;
    }
    const shown = place && { ...place, line: this.session.positions.toClientLine(place.line - 1) };
    this.session.sendMeanwhile(outputLine(line, isError ? 'stderr' : 'stdout', shown));
  }
}

let launches = 0;

/** Shows that a program is being loaded, immediately: once the launch is answered, it is over. @returns what ends it */
function showProgress(session: Session, program: string): () => void {
  if (session.client.supportsProgressReporting !== true) return () => undefined;
  const id = `launch-${++launches}`;
  session.sendMeanwhile(new ProgressStartEvent(id, `Loading ${baseName(program)}`));
  return () => session.sendMeanwhile(new ProgressEndEvent(id));
}
