/**
 * Completion: mnemonics, directives and macros where a statement begins; in operands, what fits the slot; paths
 * in include lines; keys in declarations and headers.
 *
 * What may be at a position is worked out in tree/completion-context.ts and tree/parameters.ts; this file
 * gathers the candidates, puts the likely ones first and keeps the list short. Documentation of a symbol is
 * looked up when the editor asks for it.
 */
import { LIBRARY_NAMES, lineRange, resolvePath, type Position, type Range } from '#assembler';
import { CompletionItemKind, MarkupKind, type CompletionItem, type CompletionList } from 'vscode-languageserver';
import { SOURCE_EXTENSION } from '../files/file-store.ts';
import { folderOf } from '../files/uris.ts';
import { codeBlock } from '../help/markdown.ts';
import { describeSymbol } from '../help/symbols.ts';
import type { View } from '../project/view.ts';
import { completionContext, type CompletionContext } from '../tree/completion-context.ts';
import { slotAt, namesGiven } from '../tree/parameters.ts';
import { usesNear, isInSegment, vcpuSlot } from '../tree/places.ts';
import { detailOf, fittingNames, type CompletionData, type Ranked } from './operand-names.ts';
import {
  directiveItems,
  directiveWords,
  headerItems,
  keyItems,
  mnemonicItems,
  operandWords,
  vcpuItems,
} from './statement-words.ts';
import { isSubsequence } from './symbols.ts';

export type { CompletionData } from './operand-names.ts';

/** Characters that open a list automatically. */
export const COMPLETION_TRIGGERS = ['.', '"', '/', '[', ',', '='] as const;

/** How many candidates are shown before a letter is typed, and after. */
const MOST_ITEMS = 60;
const MOST_MATCHES = 200;

/** The folder whose files the path of an `.incbin` or `.romdata` at a position can name; undefined elsewhere. */
export function binaryFolder(view: View, position: Position): string | undefined {
  const line = view.file.lines[position.line];
  const context = line === undefined ? undefined : completionContext(line, position.character);
  if (context?.kind !== 'path' || context.head === '.include') return undefined;
  const file = resolvePath(view.path, `${folderTyped(context.prefix)}file`);
  const isInside = view.root === undefined || file?.startsWith(`${view.root}/`) === true;
  return file === undefined || !isInside ? undefined : view.uriOf(folderOf(file));
}

/**
 * The candidates at a position; null if nothing can be completed.
 * @param entries the contents of the folder that {@link binaryFolder} names
 */
export function complete(view: View, position: Position, entries: readonly string[] = []): CompletionList | null {
  const line = view.file.lines[position.line];
  if (line === undefined) return null;
  const context = completionContext(line, position.character);
  const range = lineRange(position.line, context.start, context.end);
  const all = candidates(view, position, context, entries);
  const likely = likeliest(all, context.prefix);
  if (likely.length === 0) return null;
  const items = likely.map(({ item }, index) => finished(item, range, index));
  return { isIncomplete: likely.length < all.length, items };
}

/** An item with the documentation of its symbol, and with its value, which the last keystrokes may have changed. */
export function resolveCompletion(view: View, item: CompletionItem): CompletionItem {
  const { symbol } = item.data as CompletionData;
  const definition = view.assembly.symbols.definitionNamed(symbol);
  if (definition === undefined) return item;
  const { documentation } = definition;
  const parts = [describeSymbol(view.assembly, definition)];
  if (documentation !== '') parts.push(codeBlock(documentation, 'text'));
  return {
    ...item,
    detail: detailOf(definition),
    documentation: { kind: MarkupKind.Markdown, value: parts.join('\n\n') },
  };
}

function candidates(
  view: View,
  position: Position,
  context: CompletionContext,
  entries: readonly string[],
): readonly Ranked[] {
  switch (context.kind) {
    case 'statement':
      return [
        ...(isInSegment(view.file.lines, position.line) ? vcpuItems() : mnemonicItems(context.prefix)),
        ...macroItems(view, position),
        ...directiveItems(),
      ];
    case 'directive':
      return directiveItems();
    case 'operand':
      return operandItems(view, position, context);
    case 'path':
      return inOrder(context.head === '.include' ? pathItems(view) : binaryItems(context.prefix, entries));
    case 'library':
      return inOrder([
        ...LIBRARY_NAMES.map((name) => ({ label: `<${name}>`, kind: CompletionItemKind.File })),
        ...(context.prefix === '' ? pathItems(view).map((item) => ({ ...item, label: `"${item.label}"` })) : []),
      ]);
    case 'key':
      return inOrder(keyItems(view, context));
    case 'word':
      return inOrder(directiveWords(context));
    case 'header':
      return inOrder(headerItems(view, context));
    case 'nothing':
      return [];
  }
}

function operandItems(view: View, position: Position, context: CompletionContext): readonly Ranked[] {
  const { head = '', operand = 0, typed = '', prefix, constant } = context;
  if (head === '.exits') return exitItems(view, position);
  const before = typed.slice(0, typed.length - prefix.length);
  const vcpu = isInSegment(view.file.lines, position.line) ? vcpuSlot(head, before) : undefined;
  const slot = vcpu ?? slotAt(view, head, operand, before);
  const names = fittingNames(view, position, slot, prefix).filter(({ item }) => item.label !== constant);
  // Only names that belong to a label come after a dot.
  if (prefix.includes('.')) return names;
  return [...names, ...parameterItems(view, context), ...operandWords(slot), ...inOrder(directiveWords(context))];
}

