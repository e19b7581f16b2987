/**
 * Completion of words that the language itself has: mnemonics, directives, registers, functions, keys with
 * their values, and what single directives and routine headers take.
 */
import { DIAGNOSTIC_CODES, DIRECTIVES, HEADER_KEYS, keysOf, type Assembly, type KeyValues } from '#assembler';
import { MNEMONICS, VCPU_FORMS } from '#isa';
import { CompletionItemKind, InsertTextFormat, type CompletionItem } from 'vscode-languageserver';
import { FUNCTION_HELP, MNEMONIC_HELP, TEST_PLACES } from '../help/words.ts';
import { vcpuHelp } from '../help/instruction-effect.ts';
import type { View } from '../project/view.ts';
import type { CompletionContext } from '../tree/completion-context.ts';
import type { Slot, Wanted } from '../tree/operand-slot.ts';
import { setsOf } from '../tree/sets.ts';
import type { Ranked } from './operand-names.ts';

/** The most frequent statements in programs, in order of frequency; the others follow. */
const FREQUENT = 'ld st adda bra nop suba bne beq anda ora jmp xora blt bge'.split(' ');
const FREQUENT_DIRECTIVES = 'zp org check macro proc if include exact loop targets page'.split(' ');
const WITH_FUNCTIONS: ReadonlySet<Wanted> = new Set<Wanted>(['value', 'whole', 'constant', 'place', 'anything']);

/** The mnemonics, in capitals if the typed word is. */
export function mnemonicItems(prefix: string): readonly Ranked[] {
  const isUpper = prefix !== prefix.toLowerCase();
  return MNEMONICS.map((mnemonic) => ({
    rank: FREQUENT.includes(mnemonic) ? 0 : 1,
    uses: -FREQUENT.indexOf(mnemonic),
    item: {
      label: isUpper ? mnemonic.toUpperCase() : mnemonic,
      kind: CompletionItemKind.Keyword,
      detail: MNEMONIC_HELP[mnemonic],
    },
  }));
}

export function vcpuItems(): readonly Ranked[] {
  return [...VCPU_FORMS.keys()].map((label) => {
    const { usage, summary } = vcpuHelp(label) ?? { usage: label, summary: '' };
    const item = { label, kind: CompletionItemKind.Keyword, detail: usage, documentation: summary };
    return { rank: 0, uses: 0, item };
  });
}

export function directiveItems(): readonly Ranked[] {
  return Object.entries(DIRECTIVES).map(([name, { usage, summary }]) => ({
    rank: FREQUENT_DIRECTIVES.includes(name) ? 2 : 3,
    uses: -FREQUENT_DIRECTIVES.indexOf(name),
    item: {
      label: `.${name}`,
      kind: CompletionItemKind.Keyword,
      detail: `.${name} ${usage}`.trimEnd(),
      documentation: summary,
    },
  }));
}

/** Registers and addresses made of registers that fit, and functions where a value does. */
export function operandWords({ words, wanted }: Slot): readonly Ranked[] {
  const registers = [...words].map((label): Ranked => {
    const detail = TEST_PLACES[label] ?? (label.startsWith('[') ? 'RAM at an address in registers' : undefined);
    const item = { label, kind: CompletionItemKind.Keyword, ...(detail && { detail }) };
    return { rank: 2, uses: 0, isKept: true, item };
  });
  return [...wanted].some((each) => WITH_FUNCTIONS.has(each)) ? [...registers, ...functionItems()] : registers;
}

function functionItems(): readonly Ranked[] {
  return [...FUNCTION_HELP].map(([name, { summary: detail }]) => ({
    rank: 3,
    uses: 0,
    item: {
      label: name,
      kind: CompletionItemKind.Function,
      detail,
      insertText: `${name}($1)`,
      insertTextFormat: InsertTextFormat.Snippet,
    },
  }));
}

const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];

