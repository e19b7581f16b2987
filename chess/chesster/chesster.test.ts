import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOUBLE_PUSH } from '#test/chess/seed-program.ts';
import {
  chessterSquare,
  chessterSquareName,
  nibbleOfPiece,
  pieceOfNibble,
  nibbleBoardBytes,
  readNibbleBoard,
  ZOBRIST_INDICES,
  zobristMeaning,
  zobristText,
} from './coding.ts';
import { readMoveFields, readTurnFields } from './word-fields.ts';
import { readTurnWord, moveText, turnWord, type Turn } from './turn-word.ts';
import { forAll } from '#test/draws.ts';

describe('squares and pieces', () => {
  it('are the same after a round trip, every value', () => {
    for (let square = 0; square < 64; square++) expect(chessterSquare(chessterSquareName(square))).toBe(square);
    const codes = [...Array(16).keys()].filter((code) => pieceOfNibble(code) !== undefined);
    expect(codes).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    for (const code of codes) expect(nibbleOfPiece(pieceOfNibble(code) ?? null)).toBe(code);
  });
});

describe('a board of nibbles', () => {
  it('has a8 first, in the half of the byte that is declared', () => {
    const bytes = [0x2d, ...Array<number>(31).fill(0)];
    expect(readNibbleBoard(bytes, 'low-first').slice(0, 2)).toMatchObject([
      { name: 'a8', piece: { kind: 'king', side: 'black' } },
      { name: 'b8', piece: { kind: 'pawn', side: 'white' } },
    ]);
    expect(readNibbleBoard(bytes, 'high-first')[0]).toMatchObject({ piece: { kind: 'pawn', side: 'white' } });
  });

  it('names the nibbles that are not pieces', () => {
    const squares = readNibbleBoard([0xf1, ...Array<number>(31).fill(0)], 'low-first');
    expect(squares.flatMap(({ problem }) => problem ?? [])).toEqual([
      'a8 holds the nibble 1, which is not a piece.',
      'b8 holds the nibble 15, which is not a piece.',
    ]);
  });

  it('is the same after a round trip', () => {
    const nibble = fc.constantFrom(0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
    forAll(100, [fc.array(nibble, { minLength: 64, maxLength: 64 }), fc.boolean()], (nibbles, low) => {
      const order = low ? 'low-first' : 'high-first';
      const pieces = nibbles.map((code) => pieceOfNibble(code) ?? null);
      expect(readNibbleBoard(nibbleBoardBytes(pieces, order), order).map(({ piece }) => piece)).toEqual(pieces);
    });
  });
});

describe('an index of the Zobrist table', () => {
  it('has a meaning of its own, each of the 781', () => {
    const meanings = Array.from({ length: ZOBRIST_INDICES }, (_, index) => zobristMeaning(index)!);
    expect(new Set(meanings.map(zobristText)).size).toBe(ZOBRIST_INDICES);
  });

  it.each([
    [0, 'white pawn on a8'],
    [25, 'black pawn on c8'],
    [767, 'black king on h1'],
    [768, 'black to move'],
    [769, 'castling right K'],
    [772, 'castling right q'],
    [773, 'en passant on the a file'],
    [780, 'en passant on the h file'],
  ])('%i is %s', (index, text) => {
    const meaning = zobristMeaning(index);
    expect(meaning && zobristText(meaning)).toBe(text);
  });

  it.each([-1, 781, 1.5, NaN])('%d is none', (index) => {
    expect(zobristMeaning(index)).toBeUndefined();
  });
});

describe('the fields of a word', () => {
  const move = (from: string, to: string, type: number, piece: number): number =>
    (chessterSquare(from) << 14) | (chessterSquare(to) << 8) | (type << 4) | piece;

  it('say bits, value and square', () => {
    expect(readMoveFields(move('e2', 'e4', 3, 2))).toEqual({
      problems: [],
      fields: [
        { name: 'from', bits: [19, 14], value: 52, text: 'e2', square: 'e2', problem: null },
        { name: 'to', bits: [13, 8], value: 36, text: 'e4', square: 'e4', problem: null },
        { name: 'type', bits: [7, 4], value: 3, text: 'double pawn push', square: null, problem: null },
        { name: 'piece', bits: [3, 0], value: 2, text: 'white pawn', square: null, problem: null },
      ],
    });
  });

  it.each([
    [move('e1', 'g1', 1, 12), []],
    [move('e8', 'g8', 1, 12), ['A white king cannot castle from e8 to g8.']],
    [move('e1', 'g1', 1, 8), ['Only a king can castle.']],
    [move('e2', 'e4', 7, 2), ['Move type 7 is unused.']],
    [move('e2', 'e4', 0, 14), ['The piece field holds 14, which is not a piece.']],
    [move('e2', 'e4', 0, 0), ['No piece moves.']],
    [move('e2', 'e2', 0, 4), ['The move goes from e2 to e2.']],
    [move('a7', 'a8', 11, 8), ['Only a pawn can make this move: promotion to a queen.']],
    [move('e5', 'd6', 6, 2), ["En passant of type 6 is black's."]],
    [2 ** 20 + move('e2', 'e4', 3, 2), ['The word has more than 20 bits.']],
  ])('say what is wrong with %d: %j', (word, problems) => {
    expect(readMoveFields(word).problems).toEqual(problems);
  });

  it.each([
    [move('e4', 'd5', 4, 2), ['The captured piece is missing.']],
    [move('e2', 'e4', 3, 2) + 3 * 2 ** 20, ['The move captures nothing, but a captured piece is named.']],
    [move('e4', 'd5', 4, 2) + 2 ** 20, ['The captured field holds 1, which is not a piece.']],
  ])('say what is wrong with turn %d: %j', (word, problems) => {
    expect(readTurnFields(word).problems).toEqual(problems);
  });

  it('add up to the whole word, whatever it is', () => {
    forAll(100, [fc.integer({ min: 0, max: 2 ** 30 - 1 })], (word) => {
      const sum = readTurnFields(word).fields.reduce((total, { bits, value }) => total + value * 2 ** bits[1], 0);
      expect(sum).toBe(word);
      expect(readMoveFields(word % 2 ** 20).fields).toEqual(readTurnFields(word).fields.slice(-4));
    });
  });

  it('make a turn exactly if nothing is wrong', () => {
    forAll(100, [fc.integer({ min: 0, max: 2 ** 30 - 1 })], (word) => {
      if (readTurnFields(word).problems.length === 0) expect(readTurnWord(word)).toBeDefined();
    });
  });
});

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
  });

  it('is the same turn after a round trip, for any word', () => {
    forAll(100, [fc.integer({ min: 0, max: 2 ** 30 - 1 })], (word) => {
      const turn = readTurnWord(word);
      if (turn !== undefined) expect(readTurnWord(turnWord(turn))).toEqual(turn);
    });
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
