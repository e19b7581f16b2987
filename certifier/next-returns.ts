/**
 * Through which byte a routine returns: the first that a computed jump reads on the ways from a word on.
 *
 * It identifies the caller of a routine, so that what the routine brings back to one is kept apart from the others. It
 * is only a hint, taken from the words without their values.
 */
import { decode, IS_FIXED_BRANCH, nearTarget, wordAt } from '#isa';
import { loadOfY } from './jump-bytes.ts';

/** Words that are visited from one place. */
const MOST_WORDS = 2_000;

/**
 * The bytes of the first computed jumps on the ways from a word on.
 * @param targets declared targets, by the address of the jump
 */
export function nextReturns(
  rom: Uint16Array,
  targets: ReadonlyMap<number, readonly number[]>,
  first: number,
): readonly number[] {
  const found = new Set<number>();
  const seen = new Set([first]);
  // The set grows while it is walked.
  for (const address of seen) {
    if (seen.size > MOST_WORDS) break;
    const { opcode, operand } = decode(wordAt(rom, address));
    if (opcode.operation === 'jump' && opcode.bus === 'ram') found.add(operand);
    else for (const each of following(rom, targets, address)) seen.add(each & 0xffff);
  }
  return [...found].sort((a, b) => a - b);
}

/** Where a word leads; the slot of a jump is left out, since what it does to the bytes does not matter. */
function following(
  rom: Uint16Array,
  targets: ReadonlyMap<number, readonly number[]>,
  address: number,
): readonly number[] {
  const word = wordAt(rom, address);
  const { opcode, operand } = decode(word);
  if (opcode.operation !== 'jump') return [address + 1];
  if (IS_FIXED_BRANCH[word >> 8] === 1) {
    const taken = nearTarget(address, operand);
    return opcode.condition === 'always' ? [taken] : [taken, address + 1];
  }
  if (opcode.bus === 'd') {
    const page = loadOfY(rom, address);
    return page?.isConstant === true ? [(page.byte << 8) | operand] : [];
  }
  // Where a branch is in the slot, a word of a table executes alone.
  const isAlone = decode(wordAt(rom, address + 1)).opcode.operation === 'jump';
  return isAlone ? [address + 1] : (targets.get(address) ?? []);
}
