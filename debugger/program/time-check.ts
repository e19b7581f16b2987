/**
 * Time checks in ROM: five words that charge an account and can leave for the video handler.
 *
 *     ld   -n                 a word of ROM, so that a trampoline can run it again to learn n
 *     adda [account]
 *     st   [account]
 *     blt  trampoline
 *     ld   <check             delay slot: the low byte of the first word
 */
import type { RomAddress } from '#basics';
import { CHECK_SHAPES, decode, resumeAddress, type Instruction } from '#isa';
import type { Machine } from '#emulator';

/** A time check that can leave for the video handler. */
export interface TimeCheck {
  /** Address of its first word. */
  readonly address: RomAddress;
  /** Address of its branch. */
  readonly branch: number;
  /** The word after it, where the interrupted code goes on. */
  readonly resumeAddress: number;
}

const { words: CHECK_WORDS, branch: CHECK_BRANCH } = CHECK_SHAPES.check;

/** The branch of the time check that ends right before `address`, if there is one. */
export function checkBranchBefore(rom: Uint16Array, address: RomAddress): number | undefined {
  return checkBranchAt(rom, address - CHECK_WORDS + CHECK_BRANCH)?.branch;
}

/** The time check whose branch is at `branch`, and the address after it; undefined where it is not one. */
export function checkBranchAt(rom: Uint16Array, branch: number): TimeCheck | undefined {
  if (branch < CHECK_BRANCH || !isCheckBranch(rom, branch, instructionAt(rom, branch + 1).operand)) return undefined;
  const address = branch - CHECK_BRANCH;
  return { address, branch, resumeAddress: resumeAddress({ address, form: 'check' }) };
}

/**
 * Whether the machine is on its way out of a time check: a trampoline runs the check's first word once more, alone, to
 * learn the charge. This does not mean that the program comes to the check a second time.
 */
export function leavesForHandler({ rom, address, nextAddress }: Machine): boolean {
  return nextAddress !== ((address + 1) & 0xffff) && checkBranchAt(rom, address + CHECK_BRANCH) !== undefined;
}

/** Whether the branch at `address` is the one of a time check: `ld`, `adda`, `st`, `blt`, `ld <check`. */
function isCheckBranch(rom: Uint16Array, address: RomAddress, slotOperand: number): boolean {
  const first = address - CHECK_BRANCH;
  if (first < 0 || (first & 0xff) !== slotOperand) return false;
  const operation = (offset: number): string => instructionAt(rom, first + offset).opcode.operation;
  const branch = instructionAt(rom, address).opcode;
  return operation(0) === 'ld' && operation(1) === 'adda' && operation(2) === 'st' && branch.condition === 'lt';
}

export function instructionAt(rom: Uint16Array, address: RomAddress): Instruction {
  return decode(rom[address & 0xffff] ?? 0);
}
