import { decode, octadStateBytes, OCTAD_START } from '#chess';
import { octadPosition } from '#test/chess/positions.ts';
import type { TableDeclaration } from '#basics';
import { describe, expect, it } from 'vitest';
import type { TablesMessage } from '#debugger/protocol';
import { copyOf, itemsOf, type AddedItem, type BitsItem } from './bits-items.ts';
import { byteOfBit, factsOf, fieldsOf, operationResult, squareRows, type Operation } from './bits-model.ts';

const BASE = { layout: 'row', first: 0, last: 0, index: '', attributes: {} } as const;
const BYTES: Record<number, number> = { 0x300: 1, 0x307: 0x80, 0x308: 0xff, 0x320: 0x32, 0x321: 0x24, 0x322: 0x0d };

function table(name: string, element: string, address: number, size: number): TableDeclaration {
  return { ...BASE, name, element, address, size, stride: size };
}

const STATE = octadStateBytes(octadPosition(OCTAD_START));
const TABLES = [
  table('corners', 'bitboard64', 0x300, 8),
  table('first', 'bitboard64', 0x308, 8),
  table('small', 'bitboard16', 0x310, 2),
  table('played', 'move-word', 0x320, 4),
  table('octad', 'octad-state', 0x400, 74),
];

function message(lenses: TablesMessage['lenses'] = []): TablesMessage {
  const memory = { read: (address: number) => BYTES[address] ?? STATE[address - 0x400] ?? 0 };
  const tables = decode(memory, { tables: TABLES, squares: null, sets: [], pieces: null });
  return { cycle: 0, running: false, tables, lenses };
}

function named(title: string, added: readonly AddedItem[] = []): BitsItem {
  const item = itemsOf(message(), added).find((candidate) => candidate.title === title);
  if (!item) throw new Error(`${title} is not listed`);
  return item;
}

const SMALL = { kind: 'bitboard16', order: 'highest-first' } as const;
const NUMBER: AddedItem = { source: 'number', text: 'e4 d5', kind: 'bitboard64', order: 'lowest-first' };

describe('the list', () => {
  it('has what is declared, the largest first, the boards of an Octad state, places and numbers', () => {
    const seen = { expression: 'corners + 1', address: 0x301, bytes: [0, 0], problem: null };
    const titles = itemsOf(message([{ ...SMALL, ...seen }]), [NUMBER]).map(({ title }) => title);
    const declared = titles.filter((title) => !title.includes(' '));
    expect(declared).toEqual(['octad', 'corners', 'first', 'played', 'small']);
    expect(titles[1]).toMatch(/^octad: /);
    expect(titles).toContain('octad: white knight');
    expect(titles.slice(-2)).toEqual(['corners + 1 at $0301', 'e4 d5']);
  });

  it('keeps a copy as a number', () => {
    expect(copyOf(named('corners'))).toEqual({ ...NUMBER, text: '$8000000000000001' });
  });

  it('says why a place shows nothing', () => {
    const seen = { expression: 'x', address: null, bytes: [], problem: 'There is none.' };
    const [item] = itemsOf(message([{ ...SMALL, ...seen }]), []).slice(-1);
    expect(item).toMatchObject({ title: 'x', problems: ['There is none.'] });
  });
});

describe('a board', () => {
  it('has the eighth rank on top and a1 at the lower left', () => {
    const rows = squareRows(named('corners'), { selected: 'c3' });
    expect(rows?.[0]?.[7]).toMatchObject({ name: 'h8', bit: 63, set: true });
    expect(rows?.[7]?.[0]).toMatchObject({ name: 'a1', bit: 0, set: true, dark: true });
    expect(rows?.flat().filter(({ selected }) => selected)).toMatchObject([{ name: 'c3' }]);
  });

  it('says its number, its ranks, its count and its ends', () => {
    expect(factsOf(named('corners')).slice(0, 5)).toEqual([
      ['Hexadecimal', '$8000000000000001'],
      ['Binary by rank', '00000001 00000000 00000000 00000000 00000000 00000000 00000000 10000000'],
      ['Bits set', '2'],
      ['First bit', '0 (a1)'],
      ['Last bit', '63 (h8)'],
    ]);
    expect(factsOf(named('small'))).toContainEqual(['First bit', 'none']);
  });

  it('of Octad has a1 as its highest bit, and pieces where it is a state', () => {
    expect(squareRows(named('small'), { selected: null })?.[3]?.[0]).toMatchObject({ name: 'a1', bit: 15 });
    const state = squareRows(named('octad'), { selected: null });
    expect(state?.[3]?.[0]).toMatchObject({ name: 'a1', piece: { kind: 'knight', side: 'white' } });
    expect(factsOf(named('octad'))).toContainEqual(['Castling', 'NCFncf']);
  });

  it('knows the byte of a bit', () => {
    expect(byteOfBit(named('corners'), 63)).toEqual({ offset: 7, mask: 0x80 });
    expect(byteOfBit(named('small'), 15)).toEqual({ offset: 0, mask: 0x80 });
  });
});

describe('a word', () => {
  it('names its fields with bits and squares', () => {
    expect(squareRows(named('played'), { selected: null })).toBeNull();
    expect(fieldsOf(named('played')).map(({ name, bits, square }) => [name, ...bits, square])).toEqual([
      ['from', 19, 14, 'e2'],
      ['to', 13, 8, 'e4'],
      ['type', 7, 4, null],
      ['piece', 3, 0, null],
    ]);
  });

  it('that is an index says what it stands for', () => {
    const text = 'white knight on b1';
    const item = named(text, [{ ...NUMBER, kind: 'zobrist-index', text }]);
    expect(factsOf(item)).toContainEqual(['Index', '686']);
    expect(fieldsOf(item).map(({ square }) => square)).toEqual([null, 'b1']);
  });
});

describe('A op B = C', () => {
  const items = itemsOf(message(), [NUMBER]);
  const key = (title: string): string => items.find((item) => item.title === title)?.key ?? '';
  const base: Operation = { a: key('corners'), operator: 'and', b: key('first'), shift: 1, compare: '' };

  it('combines two boards', () => {
    expect(operationResult(items, base)).toMatchObject({ c: 1n, lost: 0n, differing: undefined });
    expect(operationResult(items, { ...base, operator: 'or' })).toMatchObject({ c: 0x80000000000000ffn });
    expect(operationResult(items, { ...base, operator: 'not', b: '' })).toMatchObject({
      c: 0x7ffffffffffffffen,
      b: undefined,
    });
  });

  it('says what a shift loses at the edge', () => {
    expect(operationResult(items, { ...base, operator: 'shift-left' })).toMatchObject({ c: 2n, lost: 1n << 63n });
    expect(operationResult(items, { ...base, operator: 'shift-right' })).toMatchObject({ c: 1n << 62n, lost: 1n });
  });

  it('says where the result differs from a third board', () => {
    expect(operationResult(items, { ...base, compare: key('first') })).toMatchObject({ differing: 0xfen });
    expect(operationResult(items, { ...base, compare: key('small') })).toMatchObject({ differing: undefined });
  });

  it('is nothing where the boards do not fit', () => {
    expect(operationResult(items, { ...base, b: key('small') })).toBeUndefined();
    expect(operationResult(items, { ...base, a: key('played') })).toBeUndefined();
  });
});
