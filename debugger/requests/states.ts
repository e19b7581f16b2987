/** Requests about states of the machine: save, load, compare. */
import { fromBase64, isFailure } from '#basics';
import { object, optional, string } from '#basics/shape';
import type { Snapshot } from '#emulator';
import { failures, type RequestFailure } from '../errors.ts';
import type { StateFile } from '../protocol.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { goToState, presentState, stateOf } from '../run/states.ts';
import { differences } from '../values/state-difference.ts';
import { debuggeeRequest, stoppedRequest, type RequestTable } from './request.ts';

const FILE = object({ name: string, data: string });

export const STATE_REQUESTS: RequestTable = {
  'gigatron/saveState': debuggeeRequest(object({}), (debuggee) => {
    // While the past is being searched, the machine is not where the user sees it.
    if (debuggee.runner.searching) return failures.running();
    return { text: presentState(debuggee), cycle: debuggee.machine.cycle };
  }),

  'gigatron/loadState': stoppedRequest(FILE, (debuggee, file, session) => {
    const snapshot = read(debuggee, file);
    if (isFailure(snapshot)) return snapshot;
    const problem = goToState(debuggee, file.name, snapshot);
    if (problem !== undefined) return problem;
    session.afterAnswer(() => standThere(debuggee));
    return {};
  }),

  'gigatron/compareStates': debuggeeRequest(object({ one: FILE, other: optional(FILE) }), (debuggee, files) => {
    if (debuggee.runner.searching) return failures.running();
    const one = read(debuggee, files.one);
    if (isFailure(one)) return one;
    const other = files.other === undefined ? debuggee.machine.snapshot() : read(debuggee, files.other);
    if (isFailure(other)) return other;
    return { differences: differences(debuggee.program, one, other) };
  }),
};

/** Reports that the program has stopped at a loaded state. */
export function standThere(debuggee: Debuggee): void {
  debuggee.standStill({ reason: 'goto', description: `The state of cycle ${debuggee.machine.cycle}` });
}

function read(debuggee: Debuggee, { name, data }: StateFile): Snapshot | RequestFailure {
  const bytes = fromBase64(data);
  return bytes === undefined ? failures.badBase64() : stateOf(debuggee, name, bytes);
}
