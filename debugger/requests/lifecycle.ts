/**
 * Start and end of a session: initialize, launch, attach, configurationDone, restart, terminate, disconnect.
 *
 * `launch` loads the program; then the client is told to send its breakpoints, and with `configurationDone` the
 * machine starts. A launch that fails answers with one sentence, and the session has no program until the client
 * disconnects. If the adapter outlives its clients, one can leave a program running and another can attach to it.
 */
import { BreakpointEvent, InitializedEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { isFailure } from '#basics';
import { boolean, object, optional, string } from '#basics/shape';
import { outputLine } from '../connection/client.ts';
import { failures, type RequestFailure } from '../errors.ts';
import { LAUNCH_OPTIONS, type LaunchOptions } from '../program/launch-options.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { createRun } from '../run/movement.ts';
import { takeOverRun } from '../run/reload.ts';
import { INVARIANT_FILTER } from '../breakpoints/invariant.ts';
import { ODD_OPCODE_FILTER, WRITTEN_FILTER } from '../breakpoints/filters.ts';
import { EXCEPTION_FILTERS } from '../breakpoints/watches.ts';
import { protocolBreakpoint, watchNames } from './breakpoints.ts';
import { createDebuggee } from './create-debuggee.ts';
import { debuggeeRequest, request, type RequestTable, type Session } from './request.ts';

const NOTHING = object({});
/** Host time for a program's first picture before its timing is proven, milliseconds. */
const PROOF_DELAY_MS = 300;

/** Proves a program's timing in between other work, as long as the session debugs it. */
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
  else debuggee.move(createRun(debuggee, false));
}

export const LIFECYCLE_REQUESTS: RequestTable = {
  initialize: request(
    object({
      supportsMemoryEvent: optional(boolean),
      supportsInvalidatedEvent: optional(boolean),
      supportsProgressReporting: optional(boolean),
      clientID: optional(string),
    }),
    (session, args) => {
      session.client = args;
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

  // VS Code shows every failure of this request. Being stopped during set-up is not an error.
  configurationDone: request(NOTHING, (session) => {
    const { debuggee } = session;
    if (debuggee === undefined) return session.terminated ? undefined : failures.notLaunched();
    const options = debuggee.launchOptions;
    if (options !== undefined && !debuggee.hasStarted) session.afterAnswer(() => start(debuggee, options));
    return undefined;
  }),

  restart: debuggeeRequest(object({ arguments: optional(LAUNCH_OPTIONS) }), async (before, args, session) => {
    const options = args.arguments ?? before.launchOptions;
    if (options === undefined) return failures.notLaunched();
    const next = await createDebuggee(options, session);
    if (isFailure(next)) {
      goOn(before, next, session);
      return undefined;
    }
    replace(before, next, options, session);
    session.afterAnswer(() => start(next, options));
    return undefined;
  }),

  'gigatron/reload': debuggeeRequest(NOTHING, async (before, _args, session) => {
    const options = before.launchOptions;
    if (options === undefined) return failures.notLaunched();
    if (before.test !== undefined) return failures.noReloadInTest();
    if (before.runner.searching) return failures.running();
    const next = await createDebuggee({ ...options, state: undefined }, session);
    if (isFailure(next)) return next;
    const { running } = before.runner;
    const told = takeOverRun(before, next);
    if (isFailure(told)) return told;
    replace(before, next, options, session);
    session.sendEvent(outputLine(told, 'console'));
    session.afterAnswer(() => {
      if (running) next.move(createRun(next, false));
      else next.standStill({ reason: 'goto', description: 'Reloaded: the past begins here' });
    });
    return {};
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

/**
 * Continues with the program that was to be restarted. VS Code loses a session whose restart is answered by an error,
 * so the reason goes to the console, which comes to the front.
 */
function goOn(before: Debuggee, { message }: RequestFailure, session: Session): void {
  session.sendEvent(outputLine(`Not restarted: ${message}`, 'important'));
  session.afterAnswer(() => {
    if (!before.runner.running) before.standStill({ reason: 'restart', description: 'Not restarted' });
  });
}

/** Continues the session with another program, which takes over the breakpoints and views of the previous one. */
function replace(before: Debuggee, next: Debuggee, options: LaunchOptions, session: Session): void {
  for (const breakpoint of next.adopt(before)) {
    session.sendEvent(new BreakpointEvent('changed', protocolBreakpoint(breakpoint, next, session)));
  }
  watchNames(next, before.watchedNames);
  before.dispose();
  next.launchOptions = options;
  session.debuggee = next;
  session.afterAnswer(() => proveMeanwhile(next, session));
}

async function launch(session: Session, options: LaunchOptions): Promise<RequestFailure | undefined> {
  const stranger = strangerOf(session, options.token);
  if (stranger !== undefined) return stranger;
  if (session.debuggee !== undefined) return failures.alreadyLaunched();
  const debuggee = await createDebuggee(options, session);
  if (isFailure(debuggee)) return debuggee;
  debuggee.launchOptions = options;
  session.debuggee = debuggee;
  proveMeanwhile(debuggee, session);
  session.sendEvent(new InitializedEvent());
  return undefined;
}

/** Why a client with this token gets no program; undefined if it gets one. */
function strangerOf({ isToken }: Session, token: string | undefined): RequestFailure | undefined {
  if (isToken === undefined) return undefined;
  if (token === undefined) return failures.noToken();
  return isToken(token) ? undefined : failures.wrongToken();
}

const CAPABILITIES: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsInstructionBreakpoints: true,
  supportsDataBreakpoints: true,
  supportsDataBreakpointBytes: true,
  supportsBreakpointLocationsRequest: true,
  supportsEvaluateForHovers: true,
  supportsClipboardContext: true,
  supportsSetVariable: true,
  supportsSetExpression: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: ['.', '['],
  supportsSteppingGranularity: true,
  supportsStepInTargetsRequest: true,
  supportsStepBack: true,
  supportsCancelRequest: true,
  supportsRestartFrame: true,
  supportsGotoTargetsRequest: true,
  supportsExceptionInfoRequest: true,
  supportsExceptionFilterOptions: true,
  exceptionBreakpointFilters: [WRITTEN_FILTER, ...EXCEPTION_FILTERS, ODD_OPCODE_FILTER, INVARIANT_FILTER],
  supportsReadMemoryRequest: true,
  supportsWriteMemoryRequest: true,
  supportsDisassembleRequest: true,
  supportsLoadedSourcesRequest: true,
  supportsRestartRequest: true,
  supportsTerminateRequest: true,
  supportsDelayedStackTraceLoading: true,
  supportsValueFormattingOptions: true,
};
