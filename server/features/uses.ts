/**
 * All uses of a name, over every program that reads the document.
 *
 * A source shared by several programs (a routine and its test, say) has uses in each; a place that two
 * programs share, or that a macro assembles twice, counts once.
 */
import type { Location as SourceLocation, Position, SymbolDefinition } from '#assembler';
import type { View } from '../project/view.ts';
import { blockNameAt } from '../tree/block-names.ts';
import { isMade, isWrittenOtherwise, namingCall, referenceAt } from '../tree/made-names.ts';
import { setAt } from '../tree/sets.ts';

export interface Use extends SourceLocation {
  /** A program that reads the file. */
  readonly view: View;
  readonly isDefinition: boolean;
  /** Whether the RAM that the name stands for is written there. */
  readonly isWrite: boolean;
}

/**
 * The uses of the name at a position of the document that all the views show.
 * @param scope whether uses in other files are wanted too; those in the document alone cost much less
 */
export function usesIn(views: readonly View[], position: Position, scope: 'programs' | 'document'): readonly Use[] {
  const [first] = views;
  if (first === undefined) return [];
  const local = blockNameAt(first.file.lines, position);
  if (local !== undefined) {
    return local.ranges.map((range, index) => ({
      view: first,
      file: first.path,
      range,
      isDefinition: index === 0,
      isWrite: false,
    }));
  }
  const set = setAt(first.assembly, first.path, position);
  if (set !== undefined) {
    return set.places.map((place, index) => ({ ...place, view: first, isDefinition: index === 0, isWrite: false }));
  }
  return symbolUses(views, position, scope);
}

function symbolUses(views: readonly View[], position: Position, scope: 'programs' | 'document'): readonly Use[] {
  const found = new Map<string, Use>();
  for (const view of views) {
    const definition = referenceAt(view.assembly, view.path, position)?.definition;
    if (definition === undefined) continue;
    for (const use of placesOf(view, definition, scope)) {
      const key = `${use.file}:${use.range.start.line}:${use.range.start.character}`;
      if (!found.has(key)) found.set(key, use);
    }
  }
  return [...found.values()];
}

/** The places of a program where a symbol's name is written. */
function placesOf(view: View, definition: SymbolDefinition, scope: 'programs' | 'document'): readonly Use[] {
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
