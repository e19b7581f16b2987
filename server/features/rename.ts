/**
 * Rename: every use of a symbol in every file of every program that reads the document.
 *
 * A use keeps its spelling (`.loop`, `draw.loop`): only the last part of the name changes. Names that
 * the language gives away and names that are taken are refused with a sentence, before any edit.
 */
import { isMnemonic, type Position, type SymbolDefinition, type SymbolReference } from '#assembler';
import { LSPErrorCodes, ResponseError, type Range, type TextEdit, type WorkspaceEdit } from 'vscode-languageserver';
import { REGISTER_HELP } from '../help/mnemonics.ts';
import type { View } from '../project/view.ts';
import { usesIn } from './uses.ts';

const NAME = /^\.?[A-Za-z_][A-Za-z0-9_]*$/;

/** The name under the cursor, without the scope that a full name carries; null where nothing can be renamed. */
export function prepareRename(view: View, position: Position): { range: Range; placeholder: string } | null {
  const reference = view.assembly.symbols.at(view.path, position);
  if (reference === undefined) return null;
  const range = lastPart(view, reference);
  const text = view.file.lines[range.start.line]?.text ?? '';
  return { range, placeholder: text.slice(range.start.character, range.end.character) };
}

/** The edits of a rename, or why it cannot be done. */
export function rename(
  views: readonly View[],
  position: Position,
  newName: string,
): WorkspaceEdit | ResponseError<void> | null {
  const [view] = views;
  const reference = view?.assembly.symbols.at(view.path, position);
  if (view === undefined || reference === undefined) return null;
  const refusal = refuse(views, reference.definition, newName);
  if (refusal !== undefined) return new ResponseError(LSPErrorCodes.RequestFailed, refusal);
  const changes: Record<string, TextEdit[]> = {};
  const bare = newName.replace(/^\./, '');
  for (const { use, view: where } of usesIn(views, position)) {
    const uri = where.uriOf(use.file);
    (changes[uri] ??= []).push({ range: lastPart(where, use), newText: bare });
  }
  return { changes };
}

function refuse(views: readonly View[], definition: SymbolDefinition, newName: string): string | undefined {
  if (!NAME.test(newName))
    return `"${newName}" is no name: a name has letters, digits and "_", and begins with no digit`;
  const bare = newName.replace(/^\./, '');
  const isLocal = definition.kind === 'local';
  if (newName.startsWith('.') && !isLocal) return 'Only a local label begins with a dot';
  const reserved = !isLocal && (isMnemonic(bare.toLowerCase()) || bare.toLowerCase() in REGISTER_HELP);
  if (reserved) return `"${bare}" is a word of the language`;
  const fullName = definition.scope === '' ? bare : `${definition.scope}.${bare}`;
  const taken = views.some(({ assembly }) => assembly.symbols.definitions.some(({ name }) => name === fullName));
  return taken ? `There is already a "${fullName}"` : undefined;
}

/** The range of the last part of a use's name, without dots. */
function lastPart(view: View, use: SymbolReference): Range {
  const { start, end } = use.range;
  const line = view.assembly.file(use.file)?.lines[start.line]?.text ?? '';
  const dot = line.slice(start.character, end.character).lastIndexOf('.');
  return { start: { line: start.line, character: start.character + dot + 1 }, end };
}
