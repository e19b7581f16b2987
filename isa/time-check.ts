/**
 * The shape of a time check: which of its words does what, and where the code goes on that it has interrupted.
 *
 *     0  ld   -n
 *     1  adda [account]
 *     2  st   [account]
 *     3  blt  trampoline      the branch that leaves for the video handler
 *     4  ld   check           its delay slot: the low byte of word 0
 *     5  …                    the program goes on, at once or after the handler
 */

/** `check` pays for the words ahead, `sync` for those behind it. */
export type CheckForm = 'check' | 'sync';

/** A time check, by its first word. */
export interface PlacedCheck {
  readonly address: number;
  readonly form: CheckForm;
}

/** Which word of a time check does what, counted from its first. */
export interface CheckShape {
  readonly words: number;
  /** Stores the account after the charge, which AC holds then. */
  readonly store: number;
  /** Leaves for the handler; the next word is its delay slot. */
  readonly branch: number;
}

const FIVE_WORDS: CheckShape = { words: 5, store: 2, branch: 3 };

/** The shape of each form. */
export const CHECK_SHAPES: Readonly<Record<CheckForm, CheckShape>> = { check: FIVE_WORDS, sync: FIVE_WORDS };

/** Words of a check of five words, which is as many as the video handler adds to go on after one. */
export const CHECK_WORDS = FIVE_WORDS.words;

/** The word by which a check leaves for the handler. */
export function checkBranch({ address, form }: PlacedCheck): number {
  return address + CHECK_SHAPES[form].branch;
}

/** The delay slot of that word, with which the handler's time begins where the check leaves. */
export function checkSlot(check: PlacedCheck): number {
  return checkBranch(check) + 1;
}

/** The word after a check, where the code that it has interrupted goes on. */
export function resumeAddress({ address, form }: PlacedCheck): number {
  return (address + CHECK_SHAPES[form].words) & 0xffff;
}
