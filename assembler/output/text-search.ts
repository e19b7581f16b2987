/**
 * Finds letters in a file: searches the whole text at once, which takes a fraction of the time of a search by lines.
 */
import type { AssembledFile } from '../contract/files.ts';

const CR = 0x0d;
const LF = 0x0a;

/**
 * Visits each place of a file where some letters are, in order; places do not overlap.
 * @param letters at least one, and no line end
 */
export function eachPlaceOf(
  letters: string,
  { text: whole, lines }: AssembledFile,
  visit: (line: number, character: number) => void,
): void {
  let hit = whole.indexOf(letters);
  let line = 0;
  let start = 0;
  for (const { text } of lines) {
    if (hit < 0) return;
    const end = start + text.length;
    for (; hit >= 0 && hit < end; hit = whole.indexOf(letters, hit + letters.length)) visit(line, hit - start);
    line++;
    start = end + (whole.charCodeAt(end) === CR && whole.charCodeAt(end + 1) === LF ? 2 : 1);
  }
}
