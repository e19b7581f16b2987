import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOUBLE_PUSH } from '#test/chess/seed-program.ts';
import { moveText, moveWord, readTurnWord, turnWord, type Turn } from './turn-word.ts';

/** Fields as the reference prints them: rights and flags, captured piece, from, to, type, piece. */
function bits(...fields: string[]): number {
  return parseInt(fields.join(''), 2);
}

describe('a turn word', () => {
  it.each<[string, number, Turn]>([
    ['e2e4', bits('111100', '0000', '110100', '100100', '0011', '0010'), DOUBLE_PUSH],
    [
      'e8c8',
      bits('100001', '0000', '000100', '000010', '0010', '1101'),
      {
        ...DOUBLE_PUSH,
        castling: 'q',
        whiteCastled: true,
        from: 'e8',
        to: 'c8',
        type: 'castle-queen-side',
        piece: { kind: 'king', side: 'black' },
      },
    ],
    [
      'd4e3',
      bits('010110', '0010', '100011', '101100', '0110', '0011'),
      {
        ...DOUBLE_PUSH,
        castling: 'KQ',
        blackCastled: true,
        from: 'd4',
        to: 'e3',
        type: 'en-passant',
        piece: { kind: 'pawn', side: 'black' },
        captured: { kind: 'pawn', side: 'white' },
      },
    ],
    [
      'a7b8n',
      bits('000000', '1001', '001000', '000001', '1100', '0010'),
      {
        ...DOUBLE_PUSH,
        castling: '-',
        from: 'a7',
        to: 'b8',
        type: 'capture',
        promotion: 'knight',
        captured: { kind: 'rook', side: 'black' },
      },
    ],
  ])('is that of the reference for %s', (text, word, turn) => {
    expect(turnWord(turn)).toBe(word);
    expect(readTurnWord(word)).toEqual(turn);
    expect(moveText(turn)).toBe(text);
    expect(moveWord(word)).toBe(word % 2 ** 20);
  });

  it('says the same after being read, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 30 - 1 }), (word) => {
        const turn = readTurnWord(word);
        if (turn !== undefined) expect(readTurnWord(turnWord(turn))).toEqual(turn);
      }),
    );
  });

  it.each([
    ['no piece', 0],
    ['no such piece', bits('1110')],
    ['no such type', bits('0111', '0010')],
    ['more than 30 bits', 2 ** 30 + 2],
    ['a captured piece that is none', bits('0001', '000000000000', '0100', '0010')],
  ])('is none with %s', (_, word) => {
    expect(readTurnWord(word)).toBeUndefined();
  });
});
