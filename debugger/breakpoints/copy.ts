/** Finds out from the instructions that follow whether a byte that was just read is only copied. */
import type { RamIndex } from '#basics';
import type { Machine } from '#emulator';
import { decode, wordAt, type Instruction } from '#isa';

/** The most instructions to look at: from the one after the read to the one that loads AC again. */
const MAX_STEPS = 8;

/** Where the byte goes. */
export interface Copy {
  readonly address: RamIndex;
  /** Cycles from the read to the end of the store. */
  readonly cycles: number;
}

interface Pointers {
  readonly x: number;
  readonly y: number;
}

/**
 * The store of the byte that an instruction has just loaded into AC, if AC is then loaded again: loads of X and Y may
 * be in between, as in `ld [y,from]`, `ld [page],y`, `st [y,to]`.
 */
export function copyOf({ opcode }: Instruction, machine: Machine): Copy | undefined {
  if (opcode.operation !== 'ld' || opcode.target !== 'ac') return undefined;
  let pointers: Pointers | undefined = machine.registers;
  let copy: Copy | undefined;
  for (let step = 0; step < MAX_STEPS; step++) {
    const instruction = decode(wordAt(machine.rom, following(machine, step)));
    if (isStoreOfAc(instruction) && copy === undefined) {
      const address = pointers && addressOf(instruction, pointers);
      if (address === undefined) return undefined;
      copy = { address: machine.ramIndex(address), cycles: step + 1 };
    } else if (loadsAc(instruction)) return copy;
    else if (leavesAc(instruction)) pointers = pointers && afterLoad(instruction, pointers, machine);
    else return undefined;
  }
  return undefined;
}

/** Address of the instruction that executes a number of steps from now, if none of them branches. */
function following({ address, nextAddress }: Machine, step: number): number {
  return step === 0 ? address : (nextAddress + step - 1) & 0xffff;
}

/** Whether it is a plain store, not one that also sets X or Y. */
function isStoreOfAc({ opcode }: Instruction): boolean {
  return opcode.operation === 'st' && opcode.bus === 'ac' && opcode.target !== 'x' && opcode.target !== 'y';
}

function loadsAc({ opcode }: Instruction): boolean {
  return opcode.operation === 'ld' && opcode.target === 'ac' && opcode.bus !== 'ac';
}

/** Whether it neither uses AC nor changes it. */
function leavesAc({ opcode }: Instruction): boolean {
  return opcode.mnemonic === 'nop' || (opcode.operation === 'ld' && opcode.bus !== 'ac');
}

/** X and Y after a load; undefined if they cannot be known before it executes. */
function afterLoad(instruction: Instruction, pointers: Pointers, machine: Machine): Pointers | undefined {
  const { bus, target } = instruction.opcode;
  if (target !== 'x' && target !== 'y') return instruction.opcode.incrementsX ? undefined : pointers;
  if (bus === 'in') return undefined;
  const value = bus === 'd' ? instruction.operand : machine.readRam(addressOf(instruction, pointers) ?? 0);
  return { ...pointers, [target]: value };
}

/** The address that an instruction forms; undefined if it forms none. */
function addressOf({ opcode, operand }: Instruction, { x, y }: Pointers): number | undefined {
  if (opcode.address === undefined) return undefined;
  const low = opcode.address === 'd' || opcode.address === 'yd' ? operand : x;
  const page = opcode.address === 'd' || opcode.address === 'x' ? 0 : y;
  return (page << 8) | low;
}