/** The next word of directives that do not take names, by the words before it. */
const WORDS: Readonly<Record<string, (operand: number) => readonly string[]>> = {
  headers: () => ['required'],
  ram: (operand) => (operand === 0 ? ['32', '64', '128'] : []),
  for: () => ['in'],
  set: () => [...DIRECTIONS, ...DIRECTIONS.map((direction) => `pawn:${direction}`), 'piece', '-'],
  kind: (operand) => (operand === 1 ? ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] : []),
  wait: (operand) => (operand === 1 ? ['keep'] : []),
};

/** Words that a directive takes: what `.lint` switches, what `.headers` asks for, the bits of a set. */
export function directiveWords({ head = '', operand = 0, typed = '' }: CompletionContext): readonly CompletionItem[] {
  const word = (label: string): CompletionItem => ({ label, kind: CompletionItemKind.Keyword });
  if (head !== '.lint') return (WORDS[head.slice(1)]?.(operand) ?? []).map(word);
  if (!/^\s*(?:off|on)\b\s/i.test(typed)) return [word('off'), word('on')];
  return Object.entries(DIAGNOSTIC_CODES)
    .filter(([, [severity]]) => severity !== 'error')
    .map(([code, [, title]]) => ({ label: code, kind: CompletionItemKind.EnumMember, detail: title }));
}

/** Keys of a declaration, the words before a place and a size, and the values of the key being typed. */
export function keyItems(view: View, { head = '', prefix, typed = '' }: CompletionContext): readonly CompletionItem[] {
  const keys = keysOf(head.slice(1));
  const key = /^([\w-]+)=/.exec(prefix)?.[1];
  if (key !== undefined) {
    const values = valuesOf(view, keys[key] ?? []);
    return values.map((value) => ({ label: `${key}=${value}`, kind: CompletionItemKind.EnumMember }));
  }
  const unused = Object.keys(keys).filter((name) => !new RegExp(`\\b${name}=`).test(typed));
  const named = unused.map((name) => ({ label: `${name}=`, kind: CompletionItemKind.Property }));
  return [...placeItems(head, typed), ...named];
}

/** The words before a place and a size, where a declaration takes them and has none yet. */
function placeItems(head: string, typed: string): readonly CompletionItem[] {
  const usage = DIRECTIVES[head.slice(1)]?.usage ?? '';
  return ['at', 'bytes']
    .filter((word) => new RegExp(`\\b${word} \\w`).test(usage) && !new RegExp(`\\b${word}\\b`, 'i').test(typed))
    .map((word) => ({ label: word, kind: CompletionItemKind.Keyword, insertText: `${word} ` }));
}

function valuesOf({ assembly }: View, values: KeyValues): readonly string[] {
  if (values === 'set') return setsOf(assembly).map(({ name }) => name);
  if (values === 'loop-count') return loopCounts(assembly);
  if (values !== 'zero-page') return values;
  return assembly.symbols.definitionsOf('zero-page').map(({ name }) => name);
}

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

/** Keys of a routine's header, and the values of those that have fixed ones. */
export function headerItems(view: View, { head = '' }: CompletionContext): readonly CompletionItem[] {
  const { symbols } = view.assembly;
  const property = (label: string): CompletionItem => ({ label, kind: CompletionItemKind.Property });
  const names = (kind: 'zero-page' | 'label'): CompletionItem[] =>
    symbols.definitionsOf(kind).map(({ name }) => ({ label: name, kind: CompletionItemKind.Variable }));
  switch (head) {
    case 'Clobbers':
      return [...['nothing', 'AC', 'X', 'Y', 'OUT'].map(property), ...names('zero-page')];
    case 'See':
      return names('label');
    case 'Cycles':
      return [property('varies')];
    case 'Page':
      return [property('same as caller')];
    case '':
      return HEADER_KEYS.map((key) => property(`${key}:`));
    default:
      return [];
  }
}
