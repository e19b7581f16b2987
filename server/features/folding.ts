/**
 * Folding: blocks between directives, and comments of several lines.
 */
import { foldingBlocks } from '#assembler';
import { FoldingRangeKind, type FoldingRange } from 'vscode-languageserver';
import type { View } from '../project/view.ts';

/** The ranges that fold in a document. */
export function foldingRanges(view: View): FoldingRange[] {
  return foldingBlocks(view.file).map(({ startLine, endLine, kind }) => ({
    startLine,
    endLine,
    ...(kind === 'comment' ? { kind: FoldingRangeKind.Comment } : {}),
  }));
}
