/**
 * Boards of bits, 64 for chess and 16 for Octad, and the operations on them.
 *
 * A board is a bigint. Which bit is which square differs: chess counts from a1 = bit 0 to h8 = bit 63, Octad
 * from a1 = the most significant of 16 bits to d4 = the least significant one.
 */
import { hex } from '#basics';

/** A kind of board: how many squares it has, and which bit is which. */
export interface BitboardKind {
  readonly name: 'bitboard64' | 'bitboard16';
  /** Files and ranks: 8 or 4. */
  readonly side: 8 | 4;
  readonly bits: 64 | 16;
  readonly bytes: 8 | 2;
  /** Whether a1 is the most significant bit. */
  readonly a1First: boolean;
}

/** The order of a board's bytes in RAM. */
export type ByteOrder = 'lowest-first' | 'highest-first';

/** Operations on two boards; `not` takes one, and a shift takes a number of bits as the second. */
export type BitboardOperator = 'not' | 'and' | 'or' | 'xor' | 'shift-left' | 'shift-right';

export const BITBOARD_64: BitboardKind = { name: 'bitboard64', side: 8, bits: 64, bytes: 8, a1First: false };
export const BITBOARD_16: BitboardKind = { name: 'bitboard16', side: 4, bits: 16, bytes: 2, a1First: true };

/** The bit (0 = least significant) of a square; files and ranks count from 0. */
export function bitOfSquare({ side, bits, a1First }: BitboardKind, file: number, rank: number): number {
  const number = side * rank + file;
  return a1First ? bits - 1 - number : number;
}

/** The name of the square of a bit, `a1` … `h8`. */
export function squareOfBit({ side, bits, a1First }: BitboardKind, bit: number): string {
  const number = a1First ? bits - 1 - bit : bit;
  return 'abcdefgh'.charAt(number % side) + String(Math.floor(number / side) + 1);
}

/** The bit of a square's name; undefined if the board has no such square. */
export function bitOfName(kind: BitboardKind, name: string): number | undefined {
  const file = 'abcdefgh'.indexOf(name.charAt(0));
  const rank = '12345678'.indexOf(name.charAt(1));
  if (name.length !== 2 || file < 0 || rank < 0 || file >= kind.side || rank >= kind.side) return undefined;
  return bitOfSquare(kind, file, rank);
}

/** The board that these bytes hold; missing ones count as 0. */
export function boardFromBytes({ bytes }: BitboardKind, from: ArrayLike<number>, order: ByteOrder): bigint {
  let board = 0n;
  for (let index = 0; index < bytes; index++) {
    const byte = from[order === 'highest-first' ? index : bytes - 1 - index] ?? 0;
    board = (board << 8n) | BigInt(byte & 0xff);
  }
  return board;
}

export function bytesOfBoard({ bytes }: BitboardKind, board: bigint, order: ByteOrder): number[] {
  const lowestFirst = Array.from({ length: bytes }, (_, index) => Number((board >> BigInt(8 * index)) & 0xffn));
  return order === 'lowest-first' ? lowestFirst : lowestFirst.reverse();
}

export function hasBit(board: bigint, bit: number): boolean {
  return ((board >> BigInt(bit)) & 1n) === 1n;
}

/** The bits that are set, ascending. */
export function setBits(board: bigint): number[] {
  const bits: number[] = [];
  for (let bit = 0; board >> BigInt(bit) !== 0n; bit++) if (hasBit(board, bit)) bits.push(bit);
  return bits;
}

/** The least significant set bit; undefined if none is set. */
export function firstBit(board: bigint): number | undefined {
  return setBits(board)[0];
}

/** The most significant set bit; undefined if none is set. */
export function lastBit(board: bigint): number | undefined {
  return setBits(board).at(-1);
}

/** `A op B` on boards of a kind, and the bits of A that a shift pushed over the edge. */
export function operate(
  { bits }: BitboardKind,
  operator: BitboardOperator,
  a: bigint,
  b: bigint,
): { readonly result: bigint; readonly lost: bigint } {
  const all = (1n << BigInt(bits)) - 1n;
  const kept = (result: bigint): { result: bigint; lost: bigint } => ({ result, lost: 0n });
  switch (operator) {
    case 'not':
      return kept(~a & all);
    case 'and':
      return kept(a & b);
    case 'or':
      return kept(a | b);
    case 'xor':
      return kept(a ^ b);
    case 'shift-left': {
      const result = b >= BigInt(bits) ? 0n : (a << b) & all;
      return { result, lost: a & ~(b >= BigInt(bits) ? 0n : result >> b) };
    }
    case 'shift-right': {
      const result = b >= BigInt(bits) ? 0n : a >> b;
      return { result, lost: a & ~(b >= BigInt(bits) ? 0n : (result << b) & all) };
    }
  }
}

/** `$0000000000000000`, with as many digits as the kind has. */
export function boardHex({ bytes }: BitboardKind, board: bigint): string {
  return hex(board, 2 * bytes);
}

/**
 * The board that a text means: `$…` or `0x…`, `%…` or `0b…` (spaces and `_` between digits do not count), or a
 * decimal number. Undefined if it is not one, or has bits that the kind does not have.
 */
export function parseBoard({ bits }: BitboardKind, text: string): bigint | undefined {
  const plain = text
    .trim()
    .replace(/(?<=.)[\s_]+/g, '')
    .replace(/^\$/, '0x')
    .replace(/^%/, '0b');
  if (!/^(0x[\da-f]+|0b[01]+|\d+)$/i.test(plain) || plain.length > 100) return undefined;
  const board = BigInt(plain);
  return board >> BigInt(bits) === 0n ? board : undefined;
}
