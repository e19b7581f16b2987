/**
 * Beginning and end of a session: initialize, launch, attach, configurationDone, restart, terminate, disconnect.
 *
 * The program is loaded by `launch`, then the client is told to send its breakpoints, and with
 * `configurationDone` the machine starts. A launch that fails answers with one sentence, and the
 * session stays without a program until the client disconnects. Where the adapter outlives its clients, one can leave a
 * program running and another attach to it.
 */
import { BreakpointEvent, InitializedEvent } from '@vscode/debugadapter';
import type { TestBlock, TestCase } from '#assembler';
import { isFailure } from '#basics';
import { createMachine } from '#emulator';
import type { TestSubject } from '#testing';
import { outputLine } from '../connection/output.ts';
import { boolean, object, optional, string } from '../connection/shape.ts';
import { failures, type RequestFailure } from '../errors.ts';
import { load } from '../program/load.ts';
import { splitRoot } from '../program/paths.ts';
import type { Program } from '../program/program.ts';
import { LAUNCH_OPTIONS, paceOf, type LaunchOptions } from '../program/launch-options.ts';
import { Debuggee } from '../run/debuggee.ts';
import { caseToDebug, DebuggedTest, toBegin } from '../run/debugged-test.ts';
import { FreeRun } from '../run/movement.ts';
import { protocolBreakpoint } from './breakpoints.ts';
import { CAPABILITIES } from './capabilities.ts';
import { debuggeeRequest, request, type RequestTable, type Session } from './request.ts';

const NOTHING = object({});
/** Host time that a program has for its first picture before its timing is proven, milliseconds. */
const PROOF_DELAY_MS = 300;

