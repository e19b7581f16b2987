import { hexByte } from '#basics';
import { decode } from '#chess';
import { describe, expect, it } from 'vitest';
import { DECLARATIONS, memoryOf, square, type TestMemory } from '#test/chess/seed-program.ts';
import { pieceListModels } from './piece-list-model.ts';

const NOTHING = { square: null, piece: null };
const FEN = '4k3/P7/8/8/8/8/4P3/RN2K3 w - - 0 1';

function white(memory: TestMemory, selection: { square: number | null; piece: number | null } = NOTHING) {
  return pieceListModels(decode(memory, DECLARATIONS), selection)[0]!;
}

describe('pieceListModels', () => {
  it('lists entries in link order with their bytes', () => {
    const { listed, title, fault } = white(memoryOf(FEN));
    expect([title, fault]).toEqual(['White', '']);
    const rows = listed.map((row) =>
      [row.position, hexByte(row.index), row.square, row.next, row.previous, row.state].join(' '),
    );
    expect(rows).toEqual([
      '1 $10 e1 $1a $80 listed',
      '2 $1a a1 $3a $10 listed',
      '3 $3a b1 $7e $1a listed',
      '4 $7e  $3e $3a dummy',
      '5 $3e a7 $5e $7e pre-promoted',
      '6 $5e e2 $80 $3e listed',
    ]);
    expect(listed[2]!.attackBit).toBe('$88');
    expect(listed[2]!.label).toBe('white knight $3a, on b1, listed');
  });

  it('shows spare and removed entries and the chains of spare ones', () => {
    const memory = memoryOf(FEN);
    memory.write('location', 0x12, square('d1'));
    const { others, chains } = white(memory);
    expect(chains).toEqual(['qSlots: $14 → $16 → $18']);
    expect(others.find(({ index }) => index === 0x14)!.state).toBe('free');
    const selection = { square: null, piece: 0x12 };
    const [removed] = others.filter(({ index }) => index === 0x12);
    expect(removed).toMatchObject({ state: 'removed', square: '(d1)', selection });
  });

  it('says what is broken', () => {
    const memory = memoryOf(FEN);
    memory.write('next', 0x3a, 0x1a);
    const { listed, fault } = white(memory);
    expect(fault).toContain('circle');
    expect(listed.at(-1)).toMatchObject({ state: 'broken', problem: 'the next link of $3a leads back to $1a' });
  });

  it('selects by piece, or by square where no piece is chosen', () => {
    const chosen = (selection: { square: number | null; piece: number | null }) =>
      white(memoryOf(FEN), selection)
        .listed.filter(({ selected }) => selected)
        .map(({ index }) => index);
    expect(chosen({ square: square('e1'), piece: 0x3a })).toEqual([0x3a]);
    expect(chosen({ square: square('e1'), piece: null })).toEqual([0x10]);
    expect(chosen(NOTHING)).toEqual([]);
  });
});
