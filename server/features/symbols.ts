/**
 * Outline of a document, and the search for symbols over the whole workspace.
 *
 * The outline nests: what a routine, macro or frame contains is below it, and local labels are below the
 * label that they belong to, whose range reaches to the next one. Code that is not assembled is included, too.
 */
import { elementAt } from '#basics';
import { comparePositions, lineRange } from '#assembler';
import type { Position, SymbolDefinition } from '#assembler';
import { SymbolKind, type DocumentSymbol, type WorkspaceSymbol } from 'vscode-languageserver';
import { KINDS, shortValue } from '../help/symbols.ts';
import type { Program, View } from '../project/view.ts';
import { inactiveDefinitions } from '../tree/inactive-names.ts';
import { isMade, writtenAt } from '../tree/made-names.ts';
import { lastPart, PlaceSet } from '../tree/places.ts';

/** The most symbols of an outline. No real file has more, and an answer of several megabytes takes seconds. */
const MOST_IN_OUTLINE = 20_000;

/** The symbols that a document defines, as a tree. If there are too many: the first ones, and an entry that says so. */
export function documentSymbols(view: View): DocumentSymbol[] {
  const all = definitionsOf(view).sort(byPlace);
  const rest = all.length - MOST_IN_OUTLINE;
  const shown = [...tree(view, rest > 0 ? all.slice(0, MOST_IN_OUTLINE) : all), ...testSymbols(view)];
  const symbols = inSections(view, [...shown, ...includeSymbols(view)]);
  if (rest <= 0) return symbols;
  const { range } = elementAt(all, MOST_IN_OUTLINE);
  const name = `(${rest} more ${rest === 1 ? 'symbol is' : 'symbols are'} not shown)`;
  return [...symbols, { name, kind: SymbolKind.Null, range, selectionRange: range, children: [] }];
}

/** The sources that a file includes, by their paths. */
function includeSymbols({ file }: View): DocumentSymbol[] {
  return file.lines.flatMap(({ statement, text }, line) => {
    const path = statement?.kind === 'directive' && statement.name === 'include' ? statement.texts[0] : undefined;
    if (path === undefined || path.text === '') return [];
    const selectionRange = lineRange(line, path.start, path.end);
    const range = lineRange(line, 0, text.length);
    return [{ name: path.text, detail: 'include', kind: SymbolKind.File, range, selectionRange, children: [] }];
  });
}

