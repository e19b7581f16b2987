/**
 * Which code the video handler interrupts, when the program is in the handler.
 *
 * A time check that leaves for the handler does not call a routine, and the handler may keep the way back anywhere. So
 * the machine's past is searched for the last check that left and has not been resumed. This is only done in pages
 * without time checks: a program's own code has some in every page.
 */
import type { History, Machine } from '#emulator';
import type { Program } from '../program/program.ts';
import { checkBranchAt, type TimeCheck } from '../program/time-check.ts';
import { Past } from './past.ts';

/** How far back to search for a check: ten scan lines, longer than a handler keeps the processor. */
const MAX_CYCLES = 2000;

interface Run {
  readonly machine: Machine;
  readonly history: History;
  readonly program: Program;
}

/** The check that left for the handler that the machine is in, or undefined. Leaves the machine where it is. */
export function findInterruption({ machine, history, program }: Run): TimeCheck | undefined {
  const { cycle, address } = machine;
  if (!program.sources.hasChecks || program.sources.pageHasChecks(address >> 8)) return undefined;
  const past = new Past(machine, history, program, MAX_CYCLES);
  const visited = new Set<number>([address]);
  let found: TimeCheck | undefined;
  for (let at = cycle - 1; at > cycle - MAX_CYCLES && found === undefined; at--) {
    const executed = past.addressAt(at);
    if (executed === undefined) break;
    const check = checkBranchAt(program, executed);
    if (check !== undefined && past.addressAt(at + 2) !== check.resumeAddress) {
      if (!visited.has(check.resumeAddress)) found = check;
      break;
    }
    visited.add(executed);
  }
  history.goTo(cycle);
  return found;
}
