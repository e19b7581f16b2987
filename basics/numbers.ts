/** Numbers in lists of a fixed length, such as one for each address; numbers beyond the list are 0. */

export function numberAt(list: ArrayLike<number>, index: number): number {
  return list[index] ?? 0;
}

export function addAt(list: { [index: number]: number }, index: number, amount: number): void {
  list[index] = (list[index] ?? 0) + amount;
}

export function setBits(list: { [index: number]: number }, index: number, bits: number): void {
  list[index] = (list[index] ?? 0) | bits;
}
