/**
 * Go to definition, references, and highlights of other uses in the same document.
 */
import { DocumentHighlightKind, type DocumentHighlight, type Location } from 'vscode-languageserver';
import { elementAt } from '#basics';
import type { Position } from '#assembler';
import { locate, type View } from '../project/view.ts';
import { anonymousLabelAt, referenceAt } from '../tree/reference-at.ts';
import { writtenAt } from '../tree/made-names.ts';
import { localNameAt } from '../tree/parameters.ts';
import { setAt } from '../tree/sets.ts';
import { includeAt } from './links.ts';
import { usesIn, type Use } from './uses.ts';

/** Where the name under the cursor is defined; for the path of an include, the file. */
export function definition(view: View, position: Position): Location | null {
  const local = localNameAt(view.assembly, view.path, position);
  if (local !== undefined) return locate(view, { file: local.file, range: elementAt(local.block.ranges, 0) });
  const reference = referenceAt(view.assembly, view.path, position);
  if (reference !== undefined) return locate(view, writtenAt(view.assembly, reference.definition));
  const set = setAt(view.assembly, view.path, position);
  if (set !== undefined) return locate(view, elementAt(set.places, 0));
  const anonymous = anonymousLabelAt(view.assembly, view.path, position);
  if (anonymous !== undefined) return locate(view, anonymous);
  const target = includeAt(view, position);
  if (target === undefined) return null;
  const top = { line: 0, character: 0 };
  return { uri: target, range: { start: top, end: top } };
}

/** All uses of the name under the cursor, in every file of the programs that read the document. */
export function references(views: readonly View[], position: Position, includeDeclaration: boolean): Location[] {
  return usesIn(views, position, 'programs')
    .filter(({ isDefinition }) => includeDeclaration || !isDefinition)
    .map((use) => locate(use.view, use));
}

/** Uses in the document itself, stores and reads marked differently. */
export function documentHighlights(view: View, position: Position): DocumentHighlight[] {
  return usesIn([view], position, 'document')
    .filter(({ file }) => file === view.path)
    .map((use) => ({ range: use.range, kind: highlightKind(use) }));
}

function highlightKind(use: Use): DocumentHighlightKind {
  return use.isDefinition || use.isWrite ? DocumentHighlightKind.Write : DocumentHighlightKind.Read;
}
