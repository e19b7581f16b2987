/**
 * What each name in a file is, for semantic tokens: by the symbol graph, and by the parameters of the macro around it.
 */
import type { Assembly, ParsedLine, SymbolKind } from '#assembler';
import { symbolsOf } from './places.ts';

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

/** The names of a file in order of their place, each once. */
export function classifyNames(assembly: Assembly, path: string): readonly ClassifiedName[] {
  const names = new Map<string, ClassifiedName>();
  for (const name of parametersIn(assembly.file(path)?.lines ?? [])) names.set(keyOf(name), name);
  for (const { file, range, definition, isDefinition } of assembly.symbols.references) {
    if (file !== path) continue;
    const { line, character } = range.start;
    const name = { line, start: character, end: range.end.character, class: CLASSES[definition.kind], isDefinition };
    const key = keyOf(name);
    if (!names.has(key)) names.set(key, name);
  }
  return [...names.values()].sort((a, b) => a.line - b.line || a.start - b.start);
}

/** Parameters of macros where they are declared and used. */
function parametersIn(lines: readonly ParsedLine[]): ClassifiedName[] {
  const found: ClassifiedName[] = [];
  let parameters: ReadonlySet<string> = new Set();
  lines.forEach(({ statement }, line) => {
    if (statement?.kind === 'directive' && statement.name === 'macro') {
      parameters = new Set(statement.parameters.map(({ name }) => name.text));
      for (const { name } of statement.parameters)
        found.push({ line, ...spanOf(name), class: 'parameter', isDefinition: true });
    } else if (statement?.kind === 'directive' && statement.name === 'endmacro') {
      parameters = new Set();
    } else if (statement !== undefined && parameters.size > 0) {
      for (const symbol of symbolsOf(statement)) {
        if (parameters.has(symbol.name))
          found.push({ line, ...spanOf(symbol), class: 'parameter', isDefinition: false });
      }
    }
  });
  return found;
}

function spanOf({ start, end }: { readonly start: number; readonly end: number }): { start: number; end: number } {
  return { start, end };
}

function keyOf({ line, start }: ClassifiedName): string {
  return `${line}:${start}`;
}
