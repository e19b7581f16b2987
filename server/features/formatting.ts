/**
 * Formatting by the assembler's formatter, as edits of the lines that change.
 *
 * The client chooses between tabs and spaces. The formatter works line by line, so the cursor, folds and marks of all
 * other lines stay where they are.
 */
import { elementAt } from '#basics';
import { formatLine, formatSource, lineRange, type FormatStyle, type Position, type Range } from '#assembler';
import type { FormattingOptions, TextEdit } from 'vscode-languageserver';
import type { View } from '../project/view.ts';

const USUAL_TAB_SIZE = 8;

/** Edits that format a document as `gigatron fmt` does: its lines, and one line break after the last one with text. */
export function formatDocument(view: View, options: FormattingOptions): TextEdit[] {
  const last = view.file.lines.findLastIndex(({ text }) => text.trim() !== '');
  return [...formatLines(view, 0, last, options), ...endEdit(view, last)];
}

/** Edits that format the lines of a range; comments are aligned with those of the lines around. */
export function formatRange(view: View, { start, end }: Range, options: FormattingOptions): TextEdit[] {
  const isWholeLines = end.character === 0 && end.line > start.line;
  return formatLines(view, start.line, isWholeLines ? end.line - 1 : end.line, options);
}

/** Edits that format the line after which Enter was typed, without regard to others. */
export function formatOnLineEnd(view: View, { line }: Position, options: FormattingOptions): TextEdit[] {
  const text = view.file.lines[line - 1]?.text;
  return text === undefined ? [] : replaced(line - 1, text, formatLine(text, styleOf(options)));
}

/** The formatter returns each line except empty ones at the end. */
function formatLines({ file }: View, first: number, last: number, options: FormattingOptions): TextEdit[] {
  const text = file.lines.map((line) => line.text).join('\n');
  const formatted = formatSource(text, styleOf(options)).split('\n');
  return file.lines
    .slice(first, last + 1)
    .flatMap(({ text }, index) => replaced(first + index, text, formatted[first + index] ?? ''));
}

/** The usual tab size takes the place of an impossible one. */
function styleOf({ insertSpaces, tabSize }: FormattingOptions): FormatStyle {
  return { tabs: !insertSpaces, tabSize: Number.isInteger(tabSize) && tabSize > 0 ? tabSize : USUAL_TAB_SIZE };
}

function replaced(line: number, text: string, newText: string): TextEdit[] {
  return newText === text ? [] : [{ range: lineRange(line, 0, text.length), newText }];
}

function endEdit(view: View, last: number): TextEdit[] {
  const { lines } = view.file;
  const lastLine = lines.length - 1;
  const isRight = lastLine === last + 1 && lines[lastLine]?.text === '';
  if (isRight || last < 0) return [];
  const start = { line: last, character: elementAt(lines, last).text.length };
  const end = { line: lastLine, character: elementAt(lines, lastLine).text.length };
  return [{ range: { start, end }, newText: '\n' }];
}
