/**
 * Names in code that is not assembled: the other arm of an `.if`, a macro that is never called.
 *
 * The program resolves the names that it knows. Names that only such code defines, which a reader of the file looks for
 * as well, are found here by their text: a global name anywhere, a local one below the same label.
 */
import { elementAt, remembered } from '#basics';
import { lineRange, eachPlaceOf } from '#assembler';
import type {
  AssembledFile,
  Assembly,
  Name,
  SymbolDefinition,
  SymbolKind,
  Location,
  ParsedLine,
  Position,
  SymbolReference,
} from '#assembler';
import { blockNames } from './block-names.ts';
import { lastPart, PlaceSet, symbolsOf } from './places.ts';

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

/** The reference at a position to a name that is defined in code that is not assembled. */
export function inactiveReferenceAt(assembly: Assembly, path: string, position: Position): SymbolReference | undefined {
  const file = assembly.file(path);
  const line = file?.lines[position.line];
  if (file === undefined || line === undefined) return undefined;
  const name = namesOn(line).find(({ start, end }) => start <= position.character && position.character <= end);
  if (name === undefined || name.text === '') return undefined;
  const fullName = fullNameOf(file, position.line, name.text);
  const definition = definitionOf(assembly, file, fullName);
  if (definition === undefined) return undefined;
  const range = lineRange(position.line, name.start, name.end);
  const isDefinition = definition.file === path && definition.range.start.line === position.line;
  return { file: path, range, definition, isDefinition, isWrite: false };
}

/** The program's own definition, which another arm may repeat; otherwise the first one in the file, or in any file. */
function definitionOf(assembly: Assembly, file: AssembledFile, fullName: string): SymbolDefinition | undefined {
  const known = assembly.symbols.definitionNamed(fullName);
  if (known !== undefined) return known;
  for (const each of [file, ...assembly.files]) {
    if (!each.lines.some(({ text }) => text.includes(lastPart(fullName)))) continue;
    const found = inactiveDefinitions(assembly, each).find(({ name }) => name === fullName);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Where a name is written without the program seeing it: in code that is not assembled, and in arguments on which no
 * word depends.
 * @param known where the program sees the name
 * @param path the only file to look at; undefined: all
 */
export function inactivePlaces(
  assembly: Assembly,
  name: string,
  known: readonly Location[],
  path?: string,
): readonly Location[] {
  const ends = endsByFile(assembly, known);
  return assembly.files.flatMap((file) =>
    path === undefined || path === file.path ? placesIn(assembly, file, name, ends.get(file.path)) : [],
  );
}

function placesIn({ symbols }: Assembly, file: AssembledFile, fullName: string, knownEnds?: PlaceSet): Location[] {
  const word = lastPart(fullName);
  // Few lines have the word in other places than at the end of a known name.
  const found = new Set<number>();
  eachPlaceOf(word, file, (line, character) => {
    if (knownEnds?.has(line, character + word.length) !== true) found.add(line);
  });
  if (found.size === 0) return [];
  const ofBlocks = blockNames(file.lines).flatMap(({ ranges }) => ranges.map(({ start }) => start));
  return [...found].flatMap((line) => {
    const named = namesOn(elementAt(file.lines, line)).filter(
      ({ text }) => text !== '' && fullNameOf(file, line, text) === fullName,
    );
    if (named.length === 0) return [];
    const seen = new Set(symbols.referencesOn(file.path, line, line).map(({ range }) => range.start.character));
    for (const start of ofBlocks) if (start.line === line) seen.add(start.character);
    return named
      .filter(({ start }) => !seen.has(start))
      .map(({ start, end }) => ({ file: file.path, range: lineRange(line, start, end) }));
  });
}

function endsByFile(assembly: Assembly, places: readonly Location[]): ReadonlyMap<string, PlaceSet> {
  const files = new Map<string, PlaceSet>();
  for (const { file, range } of places) {
    remembered(files, file, () => new PlaceSet(assembly.file(file)?.lines.length ?? 0)).add(range.end);
  }
  return files;
}

/** The names on a line: labels, what a statement defines or calls, and those in its expressions. */
function namesOn({ labels, statement }: ParsedLine): readonly Name[] {
  if (statement === undefined) return labels;
  const used = symbolsOf(statement).map(({ name, start, end }) => ({ text: name, start, end }));
  const own =
    statement.kind === 'constant' || statement.kind === 'call'
      ? [statement.name]
      : statement.kind === 'directive'
        ? statement.names
        : [];
  return [...labels, ...own, ...used];
}

/** A name, if it is local, with the label above that owns it. */
function fullNameOf({ lines }: AssembledFile, line: number, name: string): string {
  if (!name.startsWith('.')) return name;
  for (let above = line; above >= 0; above--) {
    const { labels, statement } = elementAt(lines, above);
    const owner = labels.findLast(({ text }) => text !== '' && !text.startsWith('.'));
    if (owner !== undefined) return owner.text + name;
    const opened = statement?.kind === 'directive' && statement.name === 'proc' ? statement.names[0] : undefined;
    if (opened !== undefined) return opened.text + name;
  }
  return name;
}
