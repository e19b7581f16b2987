/**
 * Moving the program: continue, the steps, pause, goto; and the one thread that the protocol requires. The request
 * `gigatron/seek`: to a moment that the user names.
 */
import { Thread } from '@vscode/debugadapter';
import { count, integer, object, oneOf, optional, string, type Shape } from '#basics/shape';
import { failures, type RequestFailure } from '../errors.ts';
import { THREAD_ID, type Debuggee } from '../run/debuggee.ts';
import { createReturnTo, createReverseContinue, createStepBack } from '../run/backwards.ts';
import { createRun, type Movement } from '../run/movement.ts';
import { createReveal, createStep, stepInTargets, type StepKind } from '../run/stepping.ts';
import { hexAddress } from '../values/place.ts';
import { knownPath } from './sources.ts';
import { frameOf } from './stack.ts';
import { debuggeeRequest, request, stoppedRequest, type Request, type RequestTable } from './request.ts';
import { isFailure } from '#basics';
import { SEEK_MOMENTS } from '../protocol.ts';
import {
  createGoTo,
  createLastAccess,
  createMoment,
  createStartOf,
  createNextWrite,
  createVcpuStep,
  searchMoment,
} from '../run/seek.ts';
import { afterVcpuCall } from '../values/vcpu.ts';
import { descriptionOf, rangeNamed, watchedRanges } from './data-breakpoints.ts';

const NOTHING = object({});
const STEP_GRANULARITY = optional(oneOf('statement', 'line', 'instruction'));
const STEP = object({ granularity: STEP_GRANULARITY });
/** Targets of "step into" at a macro call. */
const MACRO_TARGET = 1;
const CALL_TARGET = 2;

/** A request of a stopped program that starts a movement. */
function moveRequest<A>(
  shape: Shape<A>,
  movementOf: (debuggee: Debuggee, args: A) => Movement | RequestFailure,
  answer?: object,
): Request {
  return stoppedRequest(shape, (debuggee, args) => {
    const movement = movementOf(debuggee, args);
    if (isFailure(movement)) return movement;
    debuggee.move(movement);
    return answer;
  });
}

function unitOf(granularity: string | undefined): 'instruction' | 'line' {
  return granularity === 'instruction' ? 'instruction' : 'line';
}

function stepOf(debuggee: Debuggee, kind: StepKind, granularity: string | undefined): Movement | RequestFailure {
  return createStep(debuggee, kind, unitOf(granularity), debuggee.view()) ?? failures.noCaller();
}

function step(kind: StepKind): Request {
  return moveRequest(STEP, (debuggee, { granularity }) => stepOf(debuggee, kind, granularity));
}

