/** Requests about states of the machine: save, load, compare. */
import { fromBase64, grouped, isFailure } from '#basics';
import { object, optional, string } from '#basics/shape';
import { type Snapshot, readState, writeState } from '#emulator';
import { imageHash } from '#isa';
import { textOf } from '#files';
import { failures, type RequestFailure } from '../errors.ts';
import type { StateFile } from '../protocol.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { differences } from '../values/state-difference.ts';
import { debuggeeRequest, stoppedRequest, type RequestTable } from './request.ts';

const FILE = object({ name: string, data: string });

export const STATE_REQUESTS: RequestTable = {
  'gigatron/saveState': debuggeeRequest(object({}), (debuggee) => {
    // While the past is being searched, the machine is not where the user sees it.
    if (debuggee.runner.searching) return failures.running();
    const { machine } = debuggee;
    return { text: writeState({ rom: imageHash(machine.rom), snapshot: machine.snapshot() }), cycle: machine.cycle };
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

export function standThere(debuggee: Debuggee): void {
  debuggee.standStill({ reason: 'goto', description: `The state of cycle ${grouped(debuggee.machine.cycle)}` });
}

function read(debuggee: Debuggee, { name, data }: StateFile): Snapshot | RequestFailure {
  const bytes = fromBase64(data);
  return bytes === undefined ? failures.badBase64() : stateOf(debuggee, name, bytes);
}

/** Reads a file's bytes. @param name for messages */
export function stateOf({ machine }: Debuggee, name: string, bytes: Uint8Array): Snapshot | RequestFailure {
  const decoded = textOf(bytes);
  if (isFailure(decoded)) return failures.badState(name, decoded.message);
  const read = readState(decoded.text);
  if (isFailure(read)) return failures.badState(name, read.message);
  const { rom, snapshot } = read;
  if (rom !== imageHash(machine.rom)) return failures.stateOfOtherProgram(name);
  const [has, wanted] = [snapshot.ram.length / 1024, machine.ramKib];
  return has === wanted ? snapshot : failures.badState(name, `it has ${has} KiB of RAM, and the program has ${wanted}`);
}

/** Goes to a state and stops there. @param name for people */
export function goToState(debuggee: Debuggee, name: string, snapshot: Snapshot): RequestFailure | undefined {
  if (debuggee.test !== undefined) return failures.noStateInTest();
  const problem = debuggee.beginFrom(snapshot);
  return problem === undefined ? undefined : failures.badState(name, problem.message.replace(/\.$/, ''));
}
