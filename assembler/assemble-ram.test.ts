/** Declarations of RAM through all phases. */
import { describe, expect, it } from 'vitest';
import { assembleText, codes, words } from '#test/assembler/assembled-text.ts';

describe('RAM', () => {
  it('places declarations and gives their values', () => {
    const source = `
.zp a
.zp b, 2 at $40
.row r, 8..15 at $0210 index=piece element=square
.column c, 8..127 at $ff index=square element=piece
.frame ply, 16..31 at $20 bytes 8 index=ply
.field score, 2
.field move
.endframe
  ld [a]
  ld [b+1]
  ld <r
  ld [y,c]
  ld [y,move]
`;
    const assembly = assembleText(source);
    expect(codes(assembly)).toEqual([]);
    expect(words(assembly)).toEqual(['0101', '0141', '0008', '09ff', '0922']);
    expect(
      assembly.debugInfo.tables.map((t) => [
        t.name,
        t.layout,
        t.address,
        t.stride,
        t.size,
        t.first,
        t.last,
        t.index,
        t.element,
      ]),
    ).toEqual([
      ['a', 'zero-page', 1, 1, 1, 0, 0, '', 'byte'],
      ['b', 'zero-page', 0x40, 2, 2, 0, 0, '', 'byte'],
      ['r', 'row', 0x210, 1, 1, 8, 15, 'piece', 'square'],
      ['c', 'column', 0x8ff, 256, 1, 8, 127, 'square', 'piece'],
      ['score', 'field', 0x1020, 256, 2, 16, 31, 'ply', 'byte'],
      ['move', 'field', 0x1022, 256, 1, 16, 31, 'ply', 'byte'],
    ]);
  });

  it('reports overlaps with both owners', () => {
    const assembly = assembleText('.zp a at $30\n.zp b, 2 at $2f\n nop');
    expect(assembly.diagnostics[0]).toMatchObject({
      code: 'GT0501',
      message: '"b" at $2f overlaps "a"; free: $01',
      related: [{ range: { start: { line: 0, character: 4 } } }],
    });
  });

  it('refuses a column that is too long', () => {
    expect(codes(assembleText('.column c, 0..128\n nop'))).toEqual(['GT0504 0:0']);
  });

  it('knows how many bytes boards of bits have, also in an array of the zero page', () => {
    const source = '.zp boards, 16 at $30 index=number element=bitboard64\n.zp key, 2 element=zobrist-index\n nop';
    const assembly = assembleText(source);
    expect(assembly.diagnostics).toEqual([]);
    expect(assembly.debugInfo.tables[0]).toMatchObject({ address: 0x30, stride: 8, size: 8, first: 0, last: 1 });
    const message = (text: string): unknown => assembleText(`${text}\n nop`).diagnostics[0]?.message;
    expect(message('.zp a, 4 element=bitboard64')).toBe('A bitboard64 has 8 bytes, but this has entries of 4');
    expect(message('.zp a, 4 index=number element=bitboard64')).toBe('A bitboard64 has 8 bytes, but this has no entry');
    expect(message('.zp a, 2 element=bitboard16 order=low-first')).toBe(
      'The order of a bitboard16 is highest-first or lowest-first, not low-first',
    );
    expect(message('.zp a element=toString')).toBeUndefined();
  });

  it('carries meaning', () => {
    const source = `
.squares a1=29 file=1 rank=10
.set s, n, pawn:ne, - ; comment
.pieces empty=0 guard=$80 black=1
.kind $14..$18, queen, pre-promoted
 nop`;
    const { debugInfo } = assembleText(source);
    expect(debugInfo.squares).toEqual({ a1: 29, fileStep: 1, rankStep: 10 });
    expect(debugInfo.sets).toEqual([{ name: 's', bits: ['n', 'pawn:ne', ''] }]);
    expect(debugInfo.pieces).toMatchObject({ empty: 0, guard: 0x80, blackBit: 1 });
    expect(debugInfo.pieces?.kinds.map((k) => k.piece)).toEqual([0x14, 0x16, 0x18]);
  });
});
