/**
 * The shape of a time check: what each of its words does, and where the interrupted code goes on.
 *
 *        check, sync                             short
 *     0  ld   -n
 *     1  adda [account]
 *     2  st   [account]                       0  suba n            AC holds the account
 *     3  blt  trampoline                      1  blt  exit         the branch that leaves for the video handler
 *     4  ld   check                           2  st   [account]    its delay slot
 *     5  …                                    3  …                 the program goes on, at once or after the handler
 *
 * Both end alike. A short check amounts to one of five words that begins two words earlier, at its *origin*.
 */

import { nearTarget } from './text.ts';
import { decode, wordAt, type Instruction } from './word.ts';

/** `check` and `short` pay for the words ahead, `sync` for those before it. */
export type CheckForm = 'check' | 'sync' | 'short';

/** A time check, by its first word. */
export interface PlacedCheck {
  readonly address: number;
  readonly form: CheckForm;
}

/** What each word of a time check does, counted from its first. */
export interface CheckShape {
  readonly words: number;
  /** The first word before which AC holds what the charge has left of the account. */
  readonly charged: number;
  /** Leaves for the handler; the next word is its delay slot. */
  readonly branch: number;
}

const FIVE_WORDS: CheckShape = { words: 5, charged: 2, branch: 3 };
const THREE_WORDS: CheckShape = { words: 3, charged: 1, branch: 1 };

export const CHECK_SHAPES: Readonly<Record<CheckForm, CheckShape>> = {
  check: FIVE_WORDS,
  sync: FIVE_WORDS,
  short: THREE_WORDS,
};

/** Words of a long check, which is also how many the video handler adds to go on after one. */
export const CHECK_WORDS = FIVE_WORDS.words;

/** The word by which a check leaves for the handler. */
export function checkBranch({ address, form }: PlacedCheck): number {
  return address + CHECK_SHAPES[form].branch;
}

/**
 * Whether the branch at an address is that of a check of five words, which its words tell: its delay slot loads the low
 * byte of its first word.
 */
export function isCheckBranch(rom: Uint16Array, address: number): boolean {
  const first = address - FIVE_WORDS.branch;
  const instruction = (offset: number): Instruction => decode(wordAt(rom, (first + offset) & 0xffff));
  const operation = (offset: number): string => instruction(offset).opcode.operation;
  if (first < 0 || (first & 0xff) !== instruction(FIVE_WORDS.branch + 1).operand) return false;
  const branch = instruction(FIVE_WORDS.branch).opcode;
  return operation(0) === 'ld' && operation(1) === 'adda' && operation(2) === 'st' && branch.condition === 'lt';
}

/** The place of a machine: its program, the word that it executes next, and the one after that. */
interface Place {
  readonly rom: Uint16Array;
  readonly address: number;
  readonly nextAddress: number;
}

/**
 * Whether a machine is on its way out of a time check: a trampoline runs the check's first word once more, alone, to
 * learn the charge. This does not mean that the program reaches the check a second time.
 */
export function leavesForHandler({ rom, address, nextAddress }: Place): boolean {
  return nextAddress !== ((address + 1) & 0xffff) && isCheckBranch(rom, address + FIVE_WORDS.branch);
}

/** The delay slot of that word, with which the handler's time begins if the check leaves. */
export function checkSlot(check: PlacedCheck): number {
  return checkBranch(check) + 1;
}

/** Where a check leaves for: the trampoline of its page, or the exit of a short one. */
export function leavesFor(rom: Uint16Array, check: PlacedCheck): number {
  const branch = checkBranch(check) & 0xffff;
  return nearTarget(branch, wordAt(rom, branch) & 0xff);
}

/** The word after a check, where the interrupted code goes on. */
export function resumeAddress({ address, form }: PlacedCheck): number {
  return (address + CHECK_SHAPES[form].words) & 0xffff;
}

/** Where a check of five words that goes on at the same word would begin: the handler identifies a check by this. */
export function checkOrigin(check: PlacedCheck): number {
  return (resumeAddress(check) - CHECK_WORDS) & 0xffff;
}
