/** Numbers as text, as Gigatron programmers write them: `$1c`, with the meaning if one is declared. */
import { bankOf, counted, hex, type RamAddress } from '#basics';
import type { DebugTable } from '#assembler';
import { hexByte, hexWord } from '#isa';
import type { Machine } from '#emulator';
import { FORMATS } from '../program/expression.ts';
import type { Program } from '../program/program.ts';
import type { Scope, Value } from './evaluate.ts';
import { formatLens, lensOfValue } from './lenses.ts';
import { bytesAt, describeAddress, entryCount, largestOf, MAX_NUMBER_BYTES, readPlace } from './place.ts';
import type { RamPlace } from './place.ts';

/** A byte or word in hexadecimal; other numbers in decimal. */
function formatNumber(number: number, largest = 0xff): string {
  if (number < 0 || number > 0xffffffff) return String(number);
  if (number > 0xffff || largest > 0xffff) return hex(number, 8);
  return number > 0xff || largest > 0xff ? hexWord(number) : hexByte(number);
}

/** Bytes that are shown of a value that is not a number. */
const MAX_SHOWN_BYTES = 32;

/** Bytes of RAM as `$12 $34 …`. */
function formatBytes(machine: Machine, place: RamPlace): string {
  const size = Math.min(place.size, MAX_SHOWN_BYTES);
  return `${hexBytes(machine, { ...place, size })}${size < place.size ? ' …' : ''}`;
}

function hexBytes(machine: Machine, place: Omit<RamPlace, 'kind'>): string {
  return bytesAt(machine, place).map(hexByte).join(' ');
}

/** A value as a variable shows it: `$1c (white queen)`, `$0c (12)`, a table by its size. */
export function formatValue(value: Value, { machine, program, numbers = 'both' }: Omit<Scope, 'address'>): string {
  const { table, place, number } = value;
  if (place === undefined && table !== undefined) return describeTable(table);
  const seen = lensOfValue(value);
  if (seen !== undefined) return formatLens(seen, machine);
  if (place?.kind === 'ram' && place.size > MAX_NUMBER_BYTES) return formatBytes(machine, place);
  if (value.rom === true) return joined(hexWord(number), program.symbols.describe(number));
  const text = formatNumber(number, place !== undefined ? largestOf(place) : value.word === true ? 0xffff : 0xff);
  const meaning = table === undefined ? undefined : meaningOf(value, table, program);
  const shown = numbers === 'decimal' ? String(number) : text;
  if (meaning !== undefined) return joined(shown, meaning);
  return numbers === 'both' && text.startsWith('$') ? joined(text, String(number)) : shown;
}

function meaningOf({ number, place }: Value, table: DebugTable, program: Program): string | undefined {
  const isAddress = table.element === 'address' && place !== undefined && largestOf(place) > 0xff;
  return isAddress ? describeAddress(program, number) : program.meanings.ofEntry(table, number);
}

function joined(text: string, meaning: string | undefined): string {
  return meaning === undefined ? text : `${text} (${meaning})`;
}

function describeTable(table: DebugTable): string {
  return `${counted(entryCount(table), 'entry', 'entries')}${table.element === '' ? '' : ` of ${table.element}`}`;
}

type NumberFormat = (typeof FORMATS)[number];

const FORMATTED = new RegExp(`^([^]*\\S)\\s*,\\s*([${FORMATS.join('')}])\\s*$`);
const BYTES_PER_LINE = 16;

export function splitFormat(text: string): { readonly expression: string; readonly format: NumberFormat | undefined } {
  const match = FORMATTED.exec(text);
  if (match === null) return { expression: text, format: undefined };
  return { expression: match[1] ?? '', format: match[2] as NumberFormat };
}

export function formatAs({ number, place }: Value, format: NumberFormat, machine: Machine): string {
  switch (format) {
    case 'd':
      return String(number);
    case 'x':
      return number < 0 ? `-$${hex(-number, 2).slice(1)}` : number > 0xff ? hexWord(number) : hexByte(number);
    case 'b':
      return `${number < 0 ? '-' : ''}%${Math.abs(number).toString(2).padStart(8, '0')}`;
    case 'w': {
      if (place?.kind !== 'ram') return hexWord(number & 0xffff);
      const { number: word } = wordAt({ number, place }, machine);
      return `${hexWord(word)} (${word})`;
    }
  }
}

/** The word that begins where a value is in RAM; any other value as it is. */
export function wordAt(value: Value, machine: Machine): Value {
  if (value.place?.kind !== 'ram') return value;
  const place = { ...value.place, size: 2 };
  return { number: readPlace(machine, place), place };
}

/** Bytes of RAM in lines of sixteen, each with its address. */
export function dump(machine: Machine, address: RamAddress, length: number): string {
  const lines: string[] = [];
  for (let at = 0; at < length; at += BYTES_PER_LINE) {
    const count = Math.min(BYTES_PER_LINE, length - at);
    const bytes = hexBytes(machine, { address: address + at, size: count }).replaceAll('$', '');
    lines.push(`${hexWord((address + at) & 0xffff)}: ${bytes}`);
  }
  return lines.join('\n');
}

/** All bytes of a value that is more than a number, for the clipboard; undefined for others. */
export function wholeBytes({ place, table }: Value, machine: Machine): string | undefined {
  if (place?.kind === 'ram' && place.size > MAX_NUMBER_BYTES) return hexBytes(machine, place);
  if (place !== undefined || table === undefined) return undefined;
  const entries = Array.from({ length: entryCount(table) }, (_, index) =>
    hexBytes(machine, { address: table.address + index * table.stride, size: table.size, bank: bankOf(table) }),
  );
  return entries.join(table.size === 1 ? ' ' : '\n');
}
