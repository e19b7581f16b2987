import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { octadPosition as position } from '#test/chess/positions.ts';
import { OCTAD_START } from './position.ts';
import { octadStateBytes, octadStateText, parseOctadState, readOctadState } from './state.ts';
import { forAll } from '#test/draws.ts';
import { projectText } from '#test/project.ts';

const suite = JSON.parse(projectText('test/data/octad-perft.json')) as {
  positions: { ofen: string }[];
};

describe('the state of an Octad game', () => {
  it('is 74 bytes, the boards as the seed draws them', () => {
    const bytes = octadStateBytes(position(OCTAD_START));
    expect(bytes).toHaveLength(74);
    // White: pawns c1 d1, knight a1, king b1; attacked: what the seed draws, over all of white's pieces.
    expect(bytes.slice(0, 4)).toEqual([0x30, 0x00, 0x80, 0x00]);
    expect(bytes.slice(10, 12)).toEqual([0x40, 0x00]);
    expect(bytes.slice(24, 26)).toEqual([0xf0, 0x00]);
    expect(bytes.slice(70)).toEqual([0xe0, 0x00, 0x00, 0x07]);
  });

  it.each(suite.positions)('is the same after a round trip: $ofen', ({ ofen }) => {
    const { squares, castling, enPassant } = position(ofen);
    const reading = readOctadState(octadStateBytes({ squares, castling, enPassant }));
    expect(reading).toMatchObject({ squares, castling, enPassant, problems: [] });
  });

  it('says what does not fit together', () => {
    const bytes = octadStateBytes(position(OCTAD_START));
    bytes[0] = 0xb0;
    bytes[39] = 1;
    bytes[37] = 3;
    bytes[70] = 0xf0;
    bytes[54] = 1;
    expect(readOctadState(bytes).problems).toEqual([
      'a1 is on the boards white pawn and white knight.',
      'More than one square is marked as passed over.',
      'The word of white castling has bits of squares that mean no right.',
      'Black is not in check, but the flag says otherwise.',
    ]);
  });

  it('gives a reading of any bytes', () => {
    forAll(100, [fc.uint8Array({ minLength: 0, maxLength: 74 })], (bytes) => {
      expect(octadStateText(readOctadState(bytes))).toMatch(/^\S+ [NCFncf-]+ (-|[a-d][1-4])$/);
    });
  });

  it.each([OCTAD_START, 'ppkn/4/2P1/NK1P b NFncf c2 0 1', '1k2/4/4/KP2 w C - 0 1', '3k/1p2/p3/K3 w - b3 0 2'])(
    'is written as a text and read again: %s',
    (ofen) => {
      const bytes = octadStateBytes(position(ofen));
      const [placement, , castling, passant] = ofen.split(' ');
      expect(octadStateText(readOctadState(bytes))).toBe(`${placement} ${castling} ${passant}`);
      expect(parseOctadState(octadStateText(readOctadState(bytes)))).toEqual(bytes);
      expect(parseOctadState(ofen)).toEqual(bytes);
    },
  );

  it.each(['', 'ppkn/4/4/NKPP', 'ppkn/4/4/NKPP X -', 'ppkn/4/4/NKPP NCFncf d4', 'ppkn/4/4/4 NCFncf -'])(
    'is not made from %j',
    (text) => expect(parseOctadState(text)).toBeUndefined(),
  );
});
