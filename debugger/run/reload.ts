/**
 * Continues a reassembled program with the RAM, the registers and the picture of the previous run.
 *
 * The position moves along with the names of the code. Addresses that the program keeps in RAM, such as return addresses,
 * are not changed; the console says what has moved.
 */
import { isFailure } from '#basics';
import { withoutLine } from '#emulator';
import { failures, type RequestFailure } from '../errors.ts';
import { movedCode, movedNames } from '../program/moved-code.ts';
import type { Debuggee } from './debuggee.ts';

/** RAM declarations that a message names at most. */
const MOST_NAMES = 5;

/** Puts `next` where `before` is, which no longer runs; returns what has changed, in words for the debug console. */
export function takeOverRun(before: Debuggee, next: Debuggee): string | RequestFailure {
  before.runner.halt();
  const snapshot = before.machine.snapshot();
  const { address, nextAddress } = snapshot.cpu;
  const moved = movedCode(address, before.program, next.program);
  const inOrder = nextAddress === ((address + 1) & 0xffff);
  const after = inOrder ? moved.address + 1 : movedCode(nextAddress, before.program, next.program).address;
  const cpu = { ...snapshot.cpu, address: moved.address, nextAddress: after & 0xffff };
  // Old and new code share the line that is being drawn, so that it is not judged.
  const problem = next.beginFrom({ ...snapshot, cpu, monitor: withoutLine(snapshot.monitor) });
  if (isFailure(problem)) return failures.badState('The present state', problem.message.replace(/\.$/, ''));
  return [
    'Reloaded; RAM and registers are as they were. The past begins here.',
    ...changes(before, next, moved.exact),
  ].join(' ');
}

function changes(before: Debuggee, next: Debuggee, exact: boolean): readonly string[] {
  const { code, ram } = movedNames(before.program, next.program);
  const place = next.program.symbols.describe(next.machine.address) ?? 'the same address';
  const names = ram.length <= MOST_NAMES ? ram : [...ram.slice(0, MOST_NAMES), `${ram.length - MOST_NAMES} more`];
  return [
    ...(exact ? [] : [`The code at the program's place has changed; it goes on at ${place}.`]),
    ...(code === 0 ? [] : [`${movedLabels(code)}; return addresses in RAM are still the old ones.`]),
    ...(ram.length === 0 ? [] : [`RAM is declared differently: ${names.join(', ')}.`]),
  ];
}

function movedLabels(count: number): string {
  return count === 1 ? '1 label has moved' : `${count} labels have moved`;
}
