/**
 * What a symbol is, in one or two lines: kind, value, place in ROM or RAM, and what a declaration says about its
 * entries.
 */
import { CompletionItemKind as Item, SymbolKind as Outline } from 'vscode-languageserver';
import { elementAt } from '#basics';
import { hexByte, hexWord } from '#isa';
import { codeSpan, plain } from './markdown.ts';
import { SETTINGS_SECTION } from '../protocol.ts';
import type { Assembly, DebugTable, SymbolDefinition, SymbolKind } from '#assembler';

/** What a kind of symbol is called, and how the editor marks it in outlines, in completion and in the text. */
interface KindInfo {
  readonly name: string;
  readonly outline: Outline;
  readonly completion: Item;
  readonly token: TokenClass;
}

/** What a name is to the editor that colours it. */
export type TokenClass = 'macro' | 'label' | 'local' | 'constant' | 'variable' | 'parameter';

export const KINDS: Readonly<Record<SymbolKind, KindInfo>> = {
  label: { name: 'label', outline: Outline.Function, completion: Item.Function, token: 'label' },
  local: { name: 'local label', outline: Outline.Key, completion: Item.Reference, token: 'local' },
  vcpu: { name: 'label of the vCPU', outline: Outline.Function, completion: Item.Function, token: 'label' },
  constant: { name: 'constant', outline: Outline.Constant, completion: Item.Constant, token: 'constant' },
  'zero-page': { name: 'zero-page variable', outline: Outline.Variable, completion: Item.Variable, token: 'variable' },
  row: { name: 'row (table along a page)', outline: Outline.Array, completion: Item.Variable, token: 'variable' },
  column: { name: 'column (table across pages)', outline: Outline.Array, completion: Item.Variable, token: 'variable' },
  frame: { name: 'frames', outline: Outline.Struct, completion: Item.Struct, token: 'variable' },
  field: { name: 'field of a frame', outline: Outline.Field, completion: Item.Field, token: 'variable' },
  macro: { name: 'macro', outline: Outline.Operator, completion: Item.Snippet, token: 'macro' },
};

/** Kinds that declare RAM. */
const DECLARED: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['zero-page', 'row', 'column', 'field']);

/** Markdown on a symbol, without its documentation. */
export function describeSymbol(assembly: Assembly, definition: SymbolDefinition): string {
  const parts = [`**${plain(definition.name)}** — ${KINDS[definition.kind].name}${valueText(definition)}`];
  if (DECLARED.has(definition.kind)) {
    const table = assembly.tables.find(({ name }) => name === definition.name);
    if (table !== undefined) parts.push(plain(describeTable(table)));
  }
  if (definition.kind === 'frame') {
    const fields = assembly.tables.filter(({ attributes }) => attributes['frame'] === definition.name);
    if (fields.length > 0) parts.push(plain(describeFields(fields)));
  }
  if (definition.kind === 'macro') parts.push(codeSpan(signatureOf(definition)));
  return parts.join('\n\n');
}

export function describeDefine(name: string, value: number): string {
  const text = shortValue({ kind: 'constant', value });
  return `**${plain(name)}** — constant, \`${text}\`\n\nFrom the setting \`${SETTINGS_SECTION}.defines\``;
}

/** A macro with its parameters, as a call is written. */
export function signatureOf(definition: SymbolDefinition): string {
  const parameters = definition.parameters ?? [];
  return parameters.length === 0 ? definition.name : `${definition.name} ${parameters.join(', ')}`;
}

/** A symbol's value in the notation of its kind; empty if it is not known. */
export function shortValue({ kind, value }: Pick<SymbolDefinition, 'kind' | 'value'>): string {
  if (value === undefined || kind === 'macro') return '';
  switch (kind) {
    case 'label':
    case 'local':
    case 'row':
    case 'vcpu':
      return hexWord(value);
    case 'constant':
      return value >= 0 && value <= 9 ? String(value) : `${value} = ${hexNumber(value)}`;
    default:
      return hexNumber(value);
  }
}

function valueText(definition: SymbolDefinition): string {
  const value = shortValue(definition);
  if (value === '') return '';
  const where = definition.kind === 'label' || definition.kind === 'local' ? 'ROM ' : '';
  return `, ${where}\`${value}\``;
}

/** Pages of a frame, and its fields with their low bytes. */
function describeFields(fields: readonly DebugTable[]): string {
  const { first, last, address } = elementAt(fields, 0);
  const pages = `entries ${first}..${last} in pages ${hexByte(address >> 8)} … ${hexByte((address >> 8) + last - first)}`;
  const names = fields.map((field) => `${field.name} ${hexByte(field.address & 0xff)}`);
  return `${pages} · fields: ${names.join(', ')}`;
}

function describeTable(table: DebugTable): string {
  const { address, first, last, index, element, attributes, size } = table;
  const entries = last - first + 1;
  const words: string[] = [];
  if (entries === 1) words.push(`${hexWord(address)}${size > 1 ? ` … ${hexWord(address + size - 1)}` : ''}`);
  else {
    const end = address + (entries - 1) * table.stride;
    const apart = table.stride === 1 ? '' : `, every ${table.stride} bytes`;
    words.push(`entries ${first}..${last} at ${hexWord(address)} … ${hexWord(end)}${apart}`);
  }
  if (index !== '') words.push(`index: ${index}`);
  if (element !== '') words.push(`element: ${element}`);
  for (const [key, value] of Object.entries(attributes)) words.push(`${key}: ${value}`);
  return words.join(' · ');
}

function hexNumber(value: number): string {
  if (value < 0) return `-${hexNumber(-value)}`;
  return value <= 0xff ? hexByte(value) : hexWord(value);
}
