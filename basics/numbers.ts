/** Numbers in lists of a fixed length, such as one for each address; numbers beyond the list are 0. */

/** The number at a place. */
export function numberAt(list: ArrayLike<number>, index: number): number {
  return list[index] ?? 0;
}

/** Adds to the number at a place. */
export function addAt(list: { [index: number]: number }, index: number, amount: number): void {
  list[index] = (list[index] ?? 0) + amount;
}

/** Sets bits of the number at a place. */
export function setBits(list: { [index: number]: number }, index: number, bits: number): void {
  list[index] = (list[index] ?? 0) | bits;
}
