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
  type SymbolDefinition,
  type SymbolKind,
} from '#assembler';
import { blockNames } from './block-names.ts';
import { PlaceSet } from './place-set.ts';

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
  const known = new PlaceSet(file.lines.length);
  for (const { range } of assembly.symbols.definitionsIn(file.path)) known.add(range.start);
  const unknown = unknownDefinitions(file, known);
  // Usually the program knows all names, so the names of blocks are not looked for.
  if (unknown.length === 0) return unknown;
  const inBlocks = new PlaceSet(file.lines.length);
  for (const { ranges } of blockNames(file.lines)) for (const { start } of ranges) inBlocks.add(start);
  return unknown.filter(({ range: { start } }) => !inBlocks.has(start.line, start.character));
}

/** What the text defines at other places than the known ones. */
function unknownDefinitions({ path, lines }: AssembledFile, known: PlaceSet): readonly SymbolDefinition[] {
  const found: SymbolDefinition[] = [];
  let scope = '';
  const define = (line: number, { text: name, start, end }: Name, kind: SymbolKind): void => {
    const isLocal = name.startsWith('.');
    if (!isLocal && kind === 'label') scope = name;
    if (known.has(line, start)) return;
    found.push({
      name: isLocal ? scope + name : name,
      kind,
      scope: isLocal ? scope : '',
      file: path,
      range: lineRange(line, start, end),
      extent: lineRange(line, 0, lines[line]?.text.length ?? 0),
      documentation: '',
      value: undefined,
    });
  };
  // Runs over all lines at each keystroke, so it creates no objects for known names.
  for (let line = 0; line < lines.length; line++) {
    const { labels, statement } = elementAt(lines, line);
    for (const name of labels) if (name.text !== '') define(line, name, name.text.startsWith('.') ? 'local' : 'label');
    if (statement?.kind === 'constant') define(line, statement.name, 'constant');
    if (statement?.kind !== 'directive') continue;
    const kind = DEFINING[statement.name];
    const [name] = statement.names;
    if (kind !== undefined && name !== undefined) define(line, name, kind);
  }
  return found;
}
