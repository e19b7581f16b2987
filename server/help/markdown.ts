/**
 * Markdown around text that comes from a source: whatever a comment, a name or a file name holds, it stays text. No
 * fence is closed from inside, and no picture is fetched from anywhere.
 */

/** Shortest fence of a block of code. */
const FENCE = 3;

/** A block of code; its fence is longer than every run of backticks in the text. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(FENCE, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Code in a line. */
export function codeSpan(text: string): string {
  const line = text.replaceAll('\n', ' ');
  const fence = '`'.repeat(longestRun(line) + 1);
  // A backtick at an end needs a blank, which is not shown.
  const gap = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${line}${gap}${fence}`;
}

/** Text in a paragraph, with everything escaped that begins something else. */
export function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>!~|&]/g, '\\$&');
}

/** Length of the longest run of backticks. */
function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
