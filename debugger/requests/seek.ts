/** The request `gigatron/seek`: to a moment that the user names. */
import { isFailure } from '#basics';
import { object, oneOf, optional, string } from '../connection/shape.ts';
import { failures, type RequestFailure } from '../errors.ts';
import { SEEK_MOMENTS } from '../protocol.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { nodeBegin, searchBegin } from '../run/search-moments.ts';
import { createLastAccess, createMoment, createStartOf, NextWrite } from '../run/seek.ts';
import { rangeOf, watchedRanges } from './data-breakpoints.ts';
import { stoppedRequest, type RequestTable } from './request.ts';

export const SEEK_REQUESTS: RequestTable = {
  'gigatron/seek': stoppedRequest(
    object({ to: oneOf(...SEEK_MOMENTS), name: optional(string) }),
    (debuggee, { to, name = '' }) => {
      if (to === 'scan-line' || to === 'frame') {
        debuggee.move(createStartOf(debuggee.history, to));
        return {};
      }
      if (to === 'node' || to === 'search') return seekMoment(debuggee, to);
      const range = rangeOf(debuggee, { name });
      if (isFailure(range)) return failures.badExpression(name, range.message.replace(/\.$/, ''));
      if (to === 'next-write') {
        debuggee.move(new NextWrite(debuggee, watchedRanges(range, debuggee.machine), name));
        return {};
      }
      const access = to === 'last-write' ? 'write' : 'change';
      debuggee.move(createLastAccess(debuggee.history, watchedRanges(range, debuggee.machine), access, name));
      return {};
    },
  ),
};

function seekMoment(debuggee: Debuggee, to: 'node' | 'search'): object | RequestFailure {
  const { machine, program, history } = debuggee;
  const moment = to === 'node' ? nodeBegin(machine, program) : searchBegin(machine, program);
  if (moment === undefined) return failures.noStretch(to);
  const name = to === 'node' ? 'this node' : 'the search';
  debuggee.move(createMoment(history, moment, `The start of ${name}`));
  return {};
}
