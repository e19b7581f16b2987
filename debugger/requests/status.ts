/** The request `gigatron/status`: the few figures of the status bar, at any time. */
import { CLOCK_HZ, CYCLES_PER_FRAME } from '#isa';
import { object } from '#basics/shape';
import type { Debuggee } from '../run/debuggee.ts';
import { findInterruption } from '../run/interruption.ts';
import { beamPlace } from '../values/beam.ts';
import { frameStart, frameUse, shareOf } from '../values/frame-timing.ts';
import { debuggeeRequest, type RequestTable } from './request.ts';

export const STATUS_REQUESTS: RequestTable = {
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
  const { machine, history, program, runner, lastShare: known } = debuggee;
  const { cycle } = machine;
  if (program.info.declarations.checks.length === 0) return null;
  if (runner.running || (known !== undefined && Math.abs(cycle - known.cycle) < CYCLES_PER_FRAME)) {
    return known?.share ?? null;
  }
  const from = frameStart(debuggee);
  history.goTo(from);
  const interrupted = findInterruption(debuggee)?.resumeAddress;
  history.goTo(cycle);
  const share = shareOf(frameUse({ machine, history, program }, from, interrupted));
  debuggee.lastShare = { cycle, share };
  return share;
}
