/**
 * Drafts: a document that has changed since its program was assembled, seen with the last assembly as long as that
 * still tells what can be written.
 *
 * An editor asks for completion right after a keystroke, while the new assembly takes its time. The last one has
 * the right names as long as the changed lines define the same ones as before, in the same order, and begin and end the
 * same blocks. The trees of these lines alone decide this; if it is not certain, there is no draft.
 */
import { parseFile, TRAITS, type AssembledFile, type LineChange, type ParsedLine } from '#assembler';
import type { View } from './view.ts';

/**
 * The view of a document as it is now, for an answer about one of its lines; undefined where there is no draft.
 * @param view the document as it was assembled
 */
export function draftOf(view: View, text: string, line: number): View | undefined {
  const { file, change } = parseFile(view.path, text, view.file);
  if (change === undefined) return view;
  const assembledLine = assembledLineOf(view, file, change, line);
  return assembledLine === undefined ? undefined : { ...view, file, assembledLine: () => assembledLine };
}

/** The assembled line that gives the scope and page of a line; undefined if that is not certain. */
function assembledLineOf(view: View, file: AssembledFile, change: LineChange, line: number): number | undefined {
  if (changesOtherMacro(view, change, line)) return undefined;
  const { from, removed, added } = change;
  const old = significantLines(view.file.lines, from, removed);
  const now = significantLines(file.lines, from, added);
  if (old.length !== now.length || old.some(({ meaning }, index) => meaning !== now[index]?.meaning)) return undefined;
  for (let above = line; above >= 0; above--) {
    const node = file.lines[above];
    if (node === undefined) return undefined;
    const isChanged = above >= from && above < from + added;
    if (isChanged) {
      if (node.labels.length > 0) return old.find((_, index) => now[index]?.line === above)?.line;
    } else if (node.labels.length > 0 || isWhole(node)) return above < from ? above : above - added + removed;
    // The end of a block does not tell the scope of the line after it.
    if (node.statement?.kind === 'directive' && !TRAITS.plain.has(node.statement.name)) return undefined;
  }
  return undefined;
}

/** Whether the change is in a macro that does not contain the line: what a call gives depends on the macro's body. */
function changesOtherMacro({ assembly, path }: View, { from, removed, added }: LineChange, line: number): boolean {
  return assembly.symbols.definitionsOf('macro').some(({ file, extent: { start, end } }) => {
    const isTouched = file === path && start.line < from + removed && from <= end.line;
    return isTouched && (line <= start.line || line >= end.line + added - removed);
  });
}

/** The lines that define something, or begin or end a block, and the parts of their texts that do. */
function significantLines(lines: readonly ParsedLine[], from: number, count: number) {
  return lines.slice(from, from + count).flatMap((each, index) => {
    const meaning = meaningOf(each);
    return meaning === '' ? [] : [{ line: from + index, meaning }];
  });
}

function meaningOf({ labels, statement, text }: ParsedLine): string {
  const words = labels.map((label) => `${label.text}:`);
  if (statement?.kind === 'constant') words.push(`${statement.name.text} =`);
  if (statement?.kind === 'directive' && !TRAITS.plain.has(statement.name))
    words.push(text.slice(statement.start, statement.end));
  return words.join(' ');
}

/** Whether a line is an instruction that the assembler accepts. */
function isWhole({ statement, problems }: ParsedLine): boolean {
  return statement?.kind === 'instruction' && statement.form !== undefined && problems.length === 0;
}
