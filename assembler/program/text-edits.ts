/** Edits within a line, from which fixes are made. */
import { elementAt } from '#basics';
import type { Fix, TextEdit } from '../contract/diagnostic.ts';
import { lineRange } from '../contract/source.ts';
import type { Span } from '../contract/syntax.ts';
import type { Program } from './program.ts';

interface LineOfFile {
  readonly file: number;
  readonly line: number;
}

/** The edit that writes a text in place of columns. */
export function textEdit({ files }: Program, { file, line }: LineOfFile, span: Span, newText: string): TextEdit {
  return { file: elementAt(files, file).path, range: lineRange(line, span.start, span.end), newText };
}

/** The fix that writes a text in place of columns. */
export function writeFix(program: Program, at: LineOfFile, span: Span, text: string): Fix {
  return { title: `Write "${text}"`, edits: [textEdit(program, at, span, text)] };
}
