/** Quick fixes as new texts: the edits of many findings at once. */
import { addTo } from '#basics';
import type { Assembly } from './program/assembly.ts';
import type { TextEdit } from './contract/diagnostic.ts';
import { comparePositions, type Position } from './contract/source.ts';

/**
 * Applies edits that do not overlap to a text; all refer to the text as it was before. New lines get the line end of
 * the text's first line.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  const lineEnd = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  const offset = ({ line, character }: Position): number => (starts[line] ?? text.length) + character;
  return [...edits]
    .sort((a, b) => comparePositions(b.range.start, a.range.start))
    .reduce(
      (result, { range, newText }) =>
        result.slice(0, offset(range.start)) + newText.replaceAll('\n', lineEnd) + result.slice(offset(range.end)),
      text,
    );
}

/**
 * Makes the first fix of each finding with one of these codes and returns the new texts of the files. A fix that
 * touches what another one changes is left for the next time.
 */
export function applyFixes(assembly: Assembly, codes: ReadonlySet<string>): ReadonlyMap<string, string> {
  const chosen = new Map<string, TextEdit[]>();
  for (const { code, fixes } of assembly.diagnostics) {
    const fix = fixes?.[0];
    if (fix === undefined || !codes.has(code)) continue;
    if (fix.edits.some((edit) => chosen.get(edit.file)?.some((other) => overlap(edit, other)))) continue;
    for (const edit of fix.edits) addTo(chosen, edit.file, edit);
  }
  return new Map([...chosen].map(([file, edits]) => [file, applyEdits(assembly.file(file)?.text ?? '', edits)]));
}

/** Whether two edits of one file share a character or begin at one place. */
function overlap({ range: a }: TextEdit, { range: b }: TextEdit): boolean {
  if (comparePositions(a.start, b.start) === 0) return true;
  return comparePositions(a.start, b.end) < 0 && comparePositions(b.start, a.end) < 0;
}
