import { describe, expect, it } from 'vitest';

import type { TableDeclaration } from '#basics';
import { decode } from './decode.ts';
import type { DecodedTables } from './decoded.ts';

const TABLE: TableDeclaration = {
  name: 'boards',
  layout: 'row',
  address: 0x300,
  stride: 8,
  size: 8,
  first: 0,
  last: 1,
  index: 'number',
  element: 'bitboard64',
  attributes: {},
};

function decoded(...tables: TableDeclaration[]): DecodedTables {
  const memory = { read: (address: number) => address & 0xff };
  return decode(memory, { tables, squares: null, sets: [], pieces: null });
}

describe('declared boards and words of bits', () => {
  it('are every entry with its bytes', () => {
    const single = { ...TABLE, name: 'occupied', address: 0x40, size: 2, last: 0, index: '', element: 'bitboard16' };
    const { bits, problems } = decoded(TABLE, { ...TABLE, element: 'byte' }, single);
    expect(problems).toEqual([]);
    expect(bits).toEqual([
      { kind: 'bitboard64', order: 'lowest-first', name: 'boards[0]', address: 0x300, bytes: [0, 1, 2, 3, 4, 5, 6, 7] },
      { kind: 'bitboard64', order: 'lowest-first', name: 'boards[1]', address: 0x308, bytes: [8, 9, 10, 11, 12, 13, 14, 15] },
      { kind: 'bitboard16', order: 'highest-first', name: 'occupied', address: 0x40, bytes: [0x40, 0x41] },
    ]); // prettier-ignore
  });

  it('are empty where the declaration does not fit, and say so', () => {
    const { bits, problems } = decoded({ ...TABLE, size: 4 }, { ...TABLE, attributes: { order: 'upwards' } });
    expect(bits).toEqual([]);
    expect(problems).toEqual([
      'A bitboard64 has 8 bytes, but an entry of boards has 4.',
      'The table boards has the order upwards, which its element does not have.',
    ]);
  });
});
