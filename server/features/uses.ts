/**
 * All uses of a name, over every program that reads the document: for go to definition, references and highlights.
 *
 * A source shared by several programs (for example a routine and its test) has uses in each; a place that two
 * programs share, or that a macro assembles twice, counts once.
 */
import { elementAt, remembered } from '#basics';
import { eachPlaceOf, lineRange } from '#assembler';
import type { Assembly, Location as SourceLocation, Position, SymbolDefinition } from '#assembler';
import { type View, locate } from '../project/view.ts';
import { anonymousLabelAt, anonymousUses, referenceAt } from '../tree/reference-at.ts';
import { inactivePlaces } from '../tree/inactive-names.ts';
import { isMade, isWrittenOtherwise, namingCall, writtenAt } from '../tree/made-names.ts';
import { PlaceSet } from '../tree/places.ts';
import { localNameAt, namedArguments, type PlacedBlockName } from '../tree/parameters.ts';
import { setAt } from '../tree/sets.ts';
import { DocumentHighlightKind, type DocumentHighlight, type Location } from 'vscode-languageserver';
import { includeAt } from './links.ts';

export interface Use extends SourceLocation {
  readonly view: View;
  readonly isDefinition: boolean;
  /** Whether the RAM that the name stands for is written there. */
  readonly isWrite: boolean;
}

/** Where to look for uses: in the files of all programs, or only in the document, which costs much less. */
type Scope = 'programs' | 'document';

/** The uses of the name at a position of the document that all the views show. */
export function usesIn(views: readonly View[], position: Position, scope: Scope): readonly Use[] {
  const [first] = views;
  if (first === undefined) return [];
  const local = localNameAt(first.assembly, first.path, position);
  if (local !== undefined) return localUses(views, first, local, scope);
  const set = setAt(first.assembly, first.path, position);
  if (set !== undefined) return set.places.map((place, index) => useAt(place, first, index === 0));
  const anonymous = anonymousLabelAt(first.assembly, first.path, position);
  if (anonymous !== undefined) {
    const uses = anonymousUses(first.assembly, anonymous);
    return [useAt(anonymous, first, true), ...uses.map((place) => useAt(place, first, false))];
  }
  return symbolUses(views, position, scope);
}

/** A use of a name that stands for no RAM. */
function useAt({ file, range }: SourceLocation, view: View, isDefinition: boolean): Use {
  return { file, range, view, isDefinition, isWrite: false };
}

/** Uses in the block, and the names of arguments in calls. */
function localUses(views: readonly View[], first: View, local: PlacedBlockName, scope: Scope): readonly Use[] {
  const { file, block } = local;
  const inBlock = block.ranges.map((range, index) => useAt({ file, range }, first, index === 0));
  const inCalls = views.flatMap((view) => {
    const places = namedArguments(view.assembly, local, scope === 'document' ? view.path : undefined);
    return places.map((place) => useAt(place, view, false));
  });
  return distinct([...inBlock, ...inCalls]);
}

function symbolUses(views: readonly View[], position: Position, scope: Scope): readonly Use[] {
  return distinct(
    views.flatMap((view) => {
      const definition = referenceAt(view.assembly, view.path, position)?.definition;
      if (definition === undefined) return [];
      // A name may have thousands of places, and naming the properties is quicker than spreading a place.
      return placesOf(view, definition, scope).map(({ file, range, isDefinition, isWrite }): Use => ({
        file,
        range,
        isDefinition,
        isWrite,
        view,
      }));
    }),
  );
}

/** The first use at each place. */
function distinct(uses: readonly Use[]): readonly Use[] {
  const files = new Map<string, PlaceSet>();
  return uses.filter(({ file, range: { start }, view }) => {
    return remembered(files, file, () => new PlaceSet(view.assembly.file(file)?.lines.length ?? 0)).add(start);
  });
}

/** Where a name is the owner of a local one: `draw` in `draw.loop`. */
function ownerPlaces({ files, symbols }: Assembly, { name, scope }: SymbolDefinition, path?: string): SourceLocation[] {
  if (scope !== '') return [];
  const start = `${name}.`;
  return files.flatMap((source) => {
    const { path: file, lines } = source;
    if (path !== undefined && path !== file) return [];
    const written = new Set<number>();
    eachPlaceOf(start, source, (line) => written.add(line));
    return [...written].flatMap((line) => {
      const { text } = elementAt(lines, line);
      return symbols
        .referencesOn(file, line, line)
        .filter(({ definition, range }) => definition.scope !== '' && text.startsWith(start, range.start.character))
        .map(({ range: { start: place } }) => ({
          file,
          range: lineRange(line, place.character, place.character + name.length),
        }));
    });
  });
}

type Place = Omit<Use, 'view'>;

/** Places of names in all files of a program, which are asked for again and again while nothing is typed. */
const placesOfPrograms = new WeakMap<Assembly, Map<SymbolDefinition, readonly Place[]>>();

/** The places of a program where a symbol's name is written. */
function placesOf({ assembly, path }: View, definition: SymbolDefinition, scope: Scope): readonly Place[] {
  if (scope === 'document') return findPlaces(assembly, definition, path);
  const known = remembered(placesOfPrograms, assembly, () => new Map<SymbolDefinition, readonly Place[]>());
  return remembered(known, definition, () => findPlaces(assembly, definition, undefined));
}

function findPlaces(assembly: Assembly, definition: SymbolDefinition, path: string | undefined): readonly Place[] {
  const references = assembly.symbols.referencesTo(definition, path);
  const places: readonly Place[] = [
    ...references,
    ...ownerPlaces(assembly, definition, path).map((place) => ({ ...place, isDefinition: false, isWrite: false })),
    ...inactivePlaces(assembly, definition.name, references, path).map((place) => ({
      ...place,
      isDefinition: place.file === definition.file && place.range.start.line === definition.range.start.line,
      isWrite: false,
    })),
  ];
  if (!isMade(assembly, definition)) return places;
  const call = namingCall(assembly, definition);
  if (call === undefined) return places;
  const written = places.filter((place) => !isWrittenOtherwise(assembly, definition.name, place));
  return [{ file: call.file, range: call.range, isDefinition: true, isWrite: false }, ...written];
}

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

/** Uses in the document itself; stores and reads are marked differently. */
export function documentHighlights(view: View, position: Position): DocumentHighlight[] {
  return usesIn([view], position, 'document')
    .filter(({ file }) => file === view.path)
    .map(({ range, isDefinition, isWrite }) => {
      return { range, kind: isDefinition || isWrite ? DocumentHighlightKind.Write : DocumentHighlightKind.Read };
    });
}