/** The first of the candidates; if there are too many, the first of those that match the typed letters. */
function likeliest(all: readonly Ranked[], prefix: string): readonly Ranked[] {
  const sorted = [...all].sort(byLikelihood);
  if (sorted.length <= MOST_ITEMS) return sorted;
  if (prefix === '') return shortened(sorted);
  const letters = prefix.toLowerCase();
  const matching = sorted.filter(({ item }) => isSubsequence(letters, (item.filterText ?? item.label).toLowerCase()));
  return matching.slice(0, MOST_MATCHES);
}

/** How many parameters a macro takes that `.exits` can call. */
const EXIT_PARAMETERS = 2;

/** How many candidates of one kind come before other kinds, which would otherwise not be seen. */
const MOST_OF_A_KIND = 20;

/** The likeliest candidates, some of each kind, and all those that are always shown. */
function shortened(sorted: readonly Ranked[]): readonly Ranked[] {
  const shown = new Set(sorted.filter(({ isKept }) => isKept === true));
  const counts = new Map<string, number>();
  const isEarly = (each: Ranked): boolean => {
    const count = (counts.get(kindOf(each)) ?? 0) + 1;
    counts.set(kindOf(each), count);
    return count <= MOST_OF_A_KIND;
  };
  for (const each of [...sorted.filter(isEarly), ...sorted]) if (shown.size < MOST_ITEMS) shown.add(each);
  return sorted.filter((each) => shown.has(each));
}

/** Names of equal rank and item kind are of one kind; variables in brackets are a kind of their own. */
function kindOf({ rank, item }: Ranked): string {
  return `${rank} ${item.kind} ${isBracketed(item)}`;
}

function isBracketed({ label }: CompletionItem): boolean {
  return label.startsWith('[');
}

function byLikelihood(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.uses !== b.uses) return b.uses - a.uses;
  // A variable is meant more often than a constant.
  if (isBracketed(a.item) !== isBracketed(b.item)) return isBracketed(a.item) ? -1 : 1;
  return a.item.label < b.item.label ? -1 : 1;
}

/** Items that are already in their best order. */
function inOrder(items: readonly CompletionItem[]): readonly Ranked[] {
  return items.map((item, index) => ({ rank: 1, uses: -index, item }));
}

function finished(item: CompletionItem, range: Range, index: number): CompletionItem {
  const { insertText, ...rest } = item;
  return {
    ...rest,
    filterText: item.filterText ?? item.label,
    sortText: String(index).padStart(3, '0'),
    textEdit: { range, newText: insertText ?? item.label },
  };
}

/** Macros; those that are called nearby rank with the mnemonics. */
function macroItems(view: View, { line }: Position): readonly Ranked[] {
  const calls = usesNear(view.file.lines, line);
  return view.assembly.symbols.definitionsOf('macro').map((definition) => ({
    rank: calls.has(definition.name) ? 1 : 2,
    uses: calls.get(definition.name) ?? 0,
    item: {
      label: definition.name,
      kind: CompletionItemKind.Snippet,
      detail: detailOf(definition),
      data: { uri: view.uriOf(view.path), symbol: definition.name } satisfies CompletionData,
    },
  }));
}

/** The macros that can make the exit of a short check: they take its charge and where to go on. */
function exitItems(view: View, position: Position): readonly Ranked[] {
  const { symbols } = view.assembly;
  return macroItems(view, position).filter(
    ({ item }) => symbols.definitionNamed(item.label)?.parameters?.length === EXIT_PARAMETERS,
  );
}

/** The parameters of the called macro, where an argument begins; they come first if other arguments have names. */
function parameterItems(
  view: View,
  { head = '', typed = '', operand = 0, prefix }: CompletionContext,
): readonly Ranked[] {
  const before = typed.slice(0, typed.length - prefix.length);
  const macro = view.assembly.symbols.definitionNamed(head);
  if (macro?.kind !== 'macro' || !/^(?:[^[]|\[[^\]]*\])*$/.test(before) || !/(?:^|,)\s*$/.test(before)) return [];
  const given = namesGiven(before);
  return (macro.parameters ?? [])
    .filter((name, index) => !given.has(name) && index >= operand - given.size)
    .map((name, index) => ({
      rank: given.size > 0 ? 0 : 3,
      uses: -index,
      item: { label: `${name}=`, kind: CompletionItemKind.Property, detail: `parameter of macro ${head}` },
      isKept: true,
    }));
}

/** The part of a path that names a folder, up to its last slash. */
function folderTyped(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Files that are not sources, and folders, which a slash opens. */
function binaryItems(prefix: string, entries: readonly string[]): readonly CompletionItem[] {
  const folder = folderTyped(prefix);
  return entries
    .filter((name) => !name.endsWith(SOURCE_EXTENSION))
    .sort()
    .map((label) => ({
      label,
      kind: label.endsWith('/') ? CompletionItemKind.Folder : CompletionItemKind.File,
      filterText: folder + label,
      insertText: folder + label.replace(/\/$/, ''),
    }));
}

function pathItems(view: View): readonly CompletionItem[] {
  return view.includable().map((path) => ({ label: path, kind: CompletionItemKind.File }));
}
