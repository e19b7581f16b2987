/** The request `gigatron/seek`: to a moment that the user names. */
import { isFailure } from '#basics';
import { count, object, oneOf, optional, string } from '#basics/shape';
import { failures, type RequestFailure } from '../errors.ts';
import { SEEK_MOMENTS } from '../protocol.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { searchMoment } from '../run/search-moments.ts';
import { createGoTo, createLastAccess, createMoment, createStartOf, NextWrite, VcpuStep } from '../run/seek.ts';
import { afterVcpuCall } from '../values/vcpu.ts';
import { descriptionOf, rangeNamed, watchedRanges } from './data-breakpoints.ts';
import { debuggeeRequest, type RequestTable } from './request.ts';

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
