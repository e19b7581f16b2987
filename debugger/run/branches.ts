/**
 * What the instruction at the machine's position is about to do, if it is a branch, and whether the program means it as
 * a call.
 *
 * The machine has no call instruction. By convention a call is a branch whose delay slot loads the low byte of the
 * return address into AC; the callee stores AC in a zero-page cell first and returns by a branch through that cell:
 *
 *         bra  sub            sub:  st   [cell]
 *         ld   back                 …
 *     back:                         bra  [cell]
 *
 * A time check that leaves for the video handler is like a call too: the handler resumes the word after it.
 */
import type { RomAddress } from '#basics';
import { INSTRUCTION_TABLE, PAGE_SIZE, opcodeOf, passes } from '#isa';
import type { Machine } from '#emulator';
import type { Program } from '../program/program.ts';
import { checkBranchAt, instructionAt } from '../program/time-check.ts';

const LOAD_OPERAND = opcodeOf('ld', 0, 'd');
const STORE_AC = opcodeOf('st', 0, 'ac');

/** Address that the branch at the machine's position goes to, or undefined if there is none or it is not taken. */
function takenTarget(machine: Machine): number | undefined {
  const { opcode, operand } = instructionAt(machine.rom, machine.address);
  const { ac, y } = machine.registers;
  if (opcode.condition === undefined || (opcode.condition !== 'far' && !passes(opcode.mode, ac))) return undefined;
  const low = { d: operand, ram: machine.ram[operand] ?? 0, ac, in: machine.registers.in }[opcode.bus];
  const page = opcode.condition === 'far' ? y << 8 : machine.nextAddress & 0xff00;
  return page | low;
}

/** The call that the instruction at the machine's position makes, and where the program goes on after it, or undefined. */
export function callAt(machine: Machine, program: Program) {
  const { address } = machine;
  // No convention covers a branch in the delay slot of another one.
  if (machine.nextAddress !== ((address + 1) & 0xffff)) return undefined;
  const target = takenTarget(machine);
  if (target === undefined) return undefined;
  const check = checkBranchAt(program, address);
  if (check !== undefined) return { kind: 'time-check', returnAddress: check.resumeAddress } as const;
  const slot = instructionAt(machine.rom, machine.nextAddress);
  if (INSTRUCTION_TABLE[slot.opcode.code]?.canonical !== LOAD_OPERAND) return undefined;
  if (!isRoutineEntry(target, machine, program)) return undefined;
  return { kind: 'routine', returnAddress: (machine.nextAddress & 0xff00) | slot.operand } as const;
}

/** A routine saves its return address: as the assembler found, or by storing AC at first where a later jump reads. */
function isRoutineEntry(target: RomAddress, machine: Machine, program: Program): boolean {
  const routine = program.symbols.routineStartingAt(target);
  if (routine !== undefined) return routine.returnCell !== null;
  const first = instructionAt(machine.rom, target);
  if (first.opcode.canonical !== STORE_AC) return false;
  for (let address = target + 1; address < target + PAGE_SIZE; address++) {
    const { opcode, operand } = instructionAt(machine.rom, address);
    if (opcode.operation === 'jump' && opcode.readsRam && operand === first.operand) return true;
  }
  return false;
}
