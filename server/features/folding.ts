/**
 * Folding: blocks between directives, code below labels, and comments of several lines.
 */
import { FoldingRangeKind, type FoldingRange } from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import { foldsOf } from '../tree/folds.ts';

export function foldingRanges(view: View): FoldingRange[] {
  return foldsOf(view.file.lines).map(({ startLine, endLine, kind }) => ({
    startLine,
    endLine,
    ...(kind === 'comment' ? { kind: FoldingRangeKind.Comment } : {}),
  }));
}
