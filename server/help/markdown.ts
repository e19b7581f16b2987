/**
 * Markdown around text from a source: whatever a comment, a name or a file name contains stays text. It cannot close a
 * fence from inside, or make the editor fetch a picture.
 */

/** Shortest fence of a block of code. */
const FENCE = 3;

/** A block of code; its fence is longer than every run of backticks in the text. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(FENCE, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

export function codeSpan(text: string): string {
  const line = text.replaceAll('\n', ' ');
  const fence = '`'.repeat(longestRun(line) + 1);
  // A backtick at either end needs a blank, which is not displayed.
  const gap = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${line}${gap}${fence}`;
}

/** Text in a paragraph, with all markup escaped. */
export function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>!~|&]/g, '\\$&');
}

/** Our Markdown without its markup, for clients that show only plain text. */
export function unmarked(markdown: string): string {
  return markdown.replace(MARKUP, (...found) => {
    const { block, span, bold, sign } = found.at(-1) as Readonly<Record<string, string | undefined>>;
    return block ?? span ?? sign ?? unmarked(bold ?? '');
  });
}

/** A block of code, a span of code, what is bold, and an escaped sign. */
const MARKUP = new RegExp(
  [
    /^(?<fence>`{3,})\w*\n(?<block>[^]*?)\n\k<fence>$/,
    /(?<run>`+)(?<gap> ?)(?<span>[^\n]+?)\k<gap>(?<!`)\k<run>(?!`)/,
    /\*\*(?<bold>(?:\\.|[^\n])+?)\*\*/,
    /\\(?<sign>[\\`*_[\]<>!~|&])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
