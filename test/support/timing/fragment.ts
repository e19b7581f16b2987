/** Pieces of programs with declarations: their shape, how they are written, and the random values that all need. */
import fc from 'fast-check';

/**
 * Lines of a program that belong together, with line ends or `|` between them. `@` begins the labels that are the
 * fragment's own, and `#0` to `#7` are its bytes in the zero page.
 */
export interface Fragment {
  /** In the main page, one after the other; begins with a check. */
  readonly main: string;
  /** At the end of the main page, where execution does not run into them. */
  readonly aside?: string;
  /** In pages of their own. */
  readonly pages?: string;
  readonly handler?: string;
}

/** Writes a fragment. The eight pages from `page` on are its own. */
export type FragmentWriter = (page: number) => Fragment;

/** A kind of fragment: what is drawn for one, and how it is written. Checks charge 20 at first, and are corrected. */
export function fragment<T>(
  drawn: { readonly [K in keyof T]: fc.Arbitrary<T[K]> },
  write: (drawn: T, page: number) => Fragment,
): fc.Arbitrary<FragmentWriter> {
  return fc.record(drawn).map((each) => (page) => write(each, page));
}

/** The lines of a fragment's text. @param cell the first of its bytes */
export function linesOf(text = '', label = '@', cell = 0): readonly string[] {
  const lines = text.split(/[\n|]/).map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => line.replaceAll('@', label).replace(/#(\d)/g, (_, offset) => hex(cell + Number(offset))));
}

export function hex(value: number): string {
  return `$${value.toString(16)}`;
}

/** Numbers of words and the like. */
export const small = fc.nat(5);
export const some = fc.integer({ min: 1, max: 4 });
/** Bytes that are given new values at each check. */
export const data = fc.constantFrom('$50', '$51', '$52', '$53');
/** Names of a loop's count, or none. */
export const name = fc.constantFrom('', ', t', ', u');

/** Two arms of the same length, by whether a byte is 0, that meet at `j`. Each does what one word does. */
export const twoWays = (label: string, byte: string, ifZero: string, otherwise: string): string =>
  `ld [${byte}] | beq ${label}z | nop | bra ${label}j | ${otherwise} | ${label}z: ${ifZero} | nop`;

/** Two places to return to: the first runs into the second after `words` more. */
export const landing = (words: number): string => `@r: nop | .nops ${words} | @v: nop`;

/** A jump to another page. */
export const farJump = (target: string, slot = 'nop'): string => `ld >${target},y | jmp y,<${target} | ${slot}`;

/** A table of four entries, of either sign. */
export const TABLE = 'ld 0 | ld 253 | ld 6 | ld 247';
/** Its entries as targets of a jump. */
export const eachTarget = (table: string): string =>
  `.targets ${[0, 1, 2, 3].map((entry) => `${table}+${entry}`).join(', ')}`;
