/** What the cycles of the last frame's length were used for (`gigatron/frame`), and the figures of the status bar. */
import { object } from '#basics/shape';
import { CLOCK_HZ, CYCLES_PER_FRAME } from '#isa';
import { findInterruption } from '../run/call-stack.ts';
import { beamPlace, frameStart, frameUse, shareOf, type FrameUse } from '../values/frame-timing.ts';
import { frameMessage } from '../values/frame-message.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { stoppedRequest, type RequestTable, debuggeeRequest } from './request.ts';

export const FRAME_REQUESTS: RequestTable = {
  'gigatron/frame': stoppedRequest(object({}), (debuggee) => {
    const { machine, program } = debuggee;
    return frameMessage(lastFrame(debuggee), machine, program);
  }),

  'gigatron/status': debuggeeRequest(object({}), (debuggee) => {
    const { machine, runner } = debuggee;
    const { badLines, badFrames } = machine.monitor;
    const { cycle } = machine;
    return {
      seconds: cycle / CLOCK_HZ,
      running: runner.running,
      ...beamPlace(machine),
      badLines,
      badFrames,
      handlerShare: shareNow(debuggee),
    };
  }),
};

/** The handler's share of the cycles of the last frame's length; computed at stops, again after a frame has passed. */
function shareNow(debuggee: Debuggee): number | null {
  const { program, runner, lastShare: known } = debuggee;
  const { cycle } = debuggee.machine;
  if (program.info.declarations.checks.length === 0) return null;
  if (runner.running || (known !== undefined && Math.abs(cycle - known.cycle) < CYCLES_PER_FRAME)) {
    return known?.share ?? null;
  }
  const share = shareOf(lastFrame(debuggee));
  debuggee.lastShare = { cycle, share };
  return share;
}

/** What the cycles of the last frame's length were used for. Leaves the machine where it is. */
function lastFrame(debuggee: Debuggee): FrameUse {
  const { machine, history } = debuggee;
  const { cycle } = machine;
  const from = frameStart(debuggee);
  history.goTo(from);
  const interrupted = findInterruption(debuggee)?.resumeAddress;
  history.goTo(cycle);
  return frameUse(debuggee, from, interrupted);
}
