/**
 * Completion: mnemonics, directives and macros where a statement begins; names, registers and functions
 * in operands; paths in include lines; keys in declarations.
 *
 * What may stand at a position is worked out in tree/completion-context.ts; this file fills in the
 * candidates and puts the likely ones first. Documentation of a symbol is looked up when the editor asks for it.
 */
import {
  DIAGNOSTIC_CODES,
  DIRECTIVES,
  LIBRARY_NAMES,
  lineRange,
  type Assembly,
  type Position,
  type Range,
  type SymbolDefinition,
  type SymbolKind,
} from '#assembler';
import { JUMP_MNEMONICS, MNEMONICS } from '#isa';
import {
  CompletionItemKind,
  InsertTextFormat,
  MarkupKind,
  type CompletionItem,
  type CompletionList,
} from 'vscode-languageserver';
import { keysOf, type KeyValues } from '../help/declaration-keys.ts';
import { FUNCTION_HELP } from '../help/functions.ts';
import { MNEMONIC_HELP, REGISTER_HELP } from '../help/mnemonics.ts';
import { codeBlock } from '../help/markdown.ts';
import { describeSymbol, KIND_NAMES, shortValue, signatureOf } from '../help/symbols.ts';
import type { View } from '../project/view.ts';
import { SETTINGS_SECTION } from '../protocol.ts';
import { blockNames } from '../tree/block-names.ts';
import { completionContext, type CompletionContext } from '../tree/completion-context.ts';
import { lineAt } from '../tree/places.ts';
import { setsOf } from '../tree/sets.ts';

/** Characters that open a list without being asked. */
export const COMPLETION_TRIGGERS = ['.', '"', '/', '[', ',', '='] as const;

const KINDS: Readonly<Record<SymbolKind, CompletionItemKind>> = {
  label: CompletionItemKind.Function,
  local: CompletionItemKind.Reference,
  constant: CompletionItemKind.Constant,
  'zero-page': CompletionItemKind.Variable,
  row: CompletionItemKind.Variable,
  column: CompletionItemKind.Variable,
  frame: CompletionItemKind.Struct,
  field: CompletionItemKind.Field,
  macro: CompletionItemKind.Snippet,
};

const JUMPS: ReadonlySet<string> = new Set(JUMP_MNEMONICS);
/** Directives whose operands are labels. */
const LABEL_DIRECTIVES: ReadonlySet<string> = new Set(
  ['check', 'sync', 'exact', 'atmost', 'targets', 'trampoline'].map((name) => `.${name}`),
);
const ROM_KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['label', 'local']);
/** Kinds that a zero-page address is, and a low byte under Y. */
const ZERO_PAGE_KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['zero-page']);
const TABLE_KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['column', 'field', 'row']);
const ADDRESS_REGISTERS: ReadonlySet<string> = new Set(['x', 'y', 'x++']);

/** What the editor sends back to have an item's documentation filled in. */
export interface CompletionData {
  readonly uri: string;
  readonly symbol: string;
}

/** The candidates at a position; null where nothing is to be completed. */
export function complete(view: View, position: Position): CompletionList | null {
  const line = lineAt(view, position.line);
  if (line === undefined) return null;
  const context = completionContext(line, position.character);
  const range = lineRange(position.line, context.start, context.end);
  const items = candidates(view, position, context).map((item) => withEdit(item, range));
  return items.length === 0 ? null : { isIncomplete: false, items };
}

/** An item with the documentation of its symbol. */
export function resolveCompletion(view: View, item: CompletionItem): CompletionItem {
  const { symbol } = item.data as CompletionData;
  const definition = view.assembly.symbols.definitionNamed(symbol);
  if (definition === undefined) return item;
  const { documentation } = definition;
  const parts = [describeSymbol(view.assembly, definition)];
  if (documentation !== '') parts.push(codeBlock(documentation, 'text'));
  return { ...item, documentation: { kind: MarkupKind.Markdown, value: parts.join('\n\n') } };
}

