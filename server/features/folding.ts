/**
 * Folding: blocks between directives, the code below a global label, and comments of several lines.
 *
 * A block folds up to the line before its end, so that the end stays visible.
 */
import { FoldingRangeKind, type FoldingRange } from 'vscode-languageserver';
import { elementAt } from '#basics';
import { DIRECTIVES, type ParsedLine } from '#assembler';
import type { View } from '../project/view.ts';

export function foldingRanges({ file: { lines } }: View): FoldingRange[] {
  return [...comments(lines), ...blocks(lines), ...labels(lines)];
}

function comments(lines: readonly ParsedLine[]): FoldingRange[] {
  const folds: FoldingRange[] = [];
  let start = -1;
  for (let line = 0; line <= lines.length; line++) {
    const isComment = line < lines.length && isCommentLine(elementAt(lines, line));
    if (isComment && start < 0) start = line;
    if (!isComment && start >= 0) {
      if (line - 1 > start) folds.push({ startLine: start, endLine: line - 1, kind: FoldingRangeKind.Comment });
      start = -1;
    }
  }
  return folds;
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
    const isBoundary = statement?.kind === 'directive' && isBlockDirective(statement.name);
    const hasGlobalLabel = parsed.labels.some(({ text }) => text !== '' && !text.startsWith('.'));
    if (isBoundary || hasGlobalLabel) close();
    if (hasGlobalLabel) start = line;
    if (statement !== undefined || parsed.labels.length > 0) lastCode = line;
  });
  close();
  return folds;
}

function isBlockDirective(name: string): boolean {
  return DIRECTIVES[name]?.closedBy !== undefined || name.startsWith('end');
}

function isCommentLine({ labels: names, statement, comment }: ParsedLine): boolean {
  return comment >= 0 && names.length === 0 && statement === undefined;
}
