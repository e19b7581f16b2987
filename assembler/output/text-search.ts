/**
 * Finds letters in a file: searches the whole text at once, which takes a fraction of the time of a search by lines.
 */
import type { AssembledFile } from '../contract/files.ts';

const CR = 0x0d;
const LF = 0x0a;

/** Where the lines of files begin in their texts; found at the first hit in each file. */
const startsOfFiles = new WeakMap<AssembledFile['lines'], { readonly text: string; readonly starts: Uint32Array }>();

/**
 * Visits each place of a file where some letters are, in order; places do not overlap.
 * @param letters at least one, and no line end
 */
export function eachPlaceOf(
  letters: string,
  file: AssembledFile,
  visit: (line: number, character: number) => void,
): void {
  const { text, lines } = file;
  let line = 0;
  for (let hit = text.indexOf(letters); hit >= 0; hit = text.indexOf(letters, hit + letters.length)) {
    const starts = startsOf(file);
    line = lineAt(starts, hit, line);
    const character = hit - (starts[line] ?? 0);
    if (character < (lines[line]?.text.length ?? 0)) visit(line, character);
  }
}

function startsOf({ text, lines }: AssembledFile): Uint32Array {
  const known = startsOfFiles.get(lines);
  if (known !== undefined && known.text === text) return known.starts;
  const starts = new Uint32Array(lines.length);
  let start = 0;
  for (const [line, { text: ofLine }] of lines.entries()) {
    starts[line] = start;
    const end = start + ofLine.length;
    start = end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);
  }
  startsOfFiles.set(lines, { text, starts });
  return starts;
}

/** The last line that begins at a place or before it; it is `first` or one below. */
function lineAt(starts: Uint32Array, place: number, first: number): number {
  let [low, high] = [first, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
