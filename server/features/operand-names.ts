/** The names that fit an operand, the likeliest first: by what the operand expects, then by use nearby. */
import type { Position, SymbolDefinition, SymbolKind } from '#assembler';
import { CompletionItemKind, type CompletionItem } from 'vscode-languageserver';
import { KINDS, shortValue, signatureOf } from '../help/symbols.ts';
import type { View } from '../project/view.ts';
import { SETTINGS_SECTION } from '../protocol.ts';
import { blockNames } from '../tree/block-names.ts';
import { usesNear } from '../tree/places.ts';
import type { Slot, Wanted } from '../tree/operand-slot.ts';

/** A candidate, and what it is sorted by: lower ranks first, then more uses, then by name. */
export interface Ranked {
  readonly rank: number;
  readonly uses: number;
  readonly item: CompletionItem;
  /** Whether the item is shown however long the list is, since there are few of its kind. */
  readonly isKept?: boolean;
}

/** What the editor sends back to have an item's documentation filled in. */
export interface CompletionData {
  readonly uri: string;
  readonly symbol: string;
}

type Kinds = Partial<Readonly<Record<SymbolKind, number>>>;

const ROM: Kinds = { label: 1, local: 1 };
const RAM: Kinds = { 'zero-page': 2, row: 2, column: 2, field: 2, frame: 2 };

/** The ranks of the kinds of names that fit. */
const FITTING: Readonly<Record<Wanted, Kinds>> = {
  value: { ...RAM, constant: 1, label: 3, local: 3 },
  stored: { constant: 3 },
  whole: { ...RAM, vcpu: 1, label: 1, row: 1, column: 1, constant: 3, local: 3 },
  'zero-page': { 'zero-page': 1, constant: 2 },
  'low-address': { column: 1, field: 1, row: 1, 'zero-page': 3, constant: 3 },
  near: ROM,
  vcpu: { vcpu: 1 },
  far: { label: 1, local: 2 },
  rom: ROM,
  place: { label: 1, constant: 1, local: 2 },
  constant: { constant: 1 },
  declared: { 'zero-page': 1, row: 1, column: 1, field: 1 },
  anything: { ...RAM, constant: 1, label: 1, local: 3 },
};
/** Where names of the same page come first: only the last word of a page can reach labels of others. */
const IN_PAGE: ReadonlySet<Wanted> = new Set<Wanted>(['near', 'rom']);
/** Where a bracket may begin, but a bare name is usual. */
const WITHOUT_BRACKETS: readonly Wanted[] = ['near', 'far', 'zero-page'];
/** What a name in brackets begins with, and the slot of what is there. */
const BRACKETS = { '[': 'zero-page', '[y,': 'low-address' } as const;

/** The names of the program, the settings and the surrounding blocks that fit a slot. */
export function fittingNames(view: View, position: Position, slot: Slot, prefix: string): readonly Ranked[] {
  const uses = usesNear(view.file.lines, position.line);
  const scope: Scope = { view, uses, page: pageAt(view, view.assembledLine(position.line)) };
  const owner = /^(.*\w)\.\w*$/.exec(prefix)?.[1];
  if (owner !== undefined) return ownedNames(scope, owner, slot);
  const isLocal = prefix.startsWith('.');
  const named = visibleNames(view, position).filter(({ name }) => !isLocal || name.startsWith('.'));
  const plain = named.flatMap(({ name, definition }) => rankedName(scope, name, definition, slot));
  if (isLocal) return plain;
  return [
    ...plain,
    ...bracketNames(scope, named, slot),
    ...blockItems(view, position, slot),
    ...defineItems(view, slot),
  ];
}

interface Scope {
  readonly view: View;
  readonly uses: ReadonlyMap<string, number>;
  /** Page of ROM in which the line is; undefined if that is not known. */
  readonly page: number | undefined;
}

interface Named {
  readonly name: string;
  readonly definition: SymbolDefinition;
}

/** Names in scope, and fields of frames by their full names. */
function visibleNames(view: View, { line, character }: Position): readonly Named[] {
  const { assembly, path } = view;
  const fields = assembly.symbols
    .definitionsOf('field')
    .filter(({ scope }) => scope !== '')
    .map((definition) => ({ name: definition.name, definition }));
  return [...assembly.symbols.inScope(path, { line: view.assembledLine(line), character }), ...fields];
}

