/**
 * Moving the program: continue, the steps, pause, goto; and the one thread that the protocol requires. The request
 * `gigatron/seek`: to a moment that the user names.
 */
import { Thread } from '@vscode/debugadapter';
import { count, integer, object, oneOf, optional, string } from '#basics/shape';
import { failures, type RequestFailure } from '../errors.ts';
import { THREAD_ID, type Debuggee } from '../run/debuggee.ts';
import { createReturnTo, createReverseContinue, createStepBack } from '../run/backwards.ts';
import { FreeRun } from '../run/movement.ts';
import { createReveal, stepInTargets, type StepKind } from '../run/stepping.ts';
import { hexAddress } from '../values/place.ts';
import { knownPath } from './sources.ts';
import { frameOf } from './stack.ts';
import { debuggeeRequest, request, stoppedRequest, type Request, type RequestTable } from './request.ts';
import { isFailure } from '#basics';
import { SEEK_MOMENTS } from '../protocol.ts';
import { searchMoment } from '../run/search-moments.ts';
import { createGoTo, createLastAccess, createMoment, createStartOf, NextWrite, VcpuStep } from '../run/seek.ts';
import { afterVcpuCall } from '../values/vcpu.ts';
import { descriptionOf, rangeNamed, watchedRanges } from './data-breakpoints.ts';

const NOTHING = object({});
const STEP_GRANULARITY = optional(oneOf('statement', 'line', 'instruction'));
const STEP = object({ granularity: STEP_GRANULARITY });
/** Targets of "step into" at a macro call. */
const MACRO_TARGET = 1;
const CALL_TARGET = 2;

function startStep(debuggee: Debuggee, kind: StepKind, granularity: string | undefined): RequestFailure | undefined {
  const movement = debuggee.createStep(kind, granularity === 'instruction' ? 'instruction' : 'line');
  if (movement === undefined) return failures.noCaller();
  debuggee.move(movement);
  return undefined;
}

function step(kind: StepKind): Request {
  return stoppedRequest(STEP, (debuggee, { granularity }) => startStep(debuggee, kind, granularity));
}

/** A goto target is known by its ROM address. */
function goTo(debuggee: Debuggee, address: number): void {
  debuggee.machine.setPosition(address);
  debuggee.standStill({ reason: 'goto' });
}

export const EXECUTION_REQUESTS: RequestTable = {
  threads: request(NOTHING, () => ({ threads: [new Thread(THREAD_ID, 'Gigatron')] })),

  continue: stoppedRequest(NOTHING, (debuggee) => {
    debuggee.move(new FreeRun(debuggee, debuggee.hasStarted));
    return { allThreadsContinued: true };
  }),

  stepBack: stoppedRequest(STEP, (debuggee, { granularity }) => {
    const unit = granularity === 'instruction' ? 'instruction' : 'line';
    debuggee.move(createStepBack(debuggee, unit, debuggee.view()));
    return undefined;
  }),

  reverseContinue: stoppedRequest(NOTHING, (debuggee) => {
    debuggee.move(createReverseContinue(debuggee));
    return undefined;
  }),

  restartFrame: stoppedRequest(object({ frameId: count }), (debuggee, { frameId }) => {
    const frame = frameOf(debuggee, frameId);
    if (frame === undefined) return failures.noSuchFrame(frameId);
    const start = debuggee.program.symbols.codeStart(frame.call.shownAddress);
    if (start === undefined || frame.heading !== undefined) return failures.noRoutine();
    debuggee.move(createReturnTo(debuggee, start));
    return undefined;
  }),

  next: step('over'),

  stepIn: stoppedRequest(
    object({ granularity: STEP_GRANULARITY, targetId: optional(count) }),
    (debuggee, { granularity, targetId }) => {
      const view = debuggee.view();
      if (targetId === MACRO_TARGET && view.hidden > 0) debuggee.move(createReveal(view));
      else return startStep(debuggee, 'in', granularity);
      return undefined;
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

  goto: stoppedRequest(object({ targetId: count }), (debuggee, { targetId }, session) => {
    if (targetId > 0xffff) return failures.noSuchTarget(targetId);
    session.afterAnswer(() => goTo(debuggee, targetId));
    return undefined;
  }),
};

export const SEEK_REQUESTS: RequestTable = {
  'gigatron/timeline': debuggeeRequest(object({}), ({ timeline, runner }) =>
    // While the past is being searched, the machine is not where the user sees it.
    runner.searching ? failures.running() : timeline.message(runner.running),
  ),

  'gigatron/seek': debuggeeRequest(
    object({ to: oneOf(...SEEK_MOMENTS, 'cycle'), name: optional(string), cycle: optional(count) }),
    (debuggee, { to, name = '', cycle = 0 }) => {
      if (to === 'cycle') {
        if (debuggee.runner.searching) return failures.running();
        debuggee.move(createGoTo(debuggee.history, cycle));
        return {};
      }
      if (debuggee.runner.running) return failures.running();
      if (to === 'scan-line' || to === 'frame') {
        debuggee.move(createStartOf(debuggee.history, to));
        return {};
      }
      if (to === 'node' || to === 'search') return seekMoment(debuggee, to);
      if (to === 'vcpu' || to === 'vcpu-over') return stepVcpu(debuggee, to === 'vcpu-over');
      const range = rangeNamed(debuggee, name);
      if (isFailure(range)) return failures.badExpression(name, range.message.replace(/\.$/, ''));
      const ranges = watchedRanges(range, debuggee.machine);
      const said = name.includes(':') ? descriptionOf(range, debuggee) : name;
      if (to === 'next-write') {
        debuggee.move(new NextWrite(debuggee, ranges, said));
        return {};
      }
      const access = to === 'last-write' ? 'write' : 'change';
      debuggee.move(createLastAccess(debuggee, ranges, access, said));
      return {};
    },
  ),
};

function stepVcpu(debuggee: Debuggee, isOver: boolean): object | RequestFailure {
  const { machine, program } = debuggee;
  const { interpreter } = program;
  if (interpreter === undefined) return failures.noVcpu();
  // Only at the dispatch is it known which instruction is in progress.
  const isAtCall = isOver && machine.address === interpreter.dispatch;
  debuggee.move(new VcpuStep(debuggee, interpreter.dispatch, isAtCall ? afterVcpuCall(machine) : undefined));
  return {};
}

function seekMoment(debuggee: Debuggee, to: 'node' | 'search'): object | RequestFailure {
  const moment = searchMoment(to, debuggee.machine, debuggee.program);
  if (isFailure(moment)) return moment;
  debuggee.move(createMoment(debuggee.history, moment));
  return {};
}