function candidates(view: View, position: Position, context: CompletionContext): CompletionItem[] {
  switch (context.kind) {
    case 'statement':
      return [...mnemonicItems(context.prefix), ...macroItems(view), ...directiveItems()];
    case 'directive':
      return directiveItems();
    case 'operand':
      return operandItems(view, position, context);
    case 'path':
      return context.head === '.include' ? pathItems(view) : [];
    case 'library':
      return LIBRARY_NAMES.map((name) => ({ label: `<${name}>`, kind: CompletionItemKind.File }));
    case 'key':
      return keyItems(view, context);
    case 'word':
      return wordItems(context);
    case 'nothing':
      return [];
  }
}

/** Behind a dot stand local labels alone. */
function operandItems(view: View, position: Position, context: CompletionContext): CompletionItem[] {
  const symbols = symbolItems(view, position, context);
  if (context.prefix.startsWith('.')) return symbols;
  return [
    ...blockItems(view, position),
    ...symbols,
    ...defineItems(view),
    ...registerItems(context),
    ...functionItems(),
  ];
}

function withEdit(item: CompletionItem, range: Range): CompletionItem {
  const { insertText, ...rest } = item;
  return { ...rest, filterText: item.filterText ?? item.label, textEdit: { range, newText: insertText ?? item.label } };
}

function mnemonicItems(prefix: string): CompletionItem[] {
  const upper = prefix !== prefix.toLowerCase();
  return MNEMONICS.map((mnemonic) => ({
    label: upper ? mnemonic.toUpperCase() : mnemonic,
    kind: CompletionItemKind.Keyword,
    detail: MNEMONIC_HELP[mnemonic],
    sortText: `1${mnemonic}`,
  }));
}

function macroItems(view: View): CompletionItem[] {
  return view.assembly.symbols.definitionsOf('macro').map((definition) => ({
    label: definition.name,
    kind: CompletionItemKind.Snippet,
    detail: signatureOf(definition),
    sortText: `2${definition.name}`,
    data: dataOf(view, definition),
  }));
}

function directiveItems(): CompletionItem[] {
  return Object.entries(DIRECTIVES).map(([name, { usage, summary }]) => ({
    label: `.${name}`,
    kind: CompletionItemKind.Keyword,
    detail: `.${name} ${usage}`.trimEnd(),
    documentation: summary,
    sortText: `3${name}`,
  }));
}

function symbolItems(view: View, position: Position, context: CompletionContext): CompletionItem[] {
  const rankOf = ranking(context);
  const isLocal = context.prefix.startsWith('.');
  return view.assembly.symbols
    .inScope(view.path, position)
    .filter(({ name, definition }) => definition.kind !== 'macro' && (!isLocal || name.startsWith('.')))
    .map(({ name, definition }) => ({
      label: name,
      kind: KINDS[definition.kind],
      detail: [KIND_NAMES[definition.kind], shortValue(definition)].filter(Boolean).join(' '),
      sortText: `${rankOf(definition.kind)}${name}`,
      data: dataOf(view, definition),
    }));
}

/** How likely a kind of symbol is at a place: 1 comes first. */
function ranking({ head = '', typed = '' }: CompletionContext): (kind: SymbolKind) => number {
  if (JUMPS.has(head) || LABEL_DIRECTIVES.has(head)) return (kind) => (ROM_KINDS.has(kind) ? 1 : 2);
  const bracket = openBracket(typed);
  if (bracket === undefined) return (kind) => (ROM_KINDS.has(kind) ? 2 : 1);
  const likely = /^\s*y\s*,/i.test(bracket) ? TABLE_KINDS : ZERO_PAGE_KINDS;
  return (kind) => {
    if (likely.has(kind)) return 1;
    if (ROM_KINDS.has(kind)) return 4;
    return kind === 'constant' ? 3 : 2;
  };
}

/** What stands behind a bracket that is not closed. */
function openBracket(typed: string): string | undefined {
  const open = typed.lastIndexOf('[');
  return open > typed.lastIndexOf(']') ? typed.slice(open + 1) : undefined;
}

/** Constants from the settings. */
function defineItems({ settings }: View): CompletionItem[] {
  return Object.entries(settings.defines).map(([name, value]) => ({
    label: name,
    kind: CompletionItemKind.Constant,
    detail: `constant ${shortValue({ kind: 'constant', value })}, from ${SETTINGS_SECTION}.defines`,
    sortText: `2${name}`,
  }));
}

