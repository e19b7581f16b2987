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

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
