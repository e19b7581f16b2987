/**
 * Lenses: translate the bytes of a declared element, a board or a word of bits, into text and back.
 *
 * The names are the language's values of `element=`. `order=` says how the bytes (of a nibble board: the
 * halves of a byte) lie; each kind has a default order.
 */
import { hex } from '#basics';
import {
  BITBOARD_16,
  BITBOARD_64,
  bitOfName,
  boardFromBytes,
  boardHex,
  bytesOfBoard,
  parseBoard,
  setBits,
  squareOfBit,
  type BitboardKind,
  type ByteOrder,
} from '../bitboards/bitboard.ts';
import { NIBBLE_BOARD_BYTES, nibbleBoardBytes, readNibbleBoard, type NibbleOrder } from '../chesster/coding.ts';
import { fieldsText, moveFieldsOf, readMoveFields, readTurnFields, turnFieldsOf } from '../chesster/word-fields.ts';
import { zobristMeaning, zobristText, ZOBRIST_INDICES } from '../chesster/coding.ts';
import { placementFen, placementPieces } from '../fen-board.ts';
import { OCTAD_STATE_BYTES, octadStateText, parseOctadState, readOctadState } from '../octad/state.ts';

export type LensKind =
  'bitboard64' | 'bitboard16' | 'nibble-board' | 'move-word' | 'turn-word' | 'zobrist-index' | 'octad-state';

/** An order that a declaration can name. */
export type LensOrder = ByteOrder | NibbleOrder;

interface LensShape {
  /** Bytes of an element. */
  readonly bytes: number;
  /** What `order=` can be; the first is the default. */
  readonly orders: readonly LensOrder[];
}

const BYTE_ORDERS = ['lowest-first', 'highest-first'] as const;

export const LENSES: Readonly<Record<LensKind, LensShape>> = {
  bitboard64: { bytes: 8, orders: BYTE_ORDERS },
  bitboard16: { bytes: 2, orders: ['highest-first', 'lowest-first'] },
  'nibble-board': { bytes: NIBBLE_BOARD_BYTES, orders: ['low-first', 'high-first'] },
  'move-word': { bytes: 4, orders: BYTE_ORDERS },
  'turn-word': { bytes: 4, orders: BYTE_ORDERS },
  'zobrist-index': { bytes: 2, orders: BYTE_ORDERS },
  'octad-state': { bytes: OCTAD_STATE_BYTES, orders: ['highest-first'] },
};

export const LENS_KINDS = Object.keys(LENSES) as readonly LensKind[];

export interface Lens {
  readonly kind: LensKind;
  readonly order: LensOrder;
}

/** The lens for a value of `element=` and of `order=`; undefined if the element has none, or no such order. */
export function lensOf(element: string, order?: string): Lens | undefined {
  if (!Object.hasOwn(LENSES, element)) return undefined;
  const kind = element as LensKind;
  const known = LENSES[kind].orders.find((candidate) => candidate === (order ?? LENSES[kind].orders[0]));
  return known && { kind, order: known };
}

export function bitboardKind({ kind }: Lens): BitboardKind | undefined {
  return kind === 'bitboard64' ? BITBOARD_64 : kind === 'bitboard16' ? BITBOARD_16 : undefined;
}

/** The bytes as one number, in the lens's order; of a word of three bytes the fourth is 0. */
export function lensNumber({ order }: Lens, bytes: ArrayLike<number>): number {
  const digits = Array.from(bytes, (byte) => byte & 0xff);
  const highestFirst = order === 'highest-first' ? digits : digits.reverse();
  return highestFirst.reduce((sum, byte) => 256 * sum + byte, 0);
}

/** What the bytes mean, in one line: squares, pieces, fields. */
export function lensText(lens: Lens, bytes: ArrayLike<number>): string {
  const board = bitboardKind(lens);
  if (board) return squaresText(board, boardFromBytes(board, bytes, lens.order as ByteOrder));
  const number = lensNumber(lens, bytes);
  switch (lens.kind) {
    case 'nibble-board':
      return nibbleText(lens, bytes);
    case 'move-word':
      return number === 0 ? 'no move' : fieldsText(readMoveFields(number));
    case 'turn-word':
      return number === 0 ? 'no turn' : fieldsText(readTurnFields(number));
    case 'zobrist-index': {
      const meaning = zobristMeaning(number);
      return meaning ? zobristText(meaning) : 'not an index of the table';
    }
    default:
      return octadStateText(readOctadState(bytes));
  }
}

/** The bytes as a number in hexadecimal, highest digit first; long ones byte by byte. */
export function lensHex(lens: Lens, bytes: ArrayLike<number>): string {
  const board = bitboardKind(lens);
  if (board) return boardHex(board, boardFromBytes(board, bytes, lens.order as ByteOrder));
  if (bytes.length <= 4) return hex(lensNumber(lens, bytes), 2 * bytes.length);
  return Array.from(bytes, (byte) => hex(byte, 2)).join(' ');
}