export const EXECUTION_REQUESTS: RequestTable = {
  threads: request(NOTHING, () => ({ threads: [new Thread(THREAD_ID, 'Gigatron')] })),

  continue: moveRequest(NOTHING, (debuggee) => createRun(debuggee, debuggee.hasStarted), {
    allThreadsContinued: true,
  }),

  stepBack: moveRequest(STEP, (debuggee, { granularity }) =>
    createStepBack(debuggee, unitOf(granularity), debuggee.view()),
  ),

  reverseContinue: moveRequest(NOTHING, (debuggee) => createReverseContinue(debuggee)),

  restartFrame: moveRequest(object({ frameId: count }), (debuggee, { frameId }) => {
    const frame = frameOf(debuggee, frameId);
    if (frame === undefined) return failures.noSuchFrame(frameId);
    const start = debuggee.program.symbols.codeStart(frame.call.shownAddress);
    if (start === undefined || frame.heading !== undefined) return failures.noRoutine();
    return createReturnTo(debuggee, start);
  }),

  next: step('over'),

  stepIn: moveRequest(
    object({ granularity: STEP_GRANULARITY, targetId: optional(count) }),
    (debuggee, { granularity, targetId }) => {
      const view = debuggee.view();
      return targetId === MACRO_TARGET && view.hidden > 0 ? createReveal(view) : stepOf(debuggee, 'in', granularity);
    },
  ),

  stepInTargets: stoppedRequest(object({ frameId: count }), (debuggee, { frameId }) => {
    const found = frameId === 1 ? stepInTargets(debuggee, debuggee.view()) : undefined;
    if (found === undefined) return { targets: [] };
    const macro = { id: MACRO_TARGET, label: `the text of macro ${found.macro}` };
    return {
      targets: found.calls ? [macro, { id: CALL_TARGET, label: `the routine that ${found.macro} calls` }] : [macro],
    };
  }),

  stepOut: step('out'),

  pause: debuggeeRequest(NOTHING, (debuggee, _args, session) => {
    session.afterAnswer(() => debuggee.runner.pause());
    return undefined;
  }),

  /** A search of the past can be cancelled. Other requests are answered one by one, so they have ended by then. */
  cancel: debuggeeRequest(object({ progressId: optional(string) }), (debuggee, { progressId }, session) => {
    if (progressId === undefined || !debuggee.progress.isAbout(progressId)) return undefined;
    session.afterAnswer(() => debuggee.runner.cancelSearch());
    return undefined;
  }),

  gotoTargets: debuggeeRequest(
    object({ source: object({ path: string }), line: integer }),
    async ({ program }, { source, line }, { positions, host }) => {
      const number = program.sources.sourceOf(await knownPath(program, source, host));
      const bound =
        number === undefined ? undefined : program.sources.lineWithCode(number, positions.fromClientLine(line));
      if (number === undefined || bound === undefined) return { targets: [] };
      const targets = program.sources.startsOf(number, bound).map((address) => ({
        id: address,
        label: program.symbols.describe(address) ?? hexAddress(address),
        line: positions.toClientLine(bound),
        instructionPointerReference: hexAddress(address),
      }));
      return { targets };
    },
  ),

  /** A target is known by its ROM address. */
  goto: stoppedRequest(object({ targetId: count }), (debuggee, { targetId }, session) => {
    if (targetId > 0xffff) return failures.noSuchTarget(targetId);
    session.afterAnswer(() => {
      debuggee.machine.setPosition(targetId);
      debuggee.standStill({ reason: 'goto' });
    });
    return undefined;
  }),

  'gigatron/timeline': debuggeeRequest(object({}), ({ timeline, runner }) =>
    // While the past is being searched, the machine is not where the user sees it.
    runner.searching ? failures.running() : timeline.message(runner.running),
  ),

  'gigatron/seek': debuggeeRequest(
    object({ to: oneOf(...SEEK_MOMENTS, 'cycle'), name: optional(string), cycle: optional(count) }),
    (debuggee, { to, name = '', cycle = 0 }) => {
      const { running, searching } = debuggee.runner;
      if (to === 'cycle' ? searching : running) return failures.running();
      const movement = to === 'cycle' ? createGoTo(debuggee.history, cycle) : seeking(debuggee, to, name);
      if (isFailure(movement)) return movement;
      debuggee.move(movement);
      return {};
    },
  ),
};

function seeking(debuggee: Debuggee, to: (typeof SEEK_MOMENTS)[number], name: string): Movement | RequestFailure {
  const { history, machine, program } = debuggee;
  if (to === 'scan-line' || to === 'frame') return createStartOf(history, to);
  if (to === 'node' || to === 'search') {
    const moment = searchMoment(to, machine, program);
    return isFailure(moment) ? moment : createMoment(history, moment);
  }
  if (to === 'vcpu' || to === 'vcpu-over') return vcpuStep(debuggee, to === 'vcpu-over');
  const range = rangeNamed(debuggee, name);
  if (isFailure(range)) return failures.badExpression(name, range.message.replace(/\.$/, ''));
  const ranges = watchedRanges(range, machine);
  const said = name.includes(':') ? descriptionOf(range, debuggee) : name;
  if (to === 'next-write') return createNextWrite(debuggee, ranges, said);
  return createLastAccess(debuggee, ranges, to === 'last-write' ? 'write' : 'change', said);
}

function vcpuStep(debuggee: Debuggee, isOver: boolean): Movement | RequestFailure {
  const { machine, program } = debuggee;
  const { interpreter } = program;
  if (interpreter === undefined) return failures.noVcpu();
  // Only at the dispatch is it known which instruction is in progress.
  const isAtCall = isOver && machine.address === interpreter.dispatch;
  return createVcpuStep(debuggee, interpreter.dispatch, isAtCall ? afterVcpuCall(machine) : undefined);
}
