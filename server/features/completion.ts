/**
 * Completion: mnemonics, directives and macros where a statement begins; names, registers and functions
 * in operands; paths in include lines; keys in declarations.
 *
 * What may stand at a position is worked out in tree/completion-context.ts; this file fills in the
 * candidates and puts the likely ones first. Documentation of a symbol is looked up when the editor asks for it.
 */
import {
  DIRECTIVES,
  FUNCTIONS,
  lineRange,
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
import { MNEMONIC_HELP, REGISTER_HELP } from '../help/mnemonics.ts';
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

/** The function that takes a name, not a value. */
const DEFINED = ['defined', 'whether a name is defined: 1 or 0'] as const;

const JUMPS: ReadonlySet<string> = new Set(JUMP_MNEMONICS);
const ROM_KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['label', 'local']);

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
  const value = [describeSymbol(view.assembly, definition), definition.documentation].filter(Boolean).join('\n\n');
  return { ...item, documentation: { kind: MarkupKind.Markdown, value } };
}

function candidates(view: View, position: Position, context: CompletionContext): CompletionItem[] {
  switch (context.kind) {
    case 'statement':
      return [...mnemonicItems(context.prefix), ...macroItems(view), ...directiveItems()];
    case 'directive':
      return directiveItems();
    case 'operand':
      return [
        ...blockItems(view, position),
        ...symbolItems(view, position, context),
        ...defineItems(view),
        ...registerItems(),
        ...functionItems(),
      ];
    case 'path':
      return context.head === '.include' ? pathItems(view) : [];
    case 'key':
      return keyItems(view, context);
    case 'nothing':
      return [];
  }
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

function symbolItems(view: View, position: Position, { head }: CompletionContext): CompletionItem[] {
  const wantsLabel = head !== undefined && JUMPS.has(head);
  return view.assembly.symbols
    .inScope(view.path, position)
    .filter(({ definition }) => definition.kind !== 'macro')
    .map(({ name, definition }) => ({
      label: name,
      kind: KINDS[definition.kind],
      detail: [KIND_NAMES[definition.kind], shortValue(definition)].filter(Boolean).join(' '),
      sortText: (ROM_KINDS.has(definition.kind) === wantsLabel ? '1' : '2') + name,
      data: dataOf(view, definition),
    }));
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

function registerItems(): CompletionItem[] {
  return Object.entries(REGISTER_HELP).map(([label, detail]) => ({
    label,
    kind: CompletionItemKind.Keyword,
    detail,
    sortText: `3${label}`,
  }));
}

function functionItems(): CompletionItem[] {
  const builtIn = Object.entries(FUNCTIONS).map(([name, { summary }]) => [name, summary] as const);
  return [...builtIn, DEFINED].map(([name, detail]) => ({
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

function keyItems(view: View, { head, prefix }: CompletionContext): CompletionItem[] {
  const keys = keysOf((head ?? '').slice(1));
  const key = /^([\w-]+)=/.exec(prefix)?.[1];
  if (key === undefined) {
    return Object.keys(keys).map((name) => ({ label: `${name}=`, kind: CompletionItemKind.Property }));
  }
  return valuesOf(view, keys[key] ?? []).map((value) => ({
    label: `${key}=${value}`,
    kind: CompletionItemKind.EnumMember,
  }));
}

function valuesOf({ assembly }: View, values: KeyValues): readonly string[] {
  if (values === 'set') return setsOf(assembly).map(({ name }) => name);
  if (values !== 'zero-page') return values;
  return assembly.symbols.definitionsOf('zero-page').map(({ name }) => name);
}

function dataOf(view: View, definition: SymbolDefinition): CompletionData {
  return { uri: view.uriOf(view.path), symbol: definition.name };
}
