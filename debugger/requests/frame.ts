/** The request `gigatron/frame`: what the cycles of the last frame's length were used for. */
import { object } from '#basics/shape';
import { findInterruption } from '../run/interruption.ts';
import { frameStart, frameUse } from '../values/frame-timing.ts';
import { frameMessage } from '../values/frame-message.ts';
import { stoppedRequest, type RequestTable } from './request.ts';

export const FRAME_REQUESTS: RequestTable = {
  'gigatron/frame': stoppedRequest(object({}), (debuggee) => {
    const { machine, history, program } = debuggee;
    const now = machine.cycle;
    const from = frameStart(debuggee);
    history.goTo(from);
    const interrupted = findInterruption(debuggee)?.resumeAddress;
    history.goTo(now);
    return frameMessage(frameUse({ machine, history, program }, from, interrupted), machine, program);
  }),
};
