/** Which lines of a listing belong to a line of the source. */

/**
 * The lines of a listing that come from a source line; if it has none, those of the nearest line above with words.
 * @param lines the source line of each line of the listing, −1 for none
 */
export function linesFrom(lines: readonly number[], line: number): number[] {
  let nearest = -1;
  for (const from of lines) if (from <= line && from > nearest) nearest = from;
  return nearest < 0 ? [] : lines.flatMap((from, index) => (from === nearest ? [index] : []));
}

/** The title of the document that shows a line's macro call: its first word and the line's number. */
export function expandedTitle(text: string, line: number): string {
  const call = text.replace(/^\s*(?:[.\w]*:\s*)*/, '');
  const [word = ''] = /^[.\w]+/.exec(call) ?? [];
  return `${word === '' ? 'line' : word} (line ${line + 1})`;
}
