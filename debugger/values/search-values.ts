/**
 * What a search keeps in the frames of its nodes, by the names that the program declares (`search=alpha`), for the node
 * being searched: `cell=NAME` says where that node has it.
 */
import type { DebugTable } from '#assembler';
import type { Machine } from '#emulator';
import type { Program } from '../program/program.ts';
import { readPlace, type Place } from './place.ts';

/** A value of the search. */
export interface NodeValue {
  readonly number: number;
  readonly table: DebugTable;
  /** Absent for signed values, and for scores: their two bytes are not a number of 16 bits. */
  readonly place?: Place;
}

/** The names that a program declares with a cell. */
export function searchNames({ symbols }: Program): readonly string[] {
  return symbols.tables
    .filter(({ attributes }) => attributes['cell'])
    .map(({ attributes }) => attributes['search'] ?? '');
}

/** A value of the node being searched; undefined if no field of this name has a cell. */
export function searchValue(name: string, machine: Machine, { symbols }: Program): NodeValue | undefined {
  const table = symbols.tables.find(({ attributes }) => attributes['search'] === name && attributes['cell']);
  const cell = table && symbols.symbol(table.attributes['cell'] ?? '');
  if (table === undefined || cell === undefined) return undefined;
  const place: Place = { kind: 'ram', address: cell.value, size: table.size };
  const number = readPlace(machine, place);
  if (table.attributes['signed'] === 'yes') return { number: (number << 24) >> 24, table };
  if (table.element !== 'score') return { number, table, place };
  const [low, high] =
    table.attributes['high'] === 'first' ? [number >> 8, number & 0xff] : [number & 0xff, number >> 8];
  return { number: 128 * ((high << 24) >> 24) + low, table };
}
