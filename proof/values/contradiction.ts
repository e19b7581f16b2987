/** Why no run can take a path. */
import { hexWord } from '#isa';

/** Two words of a path that settle what a byte is, in ways that exclude each other. */
export interface Contradiction {
  /** The byte, as a message names it; undefined if the second word goes only one way, whatever any byte is. */
  readonly byte: string | undefined;
  /** A test, or the store of a constant; undefined if no value that the program stores goes the way of the path. */
  readonly first: { readonly address: number; readonly isStore: boolean } | undefined;
  /** Address of a test. */
  readonly second: number;
}

/** Why no run can take a path, as a part of a sentence. */
export function describeContradiction({ byte, first, second }: Contradiction): string {
  const test = hexWord(second);
  if (byte === undefined) return `the tests before it leave only the other way at ${test}`;
  if (first === undefined) return `${byte} would have to hold something at ${test} that the program does not store`;
  const { address, isStore } = first;
  return isStore
    ? `${byte} is stored at ${hexWord(address)}, and would have to change before its test at ${test}`
    : `${byte} is tested at ${hexWord(address)} and at ${test}, and would have to change in between`;
}
