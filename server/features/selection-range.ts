/**
 * Growing the selection by meaning: name, expression, operand, statement, line, block, file.
 */
import { lineRange, type Position, type Range } from '#assembler';
import type { SelectionRange } from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import { lineAt, spansAround } from '../tree/places.ts';

/** One chain of ranges for each position, innermost first. */
export function selectionRanges(view: View, positions: readonly Position[]): SelectionRange[] {
  return positions.map((position) => chain(rangesAround(view, position), position));
}

function rangesAround(view: View, { line, character }: Position): Range[] {
  const parsed = lineAt(view, line);
  const ranges: Range[] = [];
  if (parsed !== undefined) {
    const name = view.assembly.symbols.at(view.path, { line, character });
    if (name !== undefined) ranges.push(name.range);
    const spans = parsed.statement === undefined ? [] : spansAround(parsed.statement, character);
    ranges.push(...spans.map(({ start, end }) => lineRange(line, start, end)));
    ranges.push(lineRange(line, parsed.text.length - parsed.text.trimStart().length, parsed.text.trimEnd().length));
    ranges.push(lineRange(line, 0, parsed.text.length));
  }
  const blocks = view.assembly.symbols
    .definitionsIn(view.path)
    .filter(({ extent }) => extent.start.line <= line && line <= extent.end.line)
    .map(({ extent }) => extent)
    .sort((a, b) => a.end.line - a.start.line - (b.end.line - b.start.line));
  const lastLine = Math.max(0, view.file.lines.length - 1);
  const end = { line: lastLine, character: lineAt(view, lastLine)?.text.length ?? 0 };
  return [...ranges, ...blocks, { start: { line: 0, character: 0 }, end }];
}

/** Links ranges from the inside out, leaving out those that do not grow. */
function chain(ranges: readonly Range[], position: Position): SelectionRange {
  const growing: Range[] = [];
  for (const range of ranges) {
    const inner = growing.at(-1) ?? { start: position, end: position };
    if (encloses(range, inner) && !(growing.length > 0 && encloses(inner, range))) growing.push(range);
  }
  const outermost: SelectionRange = { range: growing.pop() ?? { start: position, end: position } };
  return growing.reduceRight<SelectionRange>((parent, range) => ({ range, parent }), outermost);
}

function encloses(outer: Range, inner: Range): boolean {
  return !isBefore(inner.start, outer.start) && !isBefore(outer.end, inner.end);
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
