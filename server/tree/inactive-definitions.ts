/**
 * What a file would define in lines that are not assembled: the other arm of an `.if`, a macro that
 * is never called. The program does not know these names, but a reader of the file looks for them.
 */
import { elementAt } from '#basics';
import {
  lineRange,
  type AssembledFile,
  type Assembly,
  type Name,
  type Statement,
  type SymbolDefinition,
  type SymbolKind,
} from '#assembler';
import { blockNames } from './block-names.ts';

/** Directives that define their first name, and what kind of symbol that is. */
const DEFINING: Readonly<Record<string, SymbolKind>> = {
  macro: 'macro',
  proc: 'label',
  lookup: 'label',
  zp: 'zero-page',
  row: 'row',
  column: 'column',
  frame: 'frame',
  field: 'field',
};

/** Definitions found in the text alone, where the program has none; their values are not known. */
export function inactiveDefinitions(assembly: Assembly, file: AssembledFile): readonly SymbolDefinition[] {
  const known = new Set<number>();
  const key = (line: number, character: number): number => line * 0x1000000 + character;
  const mark = ({ start }: SymbolDefinition['range']): void => void known.add(key(start.line, start.character));
  for (const { range } of assembly.symbols.definitionsIn(file.path)) mark(range);
  for (const { ranges } of blockNames(file.lines)) ranges.forEach(mark);
  let scope = '';
  const found: SymbolDefinition[] = [];
  for (let line = 0; line < file.lines.length; line++) {
    const { labels, statement, text } = elementAt(file.lines, line);
    if (labels.length === 0 && (statement === undefined || statement.kind === 'instruction')) continue;
    for (const { name, kind } of definedIn(labels, statement)) {
      const isLocal = name.text.startsWith('.');
      if (!isLocal && kind === 'label') scope = name.text;
      if (known.has(key(line, name.start))) continue;
      const fullName = isLocal && scope !== '' ? scope + name.text : name.text;
      const range = lineRange(line, name.start, name.end);
      const extent = lineRange(line, 0, text.length);
      const place = { file: file.path, range, extent, documentation: '', value: undefined };
      found.push({ ...place, name: fullName, kind, scope: isLocal ? scope : '' });
    }
  }
  return found;
}

interface Defined {
  readonly name: Name;
  readonly kind: SymbolKind;
}

function definedIn(labels: readonly Name[], statement: Statement | undefined): readonly Defined[] {
  const found = labels
    .filter(({ text }) => text !== '')
    .map((name) => ({ name, kind: name.text.startsWith('.') ? ('local' as const) : ('label' as const) }));
  if (statement?.kind === 'constant') return [...found, { name: statement.name, kind: 'constant' }];
  const kind = statement?.kind === 'directive' ? DEFINING[statement.name] : undefined;
  const name = statement?.kind === 'directive' ? statement.names[0] : undefined;
  return kind === undefined || name === undefined ? found : [...found, { name, kind }];
}