/** Parameters and counters of the blocks around the line. */
function blockItems(view: View, { line }: Position): CompletionItem[] {
  return blockNames(view.file.lines)
    .filter(({ firstLine, lastLine }) => firstLine < line && line <= lastLine)
    .map(({ name, description }) => ({
      label: name,
      kind: CompletionItemKind.Variable,
      detail: description,
      sortText: `0${name}`,
    }));
}

/** Registers; between brackets those that make addresses. */
function registerItems({ typed = '' }: CompletionContext): CompletionItem[] {
  const isAddress = openBracket(typed) !== undefined;
  return Object.entries(REGISTER_HELP)
    .filter(([name]) => !isAddress || ADDRESS_REGISTERS.has(name))
    .map(([label, detail]) => ({
      label,
      kind: CompletionItemKind.Keyword,
      detail,
      sortText: `${isAddress ? 1 : 3}${label}`,
    }));
}

/** Words that a directive takes: what `.lint` switches, and what `.headers` asks for. */
function wordItems({ head, typed = '' }: CompletionContext): CompletionItem[] {
  const word = (label: string): CompletionItem => ({ label, kind: CompletionItemKind.Keyword });
  if (head === '.headers') return [word('required')];
  if (!/^\s*(?:off|on)\b\s/i.test(typed)) return [word('off'), word('on')];
  return Object.entries(DIAGNOSTIC_CODES)
    .filter(([, [severity]]) => severity !== 'error')
    .map(([code, [, title]]) => ({ label: code, kind: CompletionItemKind.EnumMember, detail: title }));
}

function functionItems(): CompletionItem[] {
  return [...FUNCTION_HELP].map(([name, { summary: detail }]) => ({
    label: name,
    kind: CompletionItemKind.Function,
    detail,
    insertText: `${name}($1)`,
    insertTextFormat: InsertTextFormat.Snippet,
    sortText: `4${name}`,
  }));
}

function pathItems(view: View): CompletionItem[] {
  return view.includable().map((path) => ({ label: path, kind: CompletionItemKind.File }));
}

function keyItems(view: View, { head, prefix, typed = '' }: CompletionContext): CompletionItem[] {
  const keys = keysOf((head ?? '').slice(1));
  const key = /^([\w-]+)=/.exec(prefix)?.[1];
  if (key === undefined) {
    const named = Object.keys(keys).map((name) => ({ label: `${name}=`, kind: CompletionItemKind.Property }));
    return [...placeItems(head ?? '', typed), ...named];
  }
  return valuesOf(view, keys[key] ?? []).map((value) => ({
    label: `${key}=${value}`,
    kind: CompletionItemKind.EnumMember,
  }));
}

/** The words before a place and a size, where a declaration takes them and has none yet. */
function placeItems(head: string, typed: string): CompletionItem[] {
  const usage = DIRECTIVES[head.slice(1)]?.usage ?? '';
  return ['at', 'bytes']
    .filter((word) => new RegExp(`\\b${word} \\w`).test(usage) && !new RegExp(`\\b${word}\\b`, 'i').test(typed))
    .map((word) => ({ label: word, kind: CompletionItemKind.Keyword, insertText: `${word} `, sortText: `0${word}` }));
}

function valuesOf({ assembly }: View, values: KeyValues): readonly string[] {
  if (values === 'set') return setsOf(assembly).map(({ name }) => name);
  if (values === 'loop-count') return loopCounts(assembly);
  if (values !== 'zero-page') return values;
  return assembly.symbols.definitionsOf('zero-page').map(({ name }) => name);
}

/** The names by which loops say how often they run. */
function loopCounts({ files }: Assembly): readonly string[] {
  const names = files.flatMap(({ lines }) =>
    lines.flatMap(({ statement }) =>
      statement?.kind === 'directive' && statement.name === 'loop'
        ? statement.keys.filter(({ key }) => key === 'name').map(({ value }) => value)
        : [],
    ),
  );
  return [...new Set(names)];
}

function dataOf(view: View, definition: SymbolDefinition): CompletionData {
  return { uri: view.uriOf(view.path), symbol: definition.name };
}