/** What is wrong with the bytes, a sentence each. */
export function lensProblems(lens: Lens, bytes: ArrayLike<number>): readonly string[] {
  switch (lens.kind) {
    case 'nibble-board':
      return readNibbleBoard(bytes, lens.order as NibbleOrder).flatMap(({ problem }) => problem ?? []);
    case 'move-word':
    case 'turn-word': {
      const number = lensNumber(lens, bytes);
      if (number === 0) return [];
      return (lens.kind === 'move-word' ? readMoveFields(number) : readTurnFields(number)).problems;
    }
    case 'zobrist-index': {
      const number = lensNumber(lens, bytes);
      return number < ZOBRIST_INDICES
        ? []
        : [`${number} is not an index of the table, which has 0 to ${ZOBRIST_INDICES - 1}.`];
    }
    case 'octad-state':
      return readOctadState(bytes).problems;
    default:
      return [];
  }
}

/**
 * The bytes that a text stands for, as {@link lensText} writes it or as a number; undefined if it is neither.
 * @param length bytes of the element, for words that are kept in three
 */
export function parseLens(lens: Lens, text: string, length = LENSES[lens.kind].bytes): number[] | undefined {
  const wanted = text.trim();
  const board = bitboardKind(lens);
  if (board) {
    const value = parseBoard(board, wanted) ?? boardOfSquares(board, wanted);
    return value === undefined ? undefined : bytesOfBoard(board, value, lens.order as ByteOrder);
  }
  if (lens.kind === 'nibble-board') {
    const pieces = placementPieces(wanted);
    return pieces && nibbleBoardBytes(fromEighthRank(pieces), lens.order as NibbleOrder);
  }
  if (lens.kind === 'octad-state') return parseOctadState(wanted);
  const number = wordOf(lens.kind, wanted);
  if (number === undefined || number >= 256 ** length) return undefined;
  const lowestFirst = Array.from({ length }, (_, index) => Math.floor(number / 256 ** index) & 0xff);
  return lens.order === 'highest-first' ? lowestFirst.reverse() : lowestFirst;
}

function wordOf(kind: LensKind, text: string): number | undefined {
  const number = parseBoard(BITBOARD_64, text);
  if (number !== undefined) return Number(number);
  if (kind === 'move-word') return text === 'no move' ? 0 : moveFieldsOf(text);
  if (kind === 'turn-word') return text === 'no turn' ? 0 : turnFieldsOf(text);
  for (let index = 0; index < ZOBRIST_INDICES; index++) {
    const meaning = zobristMeaning(index);
    if (meaning && zobristText(meaning) === text) return index;
  }
  return undefined;
}

/** `a1 e4 h8`, `no square`; if more than half of the squares are set, those that are not: `all but e4`. */
function squaresText(kind: BitboardKind, board: bigint): string {
  const all = (1n << BigInt(kind.bits)) - 1n;
  const names = (bits: bigint): string =>
    setBits(bits)
      .map((bit) => squareOfBit(kind, bit))
      .sort(bySquare)
      .join(' ');
  if (board === 0n) return 'no square';
  if (board === all) return 'all squares';
  return setBits(board).length > kind.bits / 2 ? `all but ${names(all ^ board)}` : names(board);
}

function bySquare(a: string, b: string): number {
  return a.charCodeAt(1) - b.charCodeAt(1) || a.charCodeAt(0) - b.charCodeAt(0);
}

function boardOfSquares(kind: BitboardKind, text: string): bigint | undefined {
  const all = (1n << BigInt(kind.bits)) - 1n;
  if (text === 'no square') return 0n;
  if (text === 'all squares') return all;
  const isRest = text.startsWith('all but ');
  let board = 0n;
  for (const name of text.replace(/^all but /, '').split(/[\s,]+/)) {
    const bit = bitOfName(kind, name);
    if (bit === undefined) return undefined;
    board |= 1n << BigInt(bit);
  }
  return isRest ? all ^ board : board;
}

function nibbleText(lens: Lens, bytes: ArrayLike<number>): string {
  const squares = readNibbleBoard(bytes, lens.order as NibbleOrder);
  if (squares.some(({ problem }) => problem !== null)) return 'no board: a nibble is not a piece';
  return placementFen(fromEighthRank(squares.map(({ piece }) => piece)));
}

/** Boards that start at a8 and boards that start at a1 have their ranks in opposite order. */
function fromEighthRank<T>(squares: readonly T[]): T[] {
  return [7, 6, 5, 4, 3, 2, 1, 0].flatMap((rank) => squares.slice(8 * rank, 8 * rank + 8));
}
