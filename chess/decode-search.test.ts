import { describe, expect, it } from 'vitest';
import { DECLARATIONS, square } from '#test/chess/seed-program.ts';
import { decode } from './decode.ts';
import type { SearchTables } from './decoded.ts';
import { declared } from '#test/assembler/assembled-text.ts';

const { tables: TABLES, symbols } = declared(`
        .zp ply at $30 search=ply
        .zp nodes, 4 at $31 index=number search=nodes
        .zp score, 2 at $35 index=number element=score search=score
        .zp pvLength at $3f search=pv-length
        .zp pv, 9 at $40 index=number search=pv
        .zp alphaHigh, 2 at $60
        .zp depth at $62
        .zp stage, 2 at $63
        .frame node, $50..$53 at $20 bytes 8
        .field from index=ply search=from
        .field to index=ply search=to
        .field promotion index=ply search=promotion
        .field keptAlpha, 2 index=ply element=score high=first search=alpha
        .field keptDepth index=ply signed=yes search=depth
        .field keptStage, 2 index=ply element=address search=stage
        .endframe
        .frame table, $60..$63 at $00 bytes 8
        .field hash, 8 index=number search=hash
        .endframe
BOUND = $1221
        .org $1210
captures: nop
        .org $1220
capturesNext: nop`);

function searchOf(bytes: Readonly<Record<number, number>>, tables = TABLES): SearchTables | null {
  const memory = { read: (address: number) => bytes[address] ?? 0 };
  return decode(memory, { ...DECLARATIONS, tables, symbols }).search;
}

describe('decodeSearch', () => {
  it('is nothing if nothing is declared', () => expect(searchOf({}, [])).toBeNull());

  it('reads depth, nodes and score of the search', () => {
    const bytes = { 0x30: 2, 0x31: 0x10, 0x32: 0x27, 0x35: 5, 0x36: 0xff, 0x6100: 1, 0x6307: 9 };
    expect(searchOf(bytes)).toMatchObject({
      ply: 2,
      nodes: 10_000,
      score: -123,
      worth: '-123',
      frames: null,
      depth: null,
      hash: { used: 2, entries: 4 },
    });
  });

  it.each([
    [41, '+0.64'],
    [51, '+0.79'],
    [-32, '-0.50'],
    [0, '+0.00'],
    [7999, 'mate in 1'],
    [7997, 'mate in 2'],
    [-7998, 'mated in 1'],
  ])('says what a score of %i is worth, where a pawn and a mate are declared', (score, worth) => {
    const tables = TABLES.map((table) =>
      table.name === 'score' ? { ...table, attributes: { ...table.attributes, pawn: '64', mate: '8000' } } : table,
    );
    const low = score & 127;
    expect(searchOf({ 0x35: low, 0x36: ((score - low) / 128) & 0xff }, tables)).toMatchObject({ score, worth });
  });

  it('reads the current node from its cells, if every value has one', () => {
    const cells: Readonly<Record<string, string>> = { keptAlpha: 'alphaHigh', keptDepth: 'depth', keptStage: 'stage' };
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
        { name: 'stage', value: 0x1225, label: 'capturesNext' },
      ],
    });
    expect(plies[1]!.move).toBeNull();
  });

  it('shows no more plies than there are frames, whatever is in RAM', () => {
    expect(searchOf({ 0x30: 255 })!.plies).toHaveLength(4);
  });
});