/** A banner: a comment line with a title between rules (`; ---- Tables ----`), or after one. */
const BANNER = /^\s*(?:;+|\/\/+)\s*[-=*#_]{3,}\s*(\S.*?)\s*[-=*#_]*\s*$/;

function bannersOf({ lines }: View['file']) {
  return lines.flatMap(({ text, comment, statement }, line) => {
    const title = comment < 0 || statement !== undefined ? undefined : BANNER.exec(text)?.[1];
    return title !== undefined && /\w/.test(title) ? [{ title, line, text }] : [];
  });
}

/** Puts what is below a banner into a section with its title. */
function inSections({ file }: View, symbols: readonly DocumentSymbol[]): DocumentSymbol[] {
  const sorted = [...symbols].sort((a, b) => a.range.start.line - b.range.start.line);
  const banners = bannersOf(file);
  if (banners.length === 0) return sorted;
  const lastLine = file.lines.length - 1;
  const sections = banners.map(({ title, line, text }, index): DocumentSymbol => {
    const end = (banners[index + 1]?.line ?? lastLine + 1) - 1;
    const start = text.indexOf(title);
    return {
      name: title,
      kind: SymbolKind.Namespace,
      range: { start: { line, character: 0 }, end: { line: end, character: file.lines[end]?.text.length ?? 0 } },
      selectionRange: lineRange(line, start, start + title.length),
      children: [],
    };
  });
  const outside: DocumentSymbol[] = [];
  for (const symbol of sorted) {
    const { start, end } = symbol.range;
    const section = sections.findLast(({ range }) => range.start.line <= start.line);
    if (section === undefined) outside.push(symbol);
    else {
      section.children?.push(symbol);
      // A parent covers its children.
      if (comparePositions(end, section.range.end) > 0) section.range = { start: section.range.start, end };
    }
  }
  return [...outside, ...sections];
}

function testSymbols({ assembly, path, file }: View): DocumentSymbol[] {
  return assembly.tests.tests
    .filter((test) => test.file === path)
    .map(({ name, range }) => {
      const { line } = range.start;
      const start = (file.lines[line]?.text ?? '').indexOf(`"${name}"`) + 1;
      const end = { line, character: start + (start > 0 ? name.length : 0) };
      return { name, kind: SymbolKind.Event, range, selectionRange: { start: { line, character: start }, end } };
    });
}

/** A symbol that can still get children. */
type Open = { definition: SymbolDefinition; symbol: DocumentSymbol; children: DocumentSymbol[] };

/** Nests definitions, which are sorted by place. */
function tree({ file }: View, definitions: readonly SymbolDefinition[]): DocumentSymbol[] {
  const roots: DocumentSymbol[] = [];
  const open: Open[] = [];
  const close = (next: Position): void => {
    const closed = open.pop();
    if (closed !== undefined) closeRange(closed, next);
  };
  for (const definition of definitions) {
    let outer = open.at(-1);
    while (outer !== undefined && !holds(outer.definition, definition)) {
      close(definition.extent.start);
      outer = open.at(-1);
    }
    const children: DocumentSymbol[] = [];
    const { name, kind, extent, range } = definition;
    const shown = kind === 'local' ? `.${lastPart(name)}` : name;
    const detail = shortValue(definition) || KINDS[kind].name;
    const symbol = { name: shown, detail, kind: KINDS[kind].outline, range: extent, selectionRange: range, children };
    (outer?.children ?? roots).push(symbol);
    open.push({ definition, symbol, children });
  }
  const line = Math.max(0, file.lines.length - 1);
  while (open.length > 0) close({ line, character: file.lines[line]?.text.length ?? 0 });
  return roots;
}

/**
 * All symbols of all programs whose names contain the letters of the query in order, in any case. The likeliest come
 * first: the name itself, names that begin with the query, that contain it as a word, that contain it, and the others.
 * Among equals, labels and macros come first, then shorter names.
 */
export function workspaceSymbols(programs: readonly Program[], query: string): WorkspaceSymbol[] {
  const wanted = query.toLowerCase();
  const found = new Map<string, { symbol: WorkspaceSymbol; rank: number }>();
  for (const { assembly, uriOf } of programs) {
    for (const definition of assembly.symbols.definitions) {
      if (!isSubsequence(wanted, definition.name.toLowerCase())) continue;
      const { file, range } = writtenAt(assembly, definition);
      const uri = uriOf(file);
      const key = `${uri}:${range.start.line}:${range.start.character}`;
      if (found.has(key)) continue;
      const { name, kind, scope } = definition;
      const container = scope === '' ? {} : { containerName: scope };
      const symbol = { name, kind: KINDS[kind].outline, location: { uri, range }, ...container };
      found.set(key, { symbol, rank: rankOf(definition, wanted) });
    }
  }
  const byRank = [...found.values()].sort(
    (a, b) =>
      a.rank - b.rank || a.symbol.name.length - b.symbol.name.length || (a.symbol.name < b.symbol.name ? -1 : 1),
  );
  return byRank.map(({ symbol }) => symbol);
}

/** How well a name matches a query in lower case; lower is better. */
function rankOf({ name, kind }: SymbolDefinition, wanted: string): number {
  const last = lastPart(name);
  const lower = last.toLowerCase();
  const place = lower.indexOf(wanted);
  const isWord =
    place > 0 && /[A-Z_]/.test(last.slice(place, place + 1) + last.slice(place - 1, place).replace(/[A-Z]/, ''));
  const match = lower === wanted ? 0 : place === 0 ? 1 : isWord ? 2 : place > 0 ? 3 : 4;
  return 2 * match + (kind === 'label' || kind === 'macro' ? 0 : 1);
}

/**
 * Definitions in the document. A macro that is called often defines its labels at one place, which counts
 * once; names that it makes from its arguments are elsewhere.
 */
function definitionsOf({ assembly, path, file }: View): SymbolDefinition[] {
  const places = new PlaceSet(file.lines.length);
  return [...assembly.symbols.definitionsIn(path), ...inactiveDefinitions(assembly, file)].filter(
    (definition) => !isMade(assembly, definition) && places.add(definition.range.start),
  );
}

/** Whether a later definition is inside another one: in its block, or as a local of its label. */
function holds(outer: SymbolDefinition, inner: SymbolDefinition): boolean {
  if (inner.scope !== '' && (inner.scope === outer.name || outer.name.startsWith(`${inner.scope}.`)))
    return inner.scope === outer.name;
  return inner.range.start.line <= outer.extent.end.line && outer.extent.end.line > outer.extent.start.line;
}

/** Extends a label's range to the next symbol outside it, and a parent's over its children, as LSP requires. */
function closeRange({ definition: { kind, extent }, symbol, children }: Open, next: Position): void {
  const isLabel = kind === 'label' && extent.end.line === extent.start.line;
  const last = children.at(-1)?.range.end;
  let { end } = extent;
  if (isLabel && comparePositions(next, end) > 0) end = next;
  if (last !== undefined && comparePositions(last, end) > 0) end = last;
  symbol.range = { start: extent.start, end };
}

function byPlace(a: SymbolDefinition, b: SymbolDefinition): number {
  return (
    a.extent.start.line - b.extent.start.line ||
    b.extent.end.line - a.extent.end.line ||
    a.range.start.character - b.range.start.character
  );
}

export function isSubsequence(letters: string, text: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
