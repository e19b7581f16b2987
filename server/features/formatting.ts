/**
 * Formatting of a whole document by the assembler's formatter, as edits of the lines that change.
 */
import { formatSource, lineRange, splitLines } from '#assembler';
import type { TextEdit } from 'vscode-languageserver';
import type { View } from '../project/view.ts';

/** One edit for each line that the formatter writes otherwise. */
export function formatDocument(view: View): TextEdit[] {
  const before = view.file.lines.map(({ text }) => text);
  const after = splitLines(formatSource(view.file.text));
  const edits: TextEdit[] = [];
  const shared = Math.min(before.length, after.length);
  for (let line = 0; line < shared; line++) {
    const old = before[line]!;
    const text = after[line]!;
    if (old !== text) edits.push({ range: lineRange(line, 0, old.length), newText: text });
  }
  return edits;
}
