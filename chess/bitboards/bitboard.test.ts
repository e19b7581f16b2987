import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BITBOARD_16,
  BITBOARD_64,
  bitOfName,
  boardFromBytes,
  boardHex,
  bytesOfBoard,
  firstBit,
  lastBit,
  operate,
  parseBoard,
  setBits,
  squareOfBit,
} from './bitboard.ts';
import { forAll } from '#test/draws.ts';

const KINDS = [BITBOARD_64, BITBOARD_16] as const;
const board64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });

/** The number with which the document on bitboards explains FirstBit and LastBit. */
const EXAMPLE = 0x0000_2210_ac04_9010n;

describe('squares and bits', () => {
  it('are a1 = 0 … h8 = 63 in chess', () => {
    expect([0, 1, 7, 8, 62, 63].map((bit) => squareOfBit(BITBOARD_64, bit))).toEqual([
      'a1',
      'b1',
      'h1',
      'a2',
      'g8',
      'h8',
    ]);
  });

  it('are a1 = 15 … d4 = 0 in Octad', () => {
    expect([15, 14, 11, 1, 0].map((bit) => squareOfBit(BITBOARD_16, bit))).toEqual(['a1', 'b1', 'a2', 'c4', 'd4']);
  });

  it.each(KINDS)('are the same after a round trip, for every square of $name', (kind) => {
    for (let bit = 0; bit < kind.bits; bit++) expect(bitOfName(kind, squareOfBit(kind, bit))).toBe(bit);
  });

  it.each(['e1', 'a5', 'a', 'a11', '', 'A1'])('of Octad have no %j', (name) => {
    expect(bitOfName(BITBOARD_16, name)).toBeUndefined();
  });
});

describe('bytes', () => {
  it('are in RAM as declared', () => {
    expect(bytesOfBoard(BITBOARD_16, 0x8001n, 'highest-first')).toEqual([0x80, 0x01]);
    expect(bytesOfBoard(BITBOARD_64, 0x0102_0304_0506_0708n, 'lowest-first')).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('hold a board both ways', () => {
    forAll(100, [fc.constantFrom(...KINDS), board64, fc.boolean()], (kind, number, lowest) => {
      const board = BigInt.asUintN(kind.bits, number);
      const order = lowest ? 'lowest-first' : 'highest-first';
      expect(boardFromBytes(kind, bytesOfBoard(kind, board, order), order)).toBe(board);
    });
  });
});

describe('operations', () => {
  it('find the first and the last bit', () => {
    expect(firstBit(EXAMPLE)).toBe(4);
    expect(lastBit(EXAMPLE)).toBe(45);
    expect(firstBit(0n)).toBeUndefined();
    expect(lastBit(0n)).toBeUndefined();
  });

  it('say what a shift loses', () => {
    expect(operate(BITBOARD_16, 'shift-left', 0x8001n, 1n)).toEqual({ result: 2n, lost: 0x8000n });
    expect(operate(BITBOARD_16, 'shift-right', 0x8001n, 1n)).toEqual({ result: 0x4000n, lost: 1n });
    expect(operate(BITBOARD_16, 'shift-right', 0x8001n, 16n)).toEqual({ result: 0n, lost: 0x8001n });
  });

  it('keep what a shift does not lose, square by square', () => {
    forAll(100, [board64, board64, fc.integer({ min: 0, max: 70 })], (a, b, by) => {
      const inA = new Set(setBits(a));
      const inB = new Set(setBits(b));
      const squares = (of: (bit: number) => boolean): number[] => [...Array(64).keys()].filter(of);
      const result = (operator: Parameters<typeof operate>[1], second: bigint): number[] =>
        setBits(operate(BITBOARD_64, operator, a, second).result);
      expect(result('not', 0n)).toEqual(squares((bit) => !inA.has(bit)));
      expect(result('and', b)).toEqual(squares((bit) => inA.has(bit) && inB.has(bit)));
      expect(result('or', b)).toEqual(squares((bit) => inA.has(bit) || inB.has(bit)));
      expect(result('xor', b)).toEqual(squares((bit) => inA.has(bit) !== inB.has(bit)));
      expect(result('shift-left', BigInt(by))).toEqual(squares((bit) => inA.has(bit - by)));
      expect(result('shift-right', BigInt(by))).toEqual(squares((bit) => inA.has(bit + by)));
      const { lost } = operate(BITBOARD_64, 'shift-left', a, BigInt(by));
      expect(setBits(lost)).toEqual(squares((bit) => inA.has(bit) && bit + by > 63));
    });
  });
});

describe('numbers typed in', () => {
  it.each([
    ['$ff', 0xffn],
    ['0xFF', 0xffn],
    ['%1010 0000', 0xa0n],
    ['0b1_0', 2n],
    ['18446744073709551615', 0xffff_ffff_ffff_ffffn],
  ])('%s', (text, board) => {
    expect(parseBoard(BITBOARD_64, text)).toBe(board);
  });

  it.each(['', '-1', '$', '$g', '18446744073709551616', '1.5'])('refuse %j', (text) => {
    expect(parseBoard(BITBOARD_64, text)).toBeUndefined();
  });

  it('read back what is shown', () => {
    forAll(100, [board64], (board) => {
      expect(parseBoard(BITBOARD_64, boardHex(BITBOARD_64, board))).toBe(board);
    });
  });
});
