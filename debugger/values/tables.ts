/**
 * Entries of declared tables: where an index lies in RAM.
 */
import { entryAddress } from '#basics';
import type { DebugTable } from '#assembler';
import { hexByte, hexWord } from '#isa';
import type { Program } from '../program/program.ts';
import type { Place } from './place.ts';

/** The place of the entry with this index, or undefined outside the declared range. */
export function entryPlace(table: DebugTable, index: number): (Place & { readonly kind: 'ram' }) | undefined {
  if (!Number.isInteger(index) || index < table.first || index > table.last) return undefined;
  return { kind: 'ram', address: entryAddress(table, index), size: table.size };
}

export function entryCount(table: DebugTable): number {
  return Math.max(0, table.last - table.first + 1);
}

/** Whether a table is one variable, without an index. */
export function isSingle(table: DebugTable): boolean {
  return table.first === 0 && table.last === 0 && table.index === '';
}

/** Elements that together make one number, the lowest byte first. */
const DIGITS: readonly string[] = ['', 'byte', 'address', 'turn-word', 'move-word'];
const MAX_NUMBER_BYTES = 4;

/** The place of an array in the zero page that is one number, such as a counter of four bytes; otherwise undefined. */
export function wholePlace(table: DebugTable): (Place & { readonly kind: 'ram' }) | undefined {
  const size = entryCount(table) * table.stride;
  if (table.layout !== 'zero-page' || isSingle(table) || table.stride !== table.size) return undefined;
  if (size > MAX_NUMBER_BYTES || !DIGITS.includes(table.element)) return undefined;
  return { kind: 'ram', address: table.address, size };
}

/** The table and index whose entry covers a RAM address, if any. */
export function entryAt(
  tables: readonly DebugTable[],
  address: number,
): { readonly table: DebugTable; readonly index: number } | undefined {
  for (const table of tables) {
    const distance = address - table.address;
    const step = Math.floor(distance / Math.max(table.stride, 1));
    const inside = distance - step * table.stride;
    if (distance >= 0 && step <= table.last - table.first && inside < table.size)
      return { table, index: table.first + step };
  }
  return undefined;
}

/** A RAM address as people read it: `board[e4]`, `cursor`, or `$0811`. */
export function describeAddress(program: Program, address: number): string {
  const entry = entryAt(program.symbols.tables, address);
  if (entry === undefined) return program.symbols.zeroPageName(address) ?? hexWord(address);
  const { table, index } = entry;
  return isSingle(table) ? table.name : `${table.name}[${program.meanings.ofIndex(table, index)}]`;
}

/** A change of a byte as people read it: `e2 → f2`, or `$2b → $2c` where nothing says what the byte means. */
export function describeChange(program: Program, address: number, before: number, after: number): string {
  const table = entryAt(program.symbols.tables, address)?.table;
  const meaning = (byte: number): string | undefined =>
    table?.size === 1 ? program.meanings.ofEntry(table, byte) : undefined;
  const [from, to] = [meaning(before), meaning(after)];
  return from === undefined || to === undefined ? `${hexByte(before)} → ${hexByte(after)}` : `${from} → ${to}`;
}
