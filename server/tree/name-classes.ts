/**
 * What each name in a file is, for semantic tokens: by the symbol graph, and by the blocks around it.
 */
import { elementAt } from '#basics';
import type { Assembly, SymbolKind } from '#assembler';
import { argumentNames, blockNames } from './block-names.ts';

export type NameClass = 'macro' | 'label' | 'local' | 'constant' | 'variable' | 'parameter';

/** Receives a name: its line and columns, what it is, and whether it is defined there. */
type ClassVisitor = (line: number, start: number, end: number, nameClass: NameClass, isDefinition: boolean) => void;

const CLASSES: Readonly<Record<SymbolKind, NameClass>> = {
  label: 'label',
  local: 'local',
  vcpu: 'label',
  constant: 'constant',
  'zero-page': 'variable',
  row: 'variable',
  column: 'variable',
  frame: 'variable',
  field: 'variable',
  macro: 'macro',
};

/** Visits the names on some lines of a file, the last one included, in order of their place, each place once. */
export function eachClassifiedName(
  assembly: Assembly,
  path: string,
  first: number,
  last: number,
  visit: ClassVisitor,
): void {
  const parameters = parametersOn(assembly, path, first, last);
  let next = 0;
  let doneLine = -1;
  let doneStart = -1;
  /** Visits the parameters before a place, or at it. */
  const showParameters = (line: number, start: number): void => {
    for (; next < parameters.length; next++) {
      const parameter = elementAt(parameters, next);
      if (parameter.line > line || (parameter.line === line && parameter.start > start)) return;
      visit(parameter.line, parameter.start, parameter.end, 'parameter', parameter.isDefinition);
      doneLine = parameter.line;
      doneStart = parameter.start;
    }
  };
  assembly.symbols.eachName(path, first, last, (line, start, end, kind, isDefinition) => {
    showParameters(line, start);
    if (line === doneLine && start === doneStart) return;
    visit(line, start, end, CLASSES[kind], isDefinition);
    doneLine = line;
    doneStart = start;
  });
  showParameters(Infinity, 0);
}

interface Parameter {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly isDefinition: boolean;
}

/** Names of the blocks and of arguments on some lines, by place, each place once. */
function parametersOn(assembly: Assembly, path: string, first: number, last: number): readonly Parameter[] {
  const lines = assembly.file(path)?.lines ?? [];
  const found: Parameter[] = [];
  for (const { ranges } of blockNames(lines)) {
    for (const [index, { start, end }] of ranges.entries()) {
      if (start.line < first || start.line > last) continue;
      found.push({ line: start.line, start: start.character, end: end.character, isDefinition: index === 0 });
    }
  }
  for (const { line, name } of argumentNames(lines)) {
    if (line >= first && line <= last) found.push({ line, start: name.start, end: name.end, isDefinition: false });
  }
  return found
    .sort((a, b) => a.line - b.line || a.start - b.start)
    .filter(({ line, start }, index, all) => {
      const before = all[index - 1];
      return before?.line !== line || before.start !== start;
    });
}
