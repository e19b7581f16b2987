/** What belongs together in a source: its folds, and the ranges to which a selection grows. */
import { FoldingRangeKind, type FoldingRange, type SelectionRange } from 'vscode-languageserver';
import { contains, DIRECTIVES, type ParsedLine, lineRange, type Position, type Range } from '#assembler';
import type { View } from '../project/view.ts';
import { commentBlocks } from '../tree/header-names.ts';
import { isHead } from '../tree/movable-lines.ts';
import { spansAround } from '../tree/places.ts';

/**
 * Folding: blocks between directives, the code below a global label, and comments of several lines.
 *
 * A block folds up to the line before its end, so that the end stays visible.
 */
export function foldingRanges({ file: { lines } }: View): FoldingRange[] {
  const comments = commentBlocks(lines)
    .filter(({ first, end }) => end - first > 1)
    .map(({ first, end }) => ({ startLine: first, endLine: end - 1, kind: FoldingRangeKind.Comment }));
  return [...comments, ...blocks(lines), ...labels(lines)];
}

function blocks(lines: readonly ParsedLine[]): FoldingRange[] {
  const folds: FoldingRange[] = [];
  const open: { line: number; closedBy: string }[] = [];
  const close = (startLine: number, line: number): void => {
    if (line - 1 > startLine) folds.push({ startLine, endLine: line - 1 });
  };
  lines.forEach(({ statement }, line) => {
    if (statement?.kind !== 'directive') return;
    const { name } = statement;
    const closedBy = DIRECTIVES[name]?.closedBy;
    const innermost = open.at(-1);
    if (closedBy !== undefined) open.push({ line, closedBy });
    else if (innermost !== undefined && (name === innermost.closedBy || name === 'else' || name === 'elif')) {
      close(innermost.line, line);
      if (name === innermost.closedBy) open.pop();
      else innermost.line = line;
    }
  });
  return folds;
}

/** From a global label to the last code before the next one; nothing if a block begins or ends in between. */
function labels(lines: readonly ParsedLine[]): FoldingRange[] {
  const folds: FoldingRange[] = [];
  let start = -1;
  let lastCode = -1;
  const close = (): void => {
    if (start >= 0 && lastCode > start) folds.push({ startLine: start, endLine: lastCode });
    start = -1;
  };
  lines.forEach((parsed, line) => {
    const { statement } = parsed;
    const name = statement?.kind === 'directive' ? statement.name : '';
    const isBoundary = DIRECTIVES[name]?.closedBy !== undefined || name.startsWith('end');
    if (isBoundary || isHead(parsed)) close();
    if (isHead(parsed)) start = line;
    if (statement !== undefined || parsed.labels.length > 0) lastCode = line;
  });
  close();
  return folds;
}

/** One chain of ranges for each position, innermost first: name, expression, operand, statement, line, block, file. */
export function selectionRanges(view: View, positions: readonly Position[]): SelectionRange[] {
  return positions.map((position) => chain(rangesAround(view, position), position));
}

function rangesAround(view: View, { line, character }: Position): Range[] {
  const parsed = view.file.lines[line];
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
  const end = { line: lastLine, character: view.file.lines[lastLine]?.text.length ?? 0 };
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
  return contains(outer, inner.start) && contains(outer, inner.end);
}
