/** The request `gigatron/seek`: to a moment in the past that the user names. */
import { isFailure } from '#basics';
import { object, oneOf, optional, string } from '../connection/shape.ts';
import { failures } from '../errors.ts';
import { createLastAccess, createStartOf } from '../run/seek.ts';
import { rangeOf, watchedRanges } from './data-breakpoints.ts';
import { stoppedRequest, type RequestTable } from './request.ts';

export const SEEK_REQUESTS: RequestTable = {
  'gigatron/seek': stoppedRequest(
    object({ to: oneOf('last-write', 'last-change', 'scan-line', 'frame'), name: optional(string) }),
    (debuggee, { to, name = '' }) => {
      if (to === 'scan-line' || to === 'frame') {
        debuggee.move(createStartOf(debuggee.history, to));
        return {};
      }
      const range = rangeOf(debuggee, { name });
      if (isFailure(range)) return failures.badExpression(name, range.message.replace(/\.$/, ''));
      const access = to === 'last-write' ? 'write' : 'change';
      debuggee.move(createLastAccess(debuggee.history, watchedRanges(range, debuggee.machine), access, name));
      return {};
    },
  ),
};
