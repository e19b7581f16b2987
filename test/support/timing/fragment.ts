/** Pieces of programs with declarations: their shape, and the random values that all writers need. */
import fc from 'fast-check';

/** Lines of a program that belong together. */
export interface Fragment {
  /** In the main page, one after the other; begins with a check. */
  readonly main: readonly string[];
  /** At the end of the main page, where execution does not run into them. */
  readonly aside?: readonly string[];
  /** In pages of their own. */
  readonly pages?: readonly string[];
  readonly handler?: readonly string[];
}

/** Writes a fragment with labels and cells of its own. */
export type FragmentWriter = (own: Own) => Fragment;

/** What distinguishes the labels, bytes and pages of one fragment from those of others. */
export interface Own {
  readonly label: string;
  /** First of eight zero-page bytes. */
  readonly cell: number;
  /** First of eight pages. */
  readonly page: number;
}

/** Numbers of words and the like. */
export const small = fc.nat(5);
export const some = fc.integer({ min: 1, max: 4 });
/** Bytes that hold something else at each check. */
export const data = fc.constantFrom('$50', '$51', '$52', '$53');
/** Names of a loop's count, or none. */
export const name = fc.constantFrom('', ', t', ', u');
/** A check; what it charges is put in later. */
export const CHECK = '.check =20';

export const nops = (count: number): string[] => (count === 0 ? [] : [`.nops ${count}`]);

/** Two ways of the same length, by whether a byte is 0, that come together at `j`. Each is one word in effect. */
export const twoWays = (label: string, byte: string, ifZero: string, otherwise: string): string[] => [
  `ld [${byte}]`,
  `beq ${label}z`,
  'nop',
  `bra ${label}j`,
  otherwise,
  `${label}z: ${ifZero}`,
  'nop',
];

/** Two places to return to: the first runs into the second after `words` more. */
export const landing = (label: string, words: number): string[] => [`${label}r: nop`, ...nops(words), `${label}v: nop`];
