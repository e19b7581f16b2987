/**
 * Source text with marks, so that tests of the editor's features name no line and column numbers.
 *
 *     ¦       a cursor
 *     «text»  a range
 *
 * Neither character occurs in the language. Positions are 0-based, columns in UTF-16 units, as in LSP.
 */
import type { Position, Range } from 'vscode-languageserver-protocol';

export interface MarkedSource {
  readonly text: string;
  readonly cursors: readonly Position[];
  readonly ranges: readonly Range[];
}

/** Removes the marks from a text; ranges are in the order of their ends. */
export function markedSource(marked: string): MarkedSource {
  const cursors: Position[] = [];
  const ranges: Range[] = [];
  const open: Position[] = [];
  let text = '';
  let line = 0;
  let character = 0;
  for (const letter of marked) {
    const here = { line, character };
    if (letter === '¦') cursors.push(here);
    else if (letter === '«') open.push(here);
    else if (letter === '»') ranges.push({ start: open.pop()!, end: here });
    else {
      text += letter;
      if (letter === '\n') [line, character] = [line + 1, 0];
      else character += letter.length;
    }
  }
  if (open.length > 0) throw new Error('a range mark is not closed');
  return { text, cursors, ranges };
}

export function textIn(text: string, { start, end }: Range): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  if (last < 0) return '';
  lines[last] = lines[last]!.slice(0, end.character);
  lines[0] = lines[0]!.slice(start.character);
  return lines.join('\n');
}
