/**
 * Outline of a document, and the search for symbols over the whole workspace.
 *
 * The outline nests: what a routine, macro or frame holds is below it, and local labels stand
 * below the label that they belong to, whose range reaches to the next one. Code that is not assembled
 * has its place in it too.
 */
import type { SymbolDefinition, SymbolKind as SourceKind } from '#assembler';
import { SymbolKind, type DocumentSymbol, type Location, type WorkspaceSymbol } from 'vscode-languageserver';
import { KIND_NAMES, shortValue } from '../help/symbols.ts';
import type { View } from '../project/view.ts';
import { inactiveDefinitions } from '../tree/inactive-definitions.ts';
import { isMade, writtenAt } from '../tree/made-names.ts';
import type { Program } from '../project/workspace.ts';

/** Symbols sent for one search; the editor asks again when the query grows. */
const MOST_RESULTS = 512;
/** Symbols of an outline. Nobody writes more into one file, and some megabytes of answer take seconds. */
const MOST_IN_OUTLINE = 20_000;

const KINDS: Readonly<Record<SourceKind, SymbolKind>> = {
  label: SymbolKind.Function,
  local: SymbolKind.Key,
  constant: SymbolKind.Constant,
  'zero-page': SymbolKind.Variable,
  row: SymbolKind.Array,
  column: SymbolKind.Array,
  frame: SymbolKind.Struct,
  field: SymbolKind.Field,
  macro: SymbolKind.Operator,
};

interface Node extends DocumentSymbol {
  readonly definition: SymbolDefinition;
  children: Node[];
}

/** The symbols that a document defines, as a tree; of very many the first, and an entry that says so. */
export function documentSymbols(view: View): DocumentSymbol[] {
  const all = definitionsOf(view).sort(byPlace);
  const rest = all.length - MOST_IN_OUTLINE;
  const symbols = [...tree(view, rest > 0 ? all.slice(0, MOST_IN_OUTLINE) : all), ...testSymbols(view)];
  if (rest <= 0) return symbols;
  const { range } = all[MOST_IN_OUTLINE]!;
  const name = `(${rest} more ${rest === 1 ? 'symbol is' : 'symbols are'} not shown)`;
  return [...symbols, { name, kind: SymbolKind.Null, range, selectionRange: range, children: [] }];
}

/** The tests of a file, by their names. */
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

function tree(view: View, definitions: readonly SymbolDefinition[]): DocumentSymbol[] {
  const roots: Node[] = [];
  const open: Node[] = [];
  for (const definition of definitions) {
    const node = nodeOf(definition);
    while (open.length > 0 && !holds(open.at(-1)!, definition)) open.pop();
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  const lastLine = Math.max(0, view.file.lines.length - 1);
  closeRanges(roots, { line: lastLine, character: view.file.lines[lastLine]?.text.length ?? 0 });
  return roots.map(plain);
}

/** Symbols of all programs whose names hold the letters of the query in order, whatever their case. */
export function workspaceSymbols(programs: readonly Program[], query: string): WorkspaceSymbol[] {
  const wanted = query.toLowerCase();
  const found = new Map<string, WorkspaceSymbol>();
  for (const { assembly, uriOf } of programs) {
    for (const definition of assembly.symbols.definitions) {
      if (!isSubsequence(wanted, definition.name.toLowerCase())) continue;
      const { file, range: place } = writtenAt(assembly, definition);
      const symbol = workspaceSymbol(definition, { uri: uriOf(file), range: place });
      const { uri, range } = symbol.location as Location;
      const key = `${uri}:${range.start.line}:${range.start.character}`;
      if (!found.has(key)) found.set(key, symbol);
      if (found.size === MOST_RESULTS) return [...found.values()];
    }
  }
  return [...found.values()];
}

function workspaceSymbol({ name, kind, scope }: SymbolDefinition, location: Location): WorkspaceSymbol {
  const symbol = { name, kind: KINDS[kind], location };
  return scope === '' ? symbol : { ...symbol, containerName: scope };
}

/**
 * Definitions in the document. A macro that is called often defines its labels at one place, which counts
 * once; names that it makes from its arguments are elsewhere.
 */
function definitionsOf(view: View): SymbolDefinition[] {
  const byRange = new Map<number, SymbolDefinition>();
  const inactive = inactiveDefinitions(view.assembly, view.file);
  for (const definition of [...view.assembly.symbols.definitionsIn(view.path), ...inactive]) {
    if (isMade(view.assembly, definition)) continue;
    const { start } = definition.range;
    const key = start.line * 0x1000000 + start.character;
    if (!byRange.has(key)) byRange.set(key, definition);
  }
  return [...byRange.values()];
}

function nodeOf(definition: SymbolDefinition): Node {
  const value = shortValue(definition);
  return {
    definition,
    name:
      definition.kind === 'local' ? `.${definition.name.slice(definition.name.lastIndexOf('.') + 1)}` : definition.name,
    detail: value === '' ? KIND_NAMES[definition.kind] : value,
    kind: KINDS[definition.kind],
    range: definition.extent,
    selectionRange: definition.range,
    children: [],
  };
}

/** Whether a later definition stands inside a node: in its block, or as a local of its label. */
function holds(node: Node, inner: SymbolDefinition): boolean {
  const outer = node.definition;
  if (inner.scope !== '' && (inner.scope === outer.name || outer.name.startsWith(`${inner.scope}.`))) {
    return inner.scope === outer.name;
  }
  return inner.range.start.line <= outer.extent.end.line && outer.extent.end.line > outer.extent.start.line;
}

/** Lets a label's range reach to the next symbol beside it, and a parent cover its children, as LSP demands. */
function closeRanges(nodes: readonly Node[], end: { line: number; character: number }): void {
  nodes.forEach((node, index) => {
    const beside = nodes[index + 1]?.range.start.line;
    const next = beside === undefined ? end : { line: beside, character: 0 };
    closeRanges(node.children, next);
    const last = node.children.at(-1)?.range.end;
    const isLabel = node.definition.kind === 'label' && node.range.end.line === node.range.start.line;
    if (isLabel) node.range = { start: node.range.start, end: isAfter(next, node.range.end) ? next : node.range.end };
    if (last !== undefined && isAfter(last, node.range.end)) node.range = { start: node.range.start, end: last };
  });
}

function isAfter(a: { line: number; character: number }, b: { line: number; character: number }): boolean {
  return a.line > b.line || (a.line === b.line && a.character > b.character);
}

function byPlace(a: SymbolDefinition, b: SymbolDefinition): number {
  return (
    a.extent.start.line - b.extent.start.line ||
    b.extent.end.line - a.extent.end.line ||
    a.range.start.character - b.range.start.character
  );
}

function plain({ name, detail, kind, range, selectionRange, children }: Node): DocumentSymbol {
  return { name, detail: detail ?? '', kind, range, selectionRange, children: children.map(plain) };
}

function isSubsequence(letters: string, text: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
