/**
 * The state of an Octad game in 74 bytes, in the order and sizes that the seed document counts:
 *
 *     18 bitboards, 36 bytes   white pawn, knight, bishop, rook, queen, king, the same of black, then six sums:
 *                              white, black, occupied, empty, attacked by white, attacked by black
 *     2 bytes                  the square that a pawn has just passed over, as a bitboard
 *     2 × 16 bytes             white is in check, black is in check: the first byte is 0 or 1, the others are 0
 *     2 × 2 bytes              castling rights: a1, b1, c1 stand for white's O, O-O, O-O-O, d4, c4, b4 for black's
 *
 * A bitboard has byte 1 first: a1 is its most significant bit. Whose turn it is, and the clocks, are not part of it.
 */
import { elementAt, isFailure, numberAt } from '#basics';
import { BITBOARD_16, boardFromBytes, bytesOfBoard, hasBit, squareOfBit } from '../bitboards/bitboard.ts';
import type { PlainKind, PlainPiece, Side } from '../plain-piece.ts';
import { placementFen } from '../fen-board.ts';
import { OCTAD_RIGHTS, octadSquareName, parseOfen, type OctadPosition } from './position.ts';
import { inCheck, octadAttacks } from './rules.ts';

export const OCTAD_STATE_BYTES = 74;

