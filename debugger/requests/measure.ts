/** The request `gigatron/measure`: profile and coverage of a stretch of the run. */
import { Event } from '@vscode/debugadapter';
import { isFailure } from '#basics';
import { object, oneOf } from '#basics/shape';
import type { Debuggee } from '../run/debuggee.ts';
import { searchMoment } from '../run/search-moments.ts';
import { frameBegin, Measuring, type Other, measuredMessage } from '../run/measuring.ts';
import { STRETCHES, type Stretch } from '../protocol.ts';
import { failures, type RequestFailure } from '../errors.ts';
import { stoppedRequest, type RequestTable } from './request.ts';

export const MEASURE_REQUESTS: RequestTable = {
  'gigatron/measure': stoppedRequest(object({ stretch: oneOf(...STRETCHES) }), (debuggee, { stretch }, session) => {
    const other = otherEnd(stretch, debuggee);
    if (isFailure(other)) return other;
    const tell: ConstructorParameters<typeof Measuring>[3] = (measured) =>
      session.sendEvent(new Event('gigatron/measured', measuredMessage(measured, debuggee.program)));
    debuggee.move(new Measuring(debuggee, other, debuggee.view().hidden, tell));
    return {};
  }),
};

/** Where a stretch that ends now begins; a failure if the program or the run has no such stretch. */
function otherEnd(stretch: Stretch, { machine, history, program, previousStop }: Debuggee): Other | RequestFailure {
  switch (stretch) {
    case 'run':
      return { cycle: history.oldest };
    case 'frame':
      return { cycle: frameBegin(machine, history) };
    case 'stops':
      return previousStop === undefined ? failures.noPreviousStop() : { cycle: previousStop };
    case 'search':
    case 'node':
      return searchMoment(stretch, machine, program);
  }
}