/** Builds what is debugged from a launch configuration. */
async function createDebuggee(options: LaunchOptions, session: Session): Promise<Debuggee | RequestFailure> {
  const loaded = await load(options, session.host, ({ path, line, text }) =>
    session.sendEvent(outputLine(text, 'stderr', { path, line: session.positions.toClientLine(line) })),
  );
  if (isFailure(loaded)) return loaded;
  const { program, input } = loaded;
  const machine = createMachine(program.rom, {
    ...(options.ram === undefined ? {} : { ramKib: options.ram }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
  machine.input.play(input);
  const chosen = chosenTest(options, program);
  if (isFailure(chosen)) return chosen;
  const problem = chosen && toBegin(chosen.subject, machine, chosen.test, chosen.case);
  if (problem !== undefined) return failures.testCannotBegin(problem);
  const debuggee = new Debuggee({
    machine,
    program,
    pace: paceOf(options.speed),
    host: session.host,
    audience: session,
    invariantAt: options.invariantAt,
  });
  if (chosen !== undefined) debuggee.test = debuggedTest(chosen, debuggee, session);
  return debuggee;
}

/** A test, its case that is debugged, and the program that it tests. */
interface ChosenTest {
  readonly subject: TestSubject;
  readonly test: TestBlock;
  readonly case: TestCase;
}

/** The test that a configuration names; undefined where it names none. */
function chosenTest(
  { test: name, testFile }: LaunchOptions,
  program: Program,
): ChosenTest | RequestFailure | undefined {
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

/** Makes the proof of a program's timing between other work, as long as the session debugs it. */
function proveMeanwhile(debuggee: Debuggee, session: Session): void {
  const step = (): void => {
    if (session.debuggee === debuggee && debuggee.program.proof?.next().done === false) session.host.later(step, 0);
  };
  if (debuggee.program.proof !== undefined) session.host.later(step, PROOF_DELAY_MS);
}

/** Lets the machine start: stopped at its first instruction, or running. */
function start(debuggee: Debuggee, { stopOnEntry, noDebug }: LaunchOptions): void {
  const ended = debuggee.test?.advance();
  if (ended !== undefined) debuggee.standStill(ended);
  else if (stopOnEntry === true && noDebug !== true) debuggee.standStill({ reason: 'entry' });
  else debuggee.move(new FreeRun(debuggee, false));
}

/** Options of the program that a session runs, for `configurationDone` and `restart`. */
const launched = new WeakMap<Debuggee, LaunchOptions>();

export const LIFECYCLE_REQUESTS: RequestTable = {
  initialize: request(
    object({
      supportsMemoryEvent: optional(boolean),
      supportsInvalidatedEvent: optional(boolean),
      supportsProgressReporting: optional(boolean),
    }),
    (session, args) => {
      session.client = {
        supportsMemoryEvents: args.supportsMemoryEvent ?? false,
        supportsInvalidatedEvents: args.supportsInvalidatedEvent ?? false,
        supportsProgressReporting: args.supportsProgressReporting ?? false,
      };
      return session.parking === undefined ? CAPABILITIES : { ...CAPABILITIES, supportTerminateDebuggee: true };
    },
  ),

  launch: (session, raw) => {
    const checked = LAUNCH_OPTIONS(raw, '');
    if (isFailure(checked)) return failures.badLaunchArgument(checked.message);
    return launch(session, checked);
  },

  attach: request(object({ token: optional(string) }), (session, { token }) => {
    const stranger = strangerOf(session, token);
    if (stranger !== undefined) return stranger;
    if (session.debuggee !== undefined) return failures.alreadyLaunched();
    const debuggee = session.parking?.take();
    if (debuggee === undefined) return failures.nothingToAttachTo();
    debuggee.takeOver(session);
    session.debuggee = debuggee;
    session.attached = true;
    session.sendEvent(new InitializedEvent());
    return undefined;
  }),

  configurationDone: debuggeeRequest(NOTHING, (debuggee, _args, session) => {
    const options = launched.get(debuggee);
    if (options !== undefined && !debuggee.hasStarted) session.afterAnswer(() => start(debuggee, options));
    return undefined;
  }),

  restart: debuggeeRequest(object({ arguments: optional(LAUNCH_OPTIONS) }), async (before, args, session) => {
    const options = args.arguments ?? launched.get(before);
    if (options === undefined) return failures.notLaunched();
    const next = await createDebuggee(options, session);
    if (isFailure(next)) return next;
    for (const breakpoint of next.adopt(before)) {
      session.sendEvent(new BreakpointEvent('changed', protocolBreakpoint(breakpoint, next, session)));
    }
    before.dispose();
    launched.set(next, options);
    session.debuggee = next;
    session.afterAnswer(() => {
      start(next, options);
      proveMeanwhile(next, session);
    });
    return undefined;
  }),

  terminate: request(object({ restart: optional(boolean) }), (session) => {
    session.terminate();
    return undefined;
  }),

  disconnect: request(object({ terminateDebuggee: optional(boolean) }), (session, { terminateDebuggee }) => {
    if (session.parking !== undefined && !(terminateDebuggee ?? !session.attached)) session.leave();
    else session.terminate();
    session.afterAnswer(() => session.close());
    return undefined;
  }),
};

async function launch(session: Session, options: LaunchOptions): Promise<RequestFailure | undefined> {
  const stranger = strangerOf(session, options.token);
  if (stranger !== undefined) return stranger;
  if (session.debuggee !== undefined) return failures.alreadyLaunched();
  const debuggee = await createDebuggee(options, session);
  if (isFailure(debuggee)) return debuggee;
  launched.set(debuggee, options);
  session.debuggee = debuggee;
  proveMeanwhile(debuggee, session);
  session.sendEvent(new InitializedEvent());
  return undefined;
}

/** Why a client with this token is given no program; undefined where it may have one. */
function strangerOf({ isToken }: Session, token: string | undefined): RequestFailure | undefined {
  if (isToken === undefined) return undefined;
  if (token === undefined) return failures.noToken();
  return isToken(token) ? undefined : failures.wrongToken();
}