/** What belongs to a label, a procedure or a frame, as `owner.name`. */
function ownedNames(scope: Scope, owner: string, slot: Slot): readonly Ranked[] {
  const { definitions } = scope.view.assembly.symbols;
  const owned = definitions.filter((definition) => definition.scope === owner);
  return owned.flatMap((definition) => {
    const { rank = 4 } = rankedName(scope, definition.name, definition, slot)[0] ?? {};
    return [
      { rank, uses: scope.uses.get(definition.name) ?? 0, item: nameItem(scope.view, definition.name, definition) },
    ];
  });
}

function rankedName(scope: Scope, name: string, definition: SymbolDefinition, { wanted }: Slot): readonly Ranked[] {
  let best = Infinity;
  for (const each of wanted) {
    const rank = FITTING[each][definition.kind] ?? Infinity;
    best = Math.min(best, IN_PAGE.has(each) && isElsewhere(scope, definition) ? rank + 1 : rank);
  }
  if (best === Infinity) return [];
  return [{ rank: best, uses: scope.uses.get(name) ?? 0, item: nameItem(scope.view, name, definition) }];
}

function isElsewhere({ page }: Scope, { value }: SymbolDefinition): boolean {
  return page !== undefined && value !== undefined && value >> 8 !== page;
}

/** Variables in brackets, where an operand begins. */
function bracketNames(scope: Scope, named: readonly Named[], { brackets, wanted }: Slot): readonly Ranked[] {
  const first = WITHOUT_BRACKETS.some((each) => wanted.has(each)) ? 3 : 1;
  return [...brackets].flatMap((open) =>
    named
      .filter(({ definition }) => FITTING[BRACKETS[open]][definition.kind] === 1)
      .map(({ name, definition }) => ({
        rank: open === '[' ? first : first + 1,
        uses: scope.uses.get(name) ?? 0,
        item: { ...nameItem(scope.view, name, definition), label: `${open}${name}]`, filterText: name },
      })),
  );
}

function nameItem(view: View, name: string, definition: SymbolDefinition): CompletionItem {
  const data: CompletionData = { uri: view.uriOf(view.path), symbol: definition.name };
  return { label: name, kind: KINDS[definition.kind].completion, detail: detailOf(definition), data };
}

/** What is shown of a symbol beside its name. */
export function detailOf(definition: SymbolDefinition): string {
  if (definition.kind === 'macro') return signatureOf(definition);
  return [KINDS[definition.kind].name, shortValue(definition)].filter(Boolean).join(' ');
}

function defineItems({ settings }: View, { wanted }: Slot): readonly Ranked[] {
  if (![...wanted].some((each) => FITTING[each].constant !== undefined)) return [];
  return Object.entries(settings.defines).map(([label, value]) => ({
    rank: 1,
    uses: 0,
    item: {
      label,
      kind: CompletionItemKind.Constant,
      detail: `constant ${shortValue({ kind: 'constant', value })}, from ${SETTINGS_SECTION}.defines`,
    },
  }));
}

/** Where a parameter can be, but not a counter or a column of cases, which are numbers. */
const NAMES_ONLY: ReadonlySet<Wanted> = new Set<Wanted>(['rom', 'declared']);

/** Parameters and counters of the blocks around the line. */
function blockItems(view: View, { line }: Position, { wanted }: Slot): readonly Ranked[] {
  const takesNumbers = [...wanted].some((each) => !NAMES_ONLY.has(each));
  return blockNames(view.file.lines)
    .filter(({ firstLine, lastLine }) => firstLine < line && line <= lastLine)
    .filter(({ macro }) => takesNumbers || macro !== undefined)
    .map(({ name, description }) => ({
      rank: 0,
      uses: 0,
      item: { label: name, kind: CompletionItemKind.Variable, detail: description },
    }));
}

/** How many lines above are checked for words. */
const LINES_ABOVE = 20;

/** Page of the words at a line or closely above. */
function pageAt({ assembly, path }: View, line: number): number | undefined {
  for (let above = line; above >= Math.max(0, line - LINES_ABOVE); above--) {
    const last = assembly.wordsAt(path, above).at(-1);
    if (last !== undefined) return last.address >> 8;
  }
  return undefined;
}
