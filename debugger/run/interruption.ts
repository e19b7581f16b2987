/**
 * Which code the video handler interrupts, when the program is in the handler.
 *
 * A time check that leaves for the handler does not call a routine, and the handler may keep the way back anywhere. So
 * the machine's past is searched for the last check that left and has not been resumed. This is only done in pages
 * without time checks: a program's own code has some in every page.
 */
import { checkBranch, resumeAddress, ROM_WORDS } from '#isa';
import type { History, Machine } from '#emulator';
import type { Program } from '../program/program.ts';
import { checkBranchAt, type TimeCheck } from '../program/time-check.ts';

/** Cycles to search at most: those between two snapshots of the past, and as many again. A frame has 104,200. */
const MAX_CYCLES = 2_000_000;

interface Run {
  readonly machine: Machine;
  readonly history: History;
  readonly program: Program;
}

/** The check that left for the handler that the machine is in, or undefined. Leaves the machine where it is. */
export function findInterruption({ machine, history, program }: Run): TimeCheck | undefined {
  const { cycle, address } = machine;
  if (!program.sources.hasChecks || program.sources.pageHasChecks(address >> 8)) return undefined;
  const found = history.searchBack({ breakpoints: branchesAndResumptions(program) }).advance(MAX_CYCLES);
  // If it is the word after a check, the check did not leave, or the program has gone on since.
  const check = found === undefined || found === 'nothing' ? undefined : checkBranchAt(program, machine.address);
  history.goTo(cycle);
  return check;
}

/** 1 for the branches of all checks, and for the words after them. */
function branchesAndResumptions({ info }: Program): Uint8Array {
  const marks = new Uint8Array(ROM_WORDS);
  for (const check of info.declarations.checks) marks[checkBranch(check)] = marks[resumeAddress(check)] = 1;
  return marks;
}