const KINDS: readonly PlainKind[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const SIDES = ['white', 'black'] as const;
/** The pieces, in the order of their boards. */
const PIECES: readonly PlainPiece[] = SIDES.flatMap((side) => KINDS.map((kind) => ({ kind, side })));
const SUMS = ['white', 'black', 'occupied', 'empty', 'attacked by white', 'attacked by black'] as const;
const EN_PASSANT = 36;
const CHECKS = 38;
const FLAG_BYTES = 16;
const CASTLING = 70;
/** The squares of the rights `NCFncf`: a1, b1, c1, d4, c4, b4. */
const RIGHT_SQUARES = [0, 1, 2, 15, 14, 13] as const;

/** What a state holds, without the side to move and the clocks. */
type OctadPlacement = Pick<OctadPosition, 'squares' | 'castling' | 'enPassant'>;

interface OctadStateBoard {
  readonly name: string;
  /** Offset of its first byte in the state. */
  readonly offset: number;
  readonly board: bigint;
}

export interface OctadStateReading extends OctadPlacement {
  /** All boards: the 18, en passant, and the castling rights of white and black. */
  readonly boards: readonly OctadStateBoard[];
  readonly check: Readonly<Record<Side, boolean>>;
  /** What does not fit together, a sentence each. */
  readonly problems: readonly string[];
}

export function octadStateBytes(position: OctadPlacement): number[] {
  const pieces = PIECES.map(({ kind, side }) =>
    boardOf(position.squares, (piece) => piece?.kind === kind && piece.side === side),
  );
  const passant = position.enPassant === null ? 0n : squareBit(position.enPassant);
  const checks = SIDES.flatMap((side) => [inCheck(position, side) ? 1 : 0, ...Array<number>(FLAG_BYTES - 1).fill(0)]);
  const rights = ['NCF', 'ncf'].map((own) =>
    [...own].filter((right) => position.castling.includes(right)).reduce((sum, right) => sum | rightBit(right), 0n),
  );
  const boards = [...pieces, ...sumsOf(position.squares), passant];
  return [...boards.flatMap(bytesOf), ...checks, ...rights.flatMap(bytesOf)];
}

/** What the bytes of a state mean; missing bytes count as 0. Any bytes give a reading. */
export function readOctadState(bytes: ArrayLike<number>): OctadStateReading {
  const boardAt = (offset: number): bigint =>
    boardFromBytes(BITBOARD_16, [bytes[offset] ?? 0, bytes[offset + 1] ?? 0], 'highest-first');
  const names = [...SIDES.flatMap((side) => KINDS.map((kind) => `${side} ${kind}`)), ...SUMS];
  const eighteen = names.map((name, index) => ({ name, offset: 2 * index, board: boardAt(2 * index) }));
  const passant = { name: 'en passant', offset: EN_PASSANT, board: boardAt(EN_PASSANT) };
  const castling = SIDES.map((side, index) => {
    const offset = CASTLING + 2 * index;
    return { name: `${side} castling`, offset, board: boardAt(offset) };
  });
  const squares = Array.from({ length: 16 }, (_, square) => {
    const index = eighteen.slice(0, 12).findIndex(({ board }) => hasBit(board, 15 - square));
    return index < 0 ? null : elementAt(PIECES, index);
  });
  const check = { white: (bytes[CHECKS] ?? 0) !== 0, black: (bytes[CHECKS + FLAG_BYTES] ?? 0) !== 0 };
  const rights = [...OCTAD_RIGHTS].filter((right, index) => {
    return (elementAt(castling, index < 3 ? 0 : 1).board & rightBit(right)) !== 0n;
  });
  const placement = { squares, castling: rights.join(''), enPassant: passedSquare(passant.board) };
  const problems = [...problemsOfBoards(eighteen, squares), ...problemsOfWords(passant, castling)];
  problems.push(...checkProblems(placement, check));
  return { ...placement, boards: [...eighteen, passant, ...castling], check, problems };
}

/** A state as the three fields of an OFEN that it holds: `ppkn/4/4/NKPP NCFncf -`. */
export function octadStateText({ squares, castling, enPassant }: OctadPlacement): string {
  return [placementFen(squares), castling || '-', enPassant === null ? '-' : octadSquareName(enPassant)].join(' ');
}

/** The bytes of a state from that text, or from a whole OFEN (its other fields are ignored); otherwise undefined. */
export function parseOctadState(text: string): number[] | undefined {
  const fields = text.trim().split(/\s+/);
  const [placement = '', castling = '', passant = ''] = fields;
  const side = passant.endsWith('2') ? 'b' : 'w';
  const parsed = parseOfen(fields.length === 3 ? `${placement} ${side} ${castling} ${passant} 0 1` : text);
  return isFailure(parsed) ? undefined : octadStateBytes(parsed);
}

function sumsOf(squares: OctadPosition['squares']): bigint[] {
  const white = boardOf(squares, (piece) => piece?.side === 'white');
  const black = boardOf(squares, (piece) => piece?.side === 'black');
  const attacked = SIDES.map((side) =>
    octadAttacks(squares, side).reduce((sum, square) => sum | squareBit(square), 0n),
  );
  return [white, black, white | black, ~(white | black) & 0xffffn, ...attacked];
}

function boardOf(squares: OctadPosition['squares'], wanted: (piece: PlainPiece | null) => boolean): bigint {
  return squares.reduce((sum, piece, square) => (wanted(piece) ? sum | squareBit(square) : sum), 0n);
}

function passedSquare(board: bigint): number | null {
  for (let square = 0; square < 16; square++) if (board === squareBit(square)) return square;
  return null;
}

function problemsOfBoards(boards: readonly OctadStateBoard[], squares: OctadPosition['squares']): string[] {
  const problems: string[] = [];
  for (let bit = 15; bit >= 0; bit--) {
    const owners = boards.slice(0, 12).filter(({ board }) => hasBit(board, bit));
    const names = owners.map(({ name }) => name).join(' and ');
    if (owners.length > 1) problems.push(`${squareOfBit(BITBOARD_16, bit)} is on the boards ${names}.`);
  }
  if (problems.length > 0) return problems;
  return sumsOf(squares).flatMap((expected, index) =>
    boards[12 + index]?.board === expected ? [] : [`The board "${SUMS[index] ?? ''}" is not what the pieces make.`],
  );
}

function problemsOfWords(passant: OctadStateBoard, castling: readonly OctadStateBoard[]): string[] {
  const several = passant.board !== 0n && passedSquare(passant.board) === null;
  const strange = castling.filter(
    ({ board }, index) =>
      (board & ~[...OCTAD_RIGHTS].slice(3 * index, 3 * index + 3).reduce((sum, r) => sum | rightBit(r), 0n)) !== 0n,
  );
  return [
    ...(several ? ['More than one square is marked as passed over.'] : []),
    ...strange.map(({ name }) => `The word of ${name} has bits of squares that mean no right.`),
  ];
}

function checkProblems(placement: OctadPlacement, check: OctadStateReading['check']): string[] {
  return SIDES.flatMap((side) => {
    const hasKing = placement.squares.some((piece) => piece?.kind === 'king' && piece.side === side);
    if (!hasKing || inCheck(placement, side) === check[side]) return [];
    const [colour, negation] = [side === 'white' ? 'White' : 'Black', check[side] ? ' not' : ''];
    return [`${colour} is${negation} in check, but the flag says otherwise.`];
  });
}

function rightBit(right: string): bigint {
  return squareBit(numberAt(RIGHT_SQUARES, OCTAD_RIGHTS.indexOf(right)));
}

function squareBit(square: number): bigint {
  return 1n << BigInt(15 - square);
}

function bytesOf(board: bigint): number[] {
  return bytesOfBoard(BITBOARD_16, board, 'highest-first');
}
