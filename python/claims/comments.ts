/** The comments of a text in Python. */

/** The comment of a line. Lines and columns from 0. */
export interface Comment {
  readonly text: string;
  readonly column: number;
}

/** By line; a `#` in a string begins none. */
export function commentsOf(lines: readonly string[]): ReadonlyMap<number, Comment> {
  const comments = new Map<number, Comment>();
  /** What ends the string of several lines that the line begins in. */
  let open = '';
  for (const [line, text] of lines.entries()) {
    let column = 0;
    while (column < text.length) {
      if (open !== '') {
        const end = endOfString(text, column, open);
        if (end < 0) break;
        column = end;
        open = '';
      }
      const next = /["'#]/.exec(text.slice(column));
      if (next === null) break;
      column += next.index;
      if (next[0] === '#') {
        comments.set(line, { text: text.slice(column), column });
        break;
      }
      const quote = text.startsWith(next[0].repeat(3), column) ? next[0].repeat(3) : next[0];
      open = quote;
      column += quote.length;
    }
    // A plain string ends with its line.
    if (open.length === 1) open = '';
  }
  return comments;
}

/** Where a string ends that goes on at a column; -1 if not in this line. */
function endOfString(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text.startsWith(quote, at)) return at + quote.length;
  }
  return -1;
}
