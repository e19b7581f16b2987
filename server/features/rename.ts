/**
 * Rename: every use of a symbol in every file of every program that reads the document.
 *
 * A use keeps its spelling (`.loop`, `draw.loop`): only the last part of the name changes. Reserved
 * words and names that are taken are refused with a sentence, before any edit.
 */
import { contains, isMnemonic, libraryName, type Position, type SymbolDefinition } from '#assembler';
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Location, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { REGISTER_HELP } from '../help/words.ts';
import type { View } from '../project/view.ts';
import { anonymousLabelAt, referenceAt } from '../tree/reference-at.ts';
import { blockNames } from '../tree/block-names.ts';
import { headerNames } from '../tree/header-names.ts';
import { setAt, setsOf } from '../tree/sets.ts';
import { usesIn, type Use } from './uses.ts';

const NAME = /^\.?[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * The name under the cursor, without the scope that a full name has; null if nothing can be renamed, and a sentence if
 * the name cannot be changed to any other.
 */
export function prepareRename(
  views: readonly View[],
  position: Position,
): { range: Range; placeholder: string } | ResponseError<void> | null {
  const [view] = views;
  if (view === undefined || anonymousLabelAt(view.assembly, view.path, position) !== undefined) return null;
  const uses = usesIn(views, position, 'programs');
  const here = uses.find(({ view: shown, file, range }) => file === shown.path && contains(range, position));
  const header = here === undefined ? referenceAt(view.assembly, view.path, position) : undefined;
  const use = here ?? (header === undefined ? undefined : { ...header, view });
  if (use === undefined) return null;
  const refusal = refuseAlways(uses);
  if (refusal !== undefined) return refused(refusal);
  const range = lastPart(use);
  const text = view.file.lines[range.start.line]?.text ?? '';
  return { range, placeholder: text.slice(range.start.character, range.end.character) };
}

export function rename(
  views: readonly View[],
  position: Position,
  newName: string,
): WorkspaceEdit | ResponseError<void> | null {
  const [view] = views;
  if (view === undefined || anonymousLabelAt(view.assembly, view.path, position) !== undefined) return null;
  const uses = usesIn(views, position, 'programs');
  if (uses.length === 0) return null;
  const refusal = refuse(views, position, newName, uses) ?? refuseAlways(uses);
  if (refusal !== undefined) return refused(refusal);
  const changes: Record<string, TextEdit[]> = {};
  const bare = newName.replace(/^\./, '');
  for (const use of uses) {
    const uri = use.view.uriOf(use.file);
    (changes[uri] ??= []).push({ range: lastPart(use), newText: bare });
  }
  for (const { uri, range } of headerPlaces(views, position)) (changes[uri] ??= []).push({ range, newText: bare });
  return { changes };
}

/** Where the name under the cursor is in headers. Each place once. */
function headerPlaces(views: readonly View[], position: Position): readonly Location[] {
  const places = new Map<string, Location>();
  for (const view of views) {
    const definition = referenceAt(view.assembly, view.path, position)?.definition;
    if (definition === undefined || definition.scope !== '') continue;
    for (const { file, range } of headerNames(view.assembly, definition)) {
      const uri = view.uriOf(file);
      places.set(`${uri}:${range.start.line}:${range.start.character}`, { uri, range });
    }
  }
  return [...places.values()];
}

/** Why a name cannot be chosen; undefined if it can. */
function refuse(views: readonly View[], position: Position, newName: string, uses: readonly Use[]): string | undefined {
  if (!NAME.test(newName))
    return `"${newName}" is not a name: a name has letters, digits and "_", and does not begin with a digit`;
  const [view] = views;
  const definition = view === undefined ? undefined : referenceAt(view.assembly, view.path, position)?.definition;
  const bare = newName.replace(/^\./, '');
  const isLocal = (definition?.scope ?? '') !== '';
  if (newName.startsWith('.') && !isLocal) return 'Only a local name begins with a dot';
  const reserved = !isLocal && (isMnemonic(bare.toLowerCase()) || bare.toLowerCase() in REGISTER_HELP);
  if (reserved) return `"${bare}" is a reserved word`;
  // Sets have a name space of their own.
  const isSet = view !== undefined && setAt(view.assembly, view.path, position) !== undefined;
  const taken = isSet
    ? views.some(({ assembly }) => setsOf(assembly).some((set) => set.name === bare))
    : isTaken(views, definition, bare, uses);
  return taken ? `There is already a "${bare}"` : undefined;
}

function refused(why: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, why);
}

/** Why a name cannot be changed, whatever the new one is; undefined if it can. */
function refuseAlways(uses: readonly Use[]): string | undefined {
  const texts = uses.map((use) => {
    const { start, end } = lastPart(use);
    return use.view.assembly.file(use.file)?.lines[start.line]?.text.slice(start.character, end.character);
  });
  if (new Set(texts).size > 1) return 'A macro builds this name from parts, so it cannot be renamed';
  const name = uses.map(({ file }) => libraryName(file)).find((library) => library !== undefined);
  return name === undefined ? undefined : `The library <${name}> uses this name and cannot be changed`;
}

/** Whether another name would be hidden, or defined twice. Without a definition, the name belongs to a block. */
function isTaken(
  views: readonly View[],
  definition: SymbolDefinition | undefined,
  name: string,
  uses: readonly Use[],
): boolean {
  const scope = definition?.scope ?? '';
  const fullName = scope === '' ? name : `${scope}.${name}`;
  if (views.some(({ assembly }) => assembly.symbols.definitionNamed(fullName) !== undefined)) return true;
  if (scope !== '') return false;
  if (views.some(({ settings }) => Object.hasOwn(settings.defines, name))) return true;
  return uses.some(({ view, file }) =>
    blockNames(view.assembly.file(file)?.lines ?? []).some((known) => known.name === name),
  );
}

/** The range of the last part of a use's name, without dots. */
function lastPart(use: Use): Range {
  const { start, end } = use.range;
  const line = use.view.assembly.file(use.file)?.lines[start.line]?.text ?? '';
  const dot = line.slice(start.character, end.character).lastIndexOf('.');
  return { start: { line: start.line, character: start.character + dot + 1 }, end };
}
