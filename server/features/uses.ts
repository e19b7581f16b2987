/**
 * All uses of a name, over every program that reads the document.
 *
 * A source shared by several programs (a routine and its test, say) has uses in each; a place that two
 * programs share, or that a macro assembles twice, counts once.
 */
import type { Location as SourceLocation, Position } from '#assembler';
import type { View } from '../project/view.ts';
import { blockNameAt } from '../tree/block-names.ts';

export interface Use extends SourceLocation {
  /** A program that reads the file. */
  readonly view: View;
  readonly isDefinition: boolean;
  /** Whether the RAM that the name stands for is written there. */
  readonly isWrite: boolean;
}

/** The uses of the name at a position of the document that all the views show. */
export function usesIn(views: readonly View[], position: Position): readonly Use[] {
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
  return symbolUses(views, position);
}

function symbolUses(views: readonly View[], position: Position): readonly Use[] {
  const found = new Map<string, Use>();
  for (const view of views) {
    const { symbols } = view.assembly;
    const reference = symbols.at(view.path, position);
    if (reference === undefined) continue;
    for (const { file, range, isDefinition, isWrite } of symbols.referencesTo(reference.definition)) {
      const key = `${file}:${range.start.line}:${range.start.character}`;
      if (!found.has(key)) found.set(key, { view, file, range, isDefinition, isWrite });
    }
  }
  return [...found.values()];
}
