/**
 * Programs for the emulator's own tests, in listing notation, one instruction each: the rest of the ROM is `nop`.
 *
 * Only tests import this. Texts are looked up among the listing texts of all words, so nothing here knows how
 * instructions are encoded.
 */
import { ROM_WORDS, formatWord } from '#isa';

let words: Map<string, number> | undefined;

/** The word of an instruction in listing notation, with any spacing. Throws if there is none. */
export function wordOf(text: string): number {
  words ??= new Map(Array.from({ length: ROM_WORDS }, (_, word) => [formatWord(word).replace(/ +/g, ' '), word]));
  const word = words.get(text.trim().replace(/ +/g, ' '));
  if (word === undefined) throw new Error(`no instruction reads "${text}"`);
  return word;
}

/** A ROM with instructions from address 0 on, and others at other addresses. */
export function program(
  lines: readonly string[],
  others: Readonly<Record<number, readonly string[]>> = {},
): Uint16Array {
  const rom = new Uint16Array(ROM_WORDS).fill(wordOf('nop'));
  rom.set(lines.map(wordOf));
  for (const [address, more] of Object.entries(others)) rom.set(more.map(wordOf), Number(address));
  return rom;
}
