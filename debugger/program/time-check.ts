/**
 * Time checks in ROM, which charge an account and can leave for the video handler (isa/timing.ts has their words).
 *
 * A check of five words can be recognised by its words: its delay slot loads the low byte of its first word, so that a
 * trampoline can run that word again to learn the charge. A short check is known only from its declaration.
 */
import type { RomAddress } from '#basics';
import { CHECK_SHAPES, checkBranch, decode, isCheckBranch, resumeAddress } from '#isa';
import type { Instruction, PlacedCheck } from '#isa';
import type { Program } from './program.ts';

export type TimeCheck = ReturnType<typeof placed>;

type Checked = Pick<Program, 'rom' | 'shortChecks'>;

const { words: CHECK_WORDS, branch: CHECK_BRANCH } = CHECK_SHAPES.check;
const { words: SHORT_WORDS, branch: SHORT_BRANCH } = CHECK_SHAPES.short;

/** The branch of the time check that ends right before `address`, if there is one. */
export function checkBranchBefore(program: Checked, address: RomAddress): number | undefined {
  const check =
    checkBranchAt(program, address - CHECK_WORDS + CHECK_BRANCH) ??
    checkBranchAt(program, address - SHORT_WORDS + SHORT_BRANCH);
  return check?.resumeAddress === address ? check.branch : undefined;
}

/** The time check whose branch is at `branch`, and the address after it; undefined if it is not one. */
export function checkBranchAt({ rom, shortChecks }: Checked, branch: number): TimeCheck | undefined {
  const short = shortChecks.get(branch);
  if (short !== undefined) return placed(short);
  return isCheckBranch(rom, branch) ? placed({ address: branch - CHECK_BRANCH, form: 'check' }) : undefined;
}

/** Addresses of a check: of its first word, its branch, and the word after it, where the interrupted code goes on. */
function placed(check: PlacedCheck) {
  return { address: check.address, branch: checkBranch(check), resumeAddress: resumeAddress(check) };
}

export function instructionAt(rom: Uint16Array, address: RomAddress): Instruction {
  return decode(rom[address & 0xffff] ?? 0);
}
