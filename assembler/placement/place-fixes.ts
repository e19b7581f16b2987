/**
 * Edits that give code another place: `.page` before it, or `.place` around it.
 *
 * They go above the comment that belongs to the code, so that a routine keeps its header. Code of a macro has no
 * such edit, since it would move every call.
 */
import { elementAt } from '#basics';
import type { Fix, TextEdit } from '../contract/diagnostic.ts';
import { commentText } from '../syntax/documentation.ts';
import { isWrittenOnce } from '../program/expansion.ts';
import type { Item, Program } from '../program/program.ts';
import { lineRange } from '../contract/source.ts';

/** Begins a new page before an item; no fix where that would change more than this place. */
export function beginPage(program: Program, item: Item | undefined): Fix[] {
  if (item === undefined || !isWrittenOnce(item)) return [];
  return [{ title: 'Begin a new page: .page', edits: [insertAbove(program, item, '.page')] }];
}

/** Lets the assembler place the lines from an item to a last line, both included; no fix for code of a macro or loop. */
export function placeAround(program: Program, item: Item | undefined, last: number): Fix[] {
  if (item === undefined || !isWrittenOnce(item)) return [];
  const { file } = item;
  const end = elementAt(program.files, file).lines[last]?.text.length ?? 0;
  const indent = indentOf(item);
  const after = {
    file: elementAt(program.files, file).path,
    range: lineRange(last, end, end),
    newText: `\n${indent}.endplace`,
  };
  return [{ title: 'Let the assembler place it: .place', edits: [insertAbove(program, item, '.place'), after] }];
}

function indentOf(item: Item): string {
  return ' '.repeat(item.statement?.start ?? 8);
}

function insertAbove(program: Program, item: Item, text: string): TextEdit {
  const { lines, path } = elementAt(program.files, item.file);
  let { line } = item;
  for (; line > 0; line--) {
    const above = elementAt(lines, line - 1);
    if (commentText(above) === undefined || above.statement !== undefined || above.labels.length > 0) break;
  }
  return { file: path, range: lineRange(line, 0, 0), newText: `${indentOf(item)}${text}\n` };
}
