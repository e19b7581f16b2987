import { describe, expect, it } from 'vitest';
import { DECLARATIONS, square } from '#test/chess/seed-program.ts';
import { decode } from './decode.ts';

import type { TableDeclaration } from '#basics';
import type { SearchTables } from './decoded.ts';

const BASE = { layout: 'row', stride: 1, size: 1, first: 0, last: 0, index: '', element: 'byte' } as const;

function variable(search: string, address: number, bytes = 1, more: Partial<TableDeclaration> = {}): TableDeclaration {
  return { ...BASE, name: search, address, last: bytes - 1, index: 'number', attributes: { search }, ...more };
}

function field(search: string, offset: number, more: Partial<TableDeclaration> = {}): TableDeclaration {
  const shape = { layout: 'field', stride: 256, first: 0x50, last: 0x53, index: 'ply' } as const;
  return { ...BASE, ...shape, name: search, address: 0x5020 + offset, attributes: { search }, ...more };
}

const HIGH_FIRST = { element: 'score', size: 2, attributes: { search: 'alpha', high: 'first' } };
const TABLES: readonly TableDeclaration[] = [
  variable('ply', 0x30),
  variable('nodes', 0x31, 4),
  variable('score', 0x35, 2, { element: 'score' }),
  variable('pv', 0x40, 9),
  variable('pv-length', 0x3f),
  field('from', 0),
  field('to', 1),
  field('promotion', 2),
  field('alpha', 3, HIGH_FIRST),
  field('depth', 5, { attributes: { search: 'depth', signed: 'yes' } }),
  field('stage', 6, { element: 'address', size: 2 }),
  { ...variable('hash', 0x6000), stride: 8, size: 8, last: 3 },
];
const SYMBOLS = [
  { name: 'captures', value: 0x1210, kind: 'label' },
  { name: 'captures.next', value: 0x1220, kind: 'label' },
  { name: 'BOUND', value: 0x1221, kind: 'constant' },
  { name: 'alphaHigh', value: 0x60, kind: 'constant' },
  { name: 'depth', value: 0x62, kind: 'zero-page' },
  { name: 'stage', value: 0x63, kind: 'zero-page' },
];

function searchOf(bytes: Readonly<Record<number, number>>, tables = TABLES): SearchTables | null {
  const memory = { read: (address: number) => bytes[address] ?? 0 };
  return decode(memory, { ...DECLARATIONS, tables, symbols: SYMBOLS }).search;
}

describe('decodeSearch', () => {
  it('is nothing if nothing is declared', () => expect(searchOf({}, [])).toBeNull());

  it('reads depth, nodes and score of the search', () => {
    const bytes = { 0x30: 2, 0x31: 0x10, 0x32: 0x27, 0x35: 5, 0x36: 0xff, 0x6008: 1, 0x601f: 9 };
    expect(searchOf(bytes)).toMatchObject({
      ply: 2,
      nodes: 10_000,
      score: -123,
      frames: null,
      depth: null,
      hash: { used: 2, entries: 4 },
    });
  });

  it('reads the current node from its cells, if every value has one', () => {
    const cells: Readonly<Record<string, string>> = { alpha: 'alphaHigh', depth: 'depth', stage: 'stage' };
    const tables = TABLES.map((table) => {
      const cell = cells[table.name];
      return cell === undefined ? table : { ...table, attributes: { ...table.attributes, cell } };
    });
    const bytes = { 0x30: 1, 0x60: 1, 0x61: 2, 0x62: 0xff, 0x63: 0x10, 0x64: 0x12 };
    const { plies } = searchOf(bytes, tables)!;
    expect(plies).toHaveLength(2);
    expect(plies[1]).toMatchObject({ ply: 1, move: null, best: null });
    expect(plies[1]!.values.map(({ value }) => value)).toEqual([130, -1, 0x1210]);
    expect(searchOf({ ...bytes, 0x30: 0 }, tables)!.plies).toEqual([]);
    expect(searchOf({ ...bytes, 0x30: 4 }, tables)!.plies).toHaveLength(4);
    expect(searchOf(bytes)!.plies).toHaveLength(1);
  });

  it('reads the principal variation up to the first entry that is not a move', () => {
    const moves = [square('e2'), square('e4'), 0, square('a7'), square('a8'), 5, 0, 0, 0];
    const bytes = Object.fromEntries(moves.map((byte, index) => [0x40 + index, byte]));
    expect(searchOf({ ...bytes, 0x3f: 3 })!.line.map(({ text }) => text)).toEqual(['e2e4', 'a7a8q']);
    expect(searchOf({ ...bytes, 0x3f: 1 })!.line).toHaveLength(1);
    expect(searchOf({ ...bytes, 0x3f: 255 })!.line).toHaveLength(2);
  });

  it('reads the plies above the node, scores with their sign and addresses by their labels', () => {
    const root = { 0x5020: square('g1'), 0x5021: square('f3'), 0x5023: 0xff, 0x5024: 0x7f, 0x5025: 6, 0x5026: 0x25 };
    const { plies } = searchOf({ 0x30: 2, ...root, 0x5027: 0x12 })!;
    expect(plies).toHaveLength(2);
    expect(plies[0]).toMatchObject({
      ply: 0,
      move: { text: 'g1f3' },
      best: null,
      values: [
        { name: 'alpha', value: -1, isScore: true },
        { name: 'depth', value: 6, isScore: false, label: null },
        { name: 'stage', value: 0x1225, label: 'captures.next' },
      ],
    });
    expect(plies[1]!.move).toBeNull();
  });

  it('shows no more plies than there are frames, whatever is in RAM', () => {
    expect(searchOf({ 0x30: 255 })!.plies).toHaveLength(4);
  });
});
