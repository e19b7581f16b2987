/**
 * Where some letters are in a file: searched in its whole text, which takes a fraction of the time that line by line takes.
 */
import type { AssembledFile } from '../contract/files.ts';

const CR = 0x0d;
const LF = 0x0a;

/**
 * Shows each place of a file where letters are, in order; places do not overlap.
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
