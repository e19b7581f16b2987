/**
 * Numbers as text, as people of the field write them: `$1c`, with the meaning where one is declared.
 */
import type { DebugTable } from '#assembler';
import { hexByte, hexWord } from '#isa';
import type { Program } from '../program/program.ts';
import type { Value } from './evaluate.ts';
import { largestOf } from './place.ts';
import { entryCount } from './tables.ts';

/** A byte or word in hexadecimal; other numbers in decimal. */
export function formatNumber(number: number, largest = 0xff): string {
  if (number < 0 || number > 0xffffffff) return String(number);
  if (number > 0xffff || largest > 0xffff) return `$${number.toString(16).padStart(8, '0')}`;
  return number > 0xff || largest > 0xff ? hexWord(number) : hexByte(number);
}

/** A value as a variable shows it: `$1c (white queen)`, `$0c (12)`, a table by its size. */
export function formatValue(value: Value, program: Program): string {
  const { table, place, number } = value;
  if (place === undefined && table !== undefined) return describeTable(table);
  if (value.rom === true) return joined(hexWord(number), program.symbols.describe(number));
  const text = formatNumber(number, place !== undefined ? largestOf(place) : value.word === true ? 0xffff : 0xff);
  if (table !== undefined) {
    const meaning = program.meanings.ofEntry(table, number);
    if (meaning !== undefined) return joined(text, meaning);
  }
  return text.startsWith('$') ? joined(text, String(number)) : text;
}

function joined(text: string, meaning: string | undefined): string {
  return meaning === undefined ? text : `${text} (${meaning})`;
}

function describeTable(table: DebugTable): string {
  const count = entryCount(table);
  return `${count} ${count === 1 ? 'entry' : 'entries'}${table.element === '' ? '' : ` of ${table.element}`}`;
}
