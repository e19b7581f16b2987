/** Saved states of the machine: as files, and under names while the program is debugged. */
import { isFailure } from '#basics';
import { imageHash, readState, writeState, type Snapshot } from '#emulator';
import { textOf } from '#files';
import { failures, type RequestFailure } from '../errors.ts';
import type { Debuggee } from './debuggee.ts';

/** The most states that are kept; each takes as much as RAM and picture. */
const MOST_KEPT = 64;

/** The present state as the text of a file. */
export function presentState({ machine }: Debuggee): string {
  return writeState({ rom: imageHash(machine.rom), snapshot: machine.snapshot() });
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

/** Keeps the present state under a name. */
export function keepState({ states, machine }: Debuggee, name: string): RequestFailure | undefined {
  if (!states.has(name) && states.size >= MOST_KEPT) return failures.tooManyStates(MOST_KEPT);
  states.set(name, machine.snapshot());
  return undefined;
}

/** The state that is kept under a name. */
export function keptState({ states }: Debuggee, name: string): Snapshot | RequestFailure {
  return states.get(name) ?? failures.noSuchState(name);
}
