/**
 * Who called whom, read from the machine as it is.
 *
 * The hardware has no stack. A routine keeps the low byte of its return address in a zero-page cell, which the debug
 * information names, so the callers are found by walking from cell to cell. Nothing is recorded while the program runs,
 * so nothing slows it down, and the answer is right even after an edit or a jump. The walk ends where a routine saves
 * no return address, or at what cannot be a caller: a word without source, or a routine that was already seen (its cell
 * was overwritten). After the video handler, the walk goes on with the code that it interrupts.
 */
import type { RomAddress, ZeroPageOffset } from '#basics';
import { checkBranch, resumeAddress } from '#isa';
import { breakpointsAt, type Machine } from '#emulator';
import type { Program } from '../program/program.ts';
import { checkBranchAt, instructionAt, type TimeCheck } from '../program/time-check.ts';
import type { DebugRoutine } from '#assembler';
import type { Run } from '../values/frame-timing.ts';

export interface CallFrame {
  /** Address of the instruction that executes next in this routine. */
  readonly address: RomAddress;
  /** Address whose line stands for the frame: the call's branch for a caller. */
  readonly shownAddress: number;
  readonly routine: DebugRoutine | undefined;
  /** Of the video handler, which interrupts the frames below. */
  readonly isHandler?: boolean;
}

const MAX_FRAMES = 100;

/**
 * All frames, the innermost first; always at least one.
 * @param interruption the time check whose interruption the machine is in, if any
 */
export function callStack(machine: Machine, program: Program, interruption?: TimeCheck): readonly CallFrame[] {
  const frames = walk(machine, program, machine.address, machine.address);
  if (interruption === undefined) return frames;
  const [interrupted, ...callers] = walk(machine, program, interruption.resumeAddress);
  if (interrupted === undefined) return frames;
  const handler = frames.map((frame) => ({ ...frame, isHandler: true }));
  return [...handler, { ...interrupted, shownAddress: interruption.branch }, ...callers];
}

/** Frames from an address outwards. @param at the machine's position, if the first frame is the innermost one */
function walk(machine: Machine, program: Program, start: RomAddress, at?: number): readonly CallFrame[] {
  const frames: CallFrame[] = [];
  const seen = new Set<DebugRoutine>();
  let address: RomAddress | undefined = start;
  while (address !== undefined && frames.length < MAX_FRAMES) {
    const routine = program.symbols.routineAt(address);
    const isCaller = frames.length > 0;
    if (isCaller && program.info.lines.length > 0 && program.sources.lineAt(address) === undefined) break;
    if (routine !== undefined && seen.has(routine)) break;
    frames.push({ address, routine, shownAddress: isCaller ? callSite(machine.rom, address) : address });
    if (routine === undefined) break;
    seen.add(routine);
    address = returnAddressOf(routine, machine, isCaller ? undefined : at);
  }
  return frames;
}

/**
 * Where `routine` returns to, or undefined if it saves no return address.
 * @param at the address that executes next, if the routine is the innermost one
 */
function returnAddressOf(routine: DebugRoutine, machine: Machine, at?: number): number | undefined {
  if (routine.returnCell === null) return undefined;
  const low = at === routine.start ? machine.registers.ac : (machine.ram[routine.returnCell] ?? 0);
  return returnPage(routine, routine.returnCell, machine) | low;
}

/** The page that the routine's return branch goes to: its own for `bra [cell]`, that of Y for `jmp y,[cell]`. */
function returnPage(routine: DebugRoutine, cell: ZeroPageOffset, { rom, ram }: Machine): number {
  for (let address = routine.start; address < routine.end; address++) {
    const { opcode, operand } = instructionAt(rom, address);
    if (opcode.operation !== 'jump' || opcode.bus !== 'ram' || operand !== cell) continue;
    if (opcode.condition !== 'far') return (address + 1) & 0xff00;
    const page = pageLoadedBefore(rom, ram, address, routine.start);
    if (page !== undefined) return page << 8;
  }
  return (routine.end - 1) & 0xff00;
}

/** Value of Y at a far return, from the last `ld …,y` before it. */
function pageLoadedBefore(rom: Uint16Array, ram: Uint8Array, jump: RomAddress, start: RomAddress): number | undefined {
  for (let address = jump - 1; address >= start; address--) {
    const { opcode, operand } = instructionAt(rom, address);
    if (opcode.target !== 'y') continue;
    if (opcode.operation !== 'ld') return undefined;
    return opcode.bus === 'd' ? operand : opcode.bus === 'ram' ? ram[operand] : undefined;
  }
  return undefined;
}

/** How many words before its return address are searched for a call. */
const CALL_DISTANCE = 4;

/** The branch shortly before this return address whose delay slot loads it; otherwise the address itself. */
export function callSite(rom: Uint16Array, returnAddress: number): number {
  for (let branch = returnAddress - 2; branch >= Math.max(0, returnAddress - CALL_DISTANCE); branch--) {
    if (loadsReturnAddress(rom, branch, returnAddress)) return branch;
  }
  return returnAddress;
}

/** Whether the word is a branch whose delay slot loads the low byte of `returnAddress`. */
function loadsReturnAddress(rom: Uint16Array, branch: number, returnAddress: number): boolean {
  const { opcode, operand } = instructionAt(rom, branch + 1);
  const loads = opcode.operation === 'ld' && opcode.target === 'ac' && opcode.bus === 'd';
  return loads && operand === (returnAddress & 0xff) && instructionAt(rom, branch).opcode.operation === 'jump';
}

/** Whether the word is a branch that is meant as a call: its delay slot loads the address of a word shortly after. */
export function looksLikeCall(rom: Uint16Array, branch: number): boolean {
  for (let distance = 2; distance <= CALL_DISTANCE; distance++) {
    if (loadsReturnAddress(rom, branch, branch + distance)) return true;
  }
  return false;
}

/** Cycles to search at most: those between two snapshots of the past, and as many again. A frame has 104,200. */
const MAX_CYCLES = 2_000_000;

/**
 * The time check that left for the video handler that the machine is in, or undefined. Leaves the machine where it is.
 *
 * Such a check does not call a routine, and the handler may keep the way back anywhere. So the machine's past is
 * searched for the last check that left and has not been resumed. This is only done in pages without time checks: a
 * program's own code has some in every page.
 */
export function findInterruption({ machine, history, program }: Run): TimeCheck | undefined {
  const { cycle, address } = machine;
  const { checkedPages } = program.sources;
  if (checkedPages.size === 0 || checkedPages.has(address >> 8)) return undefined;
  const places = program.info.declarations.checks.flatMap((check) => [checkBranch(check), resumeAddress(check)]);
  const found = history.searchBack({ breakpoints: breakpointsAt(...places) }).advance(MAX_CYCLES);
  // If the word after a check was found, the check did not leave, or the program has gone on since.
  const check = found === undefined || found === 'nothing' ? undefined : checkBranchAt(program, machine.address);
  history.goTo(cycle);
  return check;
}
