/**
 * All uses of a name, over every program that reads the document.
 *
 * A source shared by several programs (a routine and its test, say) has uses in each; a place that two
 * programs share, or that a macro assembles twice, counts once.
 */
import type { Position, SymbolReference } from '#assembler';
import type { View } from '../project/view.ts';

export interface Use {
  readonly use: SymbolReference;
  readonly view: View;
}

/** The uses of the name at a position of the document that all the views show. */
export function usesIn(views: readonly View[], position: Position): readonly Use[] {
  const found = new Map<string, Use>();
  for (const view of views) {
    const { symbols } = view.assembly;
    const reference = symbols.at(view.path, position);
    if (reference === undefined) continue;
    for (const use of symbols.referencesTo(reference.definition)) {
      const { start } = use.range;
      const key = `${use.file}:${start.line}:${start.character}`;
      if (!found.has(key)) found.set(key, { use, view });
    }
  }
  return [...found.values()];
}
