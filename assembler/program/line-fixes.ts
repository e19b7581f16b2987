/** Edits of whole lines: removing one, and ending a block. */
import { elementAt } from '#basics';
import type { Fix } from '../contract/diagnostic.ts';
import type { AssembledFile } from '../contract/syntax.ts';
import { lineRange } from '../contract/source.ts';

/** Removes the statement of a line, and the line if nothing else is on it. */
export function removeStatement({ path, lines }: AssembledFile, line: number): Fix {
  const { text, labels, statement, comment } = elementAt(lines, line);
  const isAlone = labels.length === 0 && comment < 0 && line + 1 < lines.length;
  const range = isAlone
    ? { start: { line, character: 0 }, end: { line: line + 1, character: 0 } }
    : lineRange(line, statement?.start ?? 0, statement?.end ?? text.length);
  return { title: 'Remove the line', isStatement: true, edits: [{ file: path, range, newText: '' }] };
}

/** Ends a block that has no end. @param opened the line that opens it @param before the line in front of which the end goes */
export function endBlock({ path, lines }: AssembledFile, end: string, opened: number, before: number): Fix {
  const indent = /^\s*/.exec(elementAt(lines, opened).text)?.[0] ?? '';
  const isLast = before >= lines.length;
  const { length } = elementAt(lines, isLast ? lines.length - 1 : before).text;
  const range = isLast ? lineRange(lines.length - 1, length, length) : lineRange(before, 0, 0);
  const text = `${indent}.${end}`;
  const newText = isLast ? `\n${text}` : `${text}\n`;
  return { title: `Write ".${end}" in line ${before + 1}`, isStatement: true, edits: [{ file: path, range, newText }] };
}
