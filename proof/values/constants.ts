/**
 * The constants of a value: bytes, each with the address of the word that loaded it.
 *
 * A constant is `origin * 256 + byte`, and may be flagged as one that came out of RAM. Sets are in rising order.
 */

/** Constants from here up to {@link FROM_RAM} are marks: they are no bytes, but say where an unknown byte is from. */
export const FIRST_MARK = 0x1000000;
/** The unknown return address of a routine's caller. */
export const CALLER_CONSTANT = FIRST_MARK;
/** What RAM held at power-on: any byte, but none that a jump is believed to use if others are stored. */
export const UNSTORED = FIRST_MARK + 1;
/**
 * Flag of a constant that came out of RAM. It tells where a jump goes, since that is where return addresses are kept,
 * but never which way a branch goes: something else may have changed the byte. Bytes that count turns are the
 * exception: they are forgotten wherever something else might change them.
 */
export const FROM_RAM = 0x2000000;
/** Flag of a return address that a jump has used, and that is still in a byte. */
export const USED = 0x4000000;

/** More bytes than this from one origin count as any byte: what is counted up or down is not a return address. */
export const MOST_OF_ONE_ORIGIN = 8;

/** Whether a jump can take a constant for its target: not if nothing was stored, or it has been used already. */
export function isForJump(constant: number): boolean {
  return constant !== UNSTORED && (constant & USED) === 0;
}

/** Whether a constant is a mark; see {@link FIRST_MARK}. */
export function isMark(constant: number): boolean {
  return (constant & FIRST_MARK) !== 0;
}

/** The address of the word that loaded a constant. */
export function originOf(constant: number): number {
  return (constant >> 8) & 0xffff;
}

/** The page that a low byte belongs to if it is a return address: that of the word after the one that loaded it. */
export function pageOfCall(constant: number): number {
  return ((originOf(constant) + 1) & 0xffff) >> 8;
}

/** The union of two sets. */
export function mergeSorted(a: readonly number[], b: readonly number[]): readonly number[] {
  const merged: number[] = [];
  let at = 0;
  for (const constant of a) {
    while (at < b.length && b[at]! < constant) merged.push(b[at++]!);
    if (b[at] === constant) at++;
    merged.push(constant);
  }
  while (at < b.length) merged.push(b[at++]!);
  return merged;
}

/** A number that is the same for equal sets. */
export function hashOf(constants: readonly number[]): number {
  let hash = constants.length;
  for (const constant of constants) hash = Math.imul(hash ^ constant, 0x01000193) ^ (hash >>> 15);
  return hash;
}

/** Whether more than {@link MOST_OF_ONE_ORIGIN} constants have the same origin and flags. */
export function hasCounter(sorted: readonly number[]): boolean {
  for (let at = MOST_OF_ONE_ORIGIN; at < sorted.length; at++) {
    if (sorted[at]! >> 8 === sorted[at - MOST_OF_ONE_ORIGIN]! >> 8) return true;
  }
  return false;
}
