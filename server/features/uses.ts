/**
 * All uses of a name, over every program that reads the document.
 *
 * A source shared by several programs (a routine and its test, say) has uses in each; a place that two
 * programs share, or that a macro assembles twice, counts once.
 */
import type { Location as SourceLocation, Position, SymbolDefinition } from '#assembler';
import type { View } from '../project/view.ts';
import { isMade, isWrittenOtherwise, namingCall, referenceAt } from '../tree/made-names.ts';
import { localNameAt, namedArguments, type PlacedBlockName } from '../tree/parameters.ts';
import { setAt } from '../tree/sets.ts';

export interface Use extends SourceLocation {
  /** A program that reads the file. */
  readonly view: View;
  readonly isDefinition: boolean;
  /** Whether the RAM that the name stands for is written there. */
  readonly isWrite: boolean;
}

/** The files in which uses are wanted: those of all programs, or the document alone, which costs much less. */
type Scope = 'programs' | 'document';

/**
 * The uses of the name at a position of the document that all the views show.
 */
export function usesIn(views: readonly View[], position: Position, scope: Scope): readonly Use[] {
  const [first] = views;
  if (first === undefined) return [];
  const local = localNameAt(first.assembly, first.path, position);
  if (local !== undefined) return localUses(views, first, local, scope);
  const set = setAt(first.assembly, first.path, position);
  if (set !== undefined) {
    return set.places.map((place, index) => ({ ...place, view: first, isDefinition: index === 0, isWrite: false }));
  }
  return symbolUses(views, position, scope);
}

/** Uses in the block, and the names of arguments in calls. */
function localUses(views: readonly View[], first: View, local: PlacedBlockName, scope: Scope): readonly Use[] {
  const inBlock = local.block.ranges.map((range, index) => ({
    view: first,
    file: local.file,
    range,
    isDefinition: index === 0,
    isWrite: false,
  }));
  const inCalls = views.flatMap((view) =>
    namedArguments(view.assembly, local, scope === 'document' ? view.path : undefined).map((place) => ({
      ...place,
      view,
      isDefinition: false,
      isWrite: false,
    })),
  );
  return distinct([...inBlock, ...inCalls]);
}

function symbolUses(views: readonly View[], position: Position, scope: Scope): readonly Use[] {
  return distinct(
    views.flatMap((view) => {
      const definition = referenceAt(view.assembly, view.path, position)?.definition;
      return definition === undefined ? [] : placesOf(view, definition, scope);
    }),
  );
}

/** The first use at each place. */
function distinct(uses: readonly Use[]): readonly Use[] {
  const found = new Map<string, Use>();
  for (const use of uses) {
    const key = `${use.file}:${use.range.start.line}:${use.range.start.character}`;
    if (!found.has(key)) found.set(key, use);
  }
  return [...found.values()];
}

/** The places of a program where a symbol's name is written. */
function placesOf(view: View, definition: SymbolDefinition, scope: Scope): readonly Use[] {
  const { assembly } = view;
  const uses = assembly.symbols
    .referencesTo(definition, scope === 'document' ? view.path : undefined)
    .map(({ file, range, isDefinition, isWrite }) => ({ view, file, range, isDefinition, isWrite }));
  if (!isMade(assembly, definition)) return uses;
  const call = namingCall(assembly, definition);
  if (call === undefined) return uses;
  const written = uses.filter((use) => !isWrittenOtherwise(assembly, definition.name, use));
  return [{ view, file: call.file, range: call.range, isDefinition: true, isWrite: false }, ...written];
}
