/**
 * What each name in a file is, for semantic tokens: by the symbol graph, and by the blocks around it.
 */
import type { Assembly, SymbolKind } from '#assembler';
import { blockNames } from './block-names.ts';

export type NameClass = 'macro' | 'label' | 'local' | 'constant' | 'variable' | 'parameter';

export interface ClassifiedName {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly class: NameClass;
  readonly isDefinition: boolean;
}

const CLASSES: Readonly<Record<SymbolKind, NameClass>> = {
  label: 'label',
  local: 'local',
  constant: 'constant',
  'zero-page': 'variable',
  row: 'variable',
  column: 'variable',
  frame: 'variable',
  field: 'variable',
  macro: 'macro',
};

/** The names of a file in order of their place, each once; only those on some lines where these are given. */
export function classifyNames(assembly: Assembly, path: string, first = 0, last = Infinity): readonly ClassifiedName[] {
  const names = new Map<number, ClassifiedName>();
  for (const { ranges } of blockNames(assembly.file(path)?.lines ?? [])) {
    ranges.forEach(({ start, end }, index) => {
      if (start.line < first || start.line > last) return;
      const span = { line: start.line, start: start.character, end: end.character };
      const name = { ...span, class: 'parameter' as const, isDefinition: index === 0 };
      names.set(keyOf(name), name);
    });
  }
  const { symbols } = assembly;
  const isAll = first === 0 && last === Infinity;
  const references = isAll ? symbols.referencesIn(path) : symbols.referencesOn(path, first, last);
  for (const { range, definition, isDefinition } of references) {
    const { line, character } = range.start;
    const name = { line, start: character, end: range.end.character, class: CLASSES[definition.kind], isDefinition };
    const key = keyOf(name);
    if (!names.has(key)) names.set(key, name);
  }
  return [...names.values()].sort((a, b) => a.line - b.line || a.start - b.start);
}

/** A number for each place; lines are shorter than this many columns. */
function keyOf({ line, start }: ClassifiedName): number {
  return line * 0x1000000 + start;
}
