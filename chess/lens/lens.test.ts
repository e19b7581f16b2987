import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieceOfNibble, nibbleBoardBytes } from '../chesster/coding.ts';
import { readMoveFields, readTurnFields } from '../chesster/word-fields.ts';
import { LENS_KINDS, LENSES, lensHex, lensOf, lensProblems, lensText, parseLens, type Lens } from './lens.ts';
import { forAll } from '#test/draws.ts';

function lens(element: string, order?: string): Lens {
  const found = lensOf(element, order);
  if (!found) throw new Error(`${element} is not a lens`);
  return found;
}

const bytes = (length: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 0, max: 255 }), { minLength: length, maxLength: length });

describe('a lens', () => {
  it('is found by element and order', () => {
    expect(lensOf('bitboard16')?.order).toBe('highest-first');
    expect(lensOf('bitboard64')?.order).toBe('lowest-first');
    expect(lensOf('bitboard64', 'low-first')).toBeUndefined();
    expect(lensOf('byte')).toBeUndefined();
    expect(lensOf('toString')).toBeUndefined();
  });

  it.each([
    ['bitboard64', [1, 0, 0, 0, 0x10, 0, 0, 0x80], '$8000001000000001', 'a1 e5 h8'],
    ['bitboard64', [0xfe, 255, 255, 255, 255, 255, 255, 255], '$fffffffffffffffe', 'all but a1'],
    ['bitboard16', [0x80, 0x01], '$8001', 'a1 d4'],
    ['bitboard16', [0, 0], '$0000', 'no square'],
    ['zobrist-index', [0x00, 0x03], '$0300', 'black to move'],
    ['zobrist-index', [0xff, 0xff], '$ffff', 'not an index of the table'],
    ['move-word', [0x32, 0x24, 0x0d, 0x00], '$000d2432', 'white pawn e2e4, double pawn push'],
    ['turn-word', [0, 0, 0, 0], '$00000000', 'no turn'],
  ])('says what %s %j means', (element, content, digits, text) => {
    expect(lensHex(lens(element), content)).toBe(digits);
    expect(lensText(lens(element), content)).toBe(text);
  });

  it.each(['bitboard64', 'bitboard16'])('reads any %s back from its text and its number', (element) => {
    for (const order of LENSES[lens(element).kind].orders) {
      const chosen = lens(element, order);
      forAll(100, [bytes(LENSES[chosen.kind].bytes)], (content) => {
        expect(parseLens(chosen, lensText(chosen, content))).toEqual(content);
        expect(parseLens(chosen, lensHex(chosen, content))).toEqual(content);
      });
    }
  });

  it('reads every Zobrist index back', () => {
    for (let index = 0; index <= 780; index++) {
      const content = [index & 255, index >> 8];
      expect(parseLens(lens('zobrist-index'), lensText(lens('zobrist-index'), content))).toEqual(content);
    }
  });

  it('reads any board of nibbles back', () => {
    const piece = fc.constantFrom(0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13).map((code) => pieceOfNibble(code) ?? null);
    forAll(100, [fc.array(piece, { minLength: 64, maxLength: 64 }), fc.boolean()], (pieces, low) => {
      const chosen = lens('nibble-board', low ? 'low-first' : 'high-first');
      const content = nibbleBoardBytes(pieces, low ? 'low-first' : 'high-first');
      expect(parseLens(chosen, lensText(chosen, content))).toEqual(content);
    });
  });

  it('reads back every word whose fields all mean something, and no other', () => {
    const check = (kind: 'move-word' | 'turn-word', word: number): void => {
      const content = [0, 8, 16, 24].map((shift) => (word >>> shift) & 255);
      const { fields } = kind === 'move-word' ? readMoveFields(word) : readTurnFields(word);
      const means = fields.every(({ problem }) => problem === null);
      const back = word === 0 || means ? content : undefined;
      expect(parseLens(lens(kind), lensText(lens(kind), content)), lensText(lens(kind), content)).toEqual(back);
    };
    const base = (36 << 8) | 2 | (52 << 14);
    for (const [low, count] of [
      [0, 4],
      [4, 4],
      [8, 6],
      [14, 6],
      [20, 4],
      [24, 6],
    ] as const)
      // prettier-ignore
      for (let value = 0; value < 2 ** count; value++) {
        const word = (base & ~((2 ** count - 1) << low)) | (value << low);
        check('turn-word', word >>> 0);
        if (low < 20) check('move-word', word);
      }
    forAll(100, [fc.integer({ min: 0, max: 2 ** 30 - 1 })], (word) => check('turn-word', word));
  });

  it('says something about any bytes, and never throws', () => {
    forAll(100, [fc.constantFrom(...LENS_KINDS), bytes(80)], (kind, content) => {
      const own = content.slice(0, LENSES[kind].bytes);
      expect(lensText(lens(kind), own)).not.toBe('');
      expect(lensHex(lens(kind), own)).toMatch(/^\$/);
      expect(Array.isArray(lensProblems(lens(kind), own))).toBe(true);
    });
  });

  it('refuses texts that mean nothing', () => {
    for (const kind of LENS_KINDS) {
      expect(parseLens(lens(kind), 'nonsense')).toBeUndefined();
      expect(parseLens(lens(kind), 'i9')).toBeUndefined();
    }
    expect(parseLens(lens('bitboard16'), '$10000')).toBeUndefined();
    expect(parseLens(lens('move-word'), 'white pawn e2e4, takes black knight', 3)).toBeUndefined();
  });
});
