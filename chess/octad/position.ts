/**
 * A position of Octad, chess on 4 × 4 squares, and its notation OFEN.
 *
 * Rules and notation follow the public reference implementation, dechristopher/octad, and its doc/OFEN.md.
 */
import { failure, isFailure, type Result } from '#basics';
import { OFEN_BOARD, parseBoard, placementFen } from '../fen-board.ts';
import type { PlainPiece, Side } from '../plain-piece.ts';

/** Squares are numbered from a1 (0) along the ranks to d4 (15). */
export interface OctadPosition {
  /** Sixteen entries. */
  readonly squares: readonly (PlainPiece | null)[];
  readonly sideToMove: Side;
  /** Castling that is still allowed: letters of `NCFncf`, in that order, or empty. */
  readonly castling: string;
  /** The square that a pawn has just passed over; null if none. */
  readonly enPassant: number | null;
  /** Plies since the last capture, pawn move or loss of a castling right. */
  readonly halfmoveClock: number;
  /** From 1, one more after each of black's moves. */
  readonly moveNumber: number;
}

export const OCTAD_START = 'ppkn/4/4/NKPP w NCFncf - 0 1';

/** The right of the knight, the nearer pawn and the farther pawn, white's then black's. */
export const OCTAD_RIGHTS = 'NCFncf';

/** The name of a square: `a1` for 0 … `d4` for 15. */
export function octadSquareName(square: number): string {
  return 'abcd'.charAt(square & 3) + String((square >> 2) + 1);
}

function octadSquare(name: string): number | undefined {
  return /^[a-d][1-4]$/.test(name) ? 'abcd'.indexOf(name.charAt(0)) + 4 * (Number(name.charAt(1)) - 1) : undefined;
}

type SixFields = [string, string, string, string, string, string];

/** The position that an OFEN of six fields describes, or one sentence that says what is wrong with it. */
export function parseOfen(ofen: string): Result<OctadPosition> {
  const fields = ofen.trim().split(/\s+/);
  if (fields.length !== 6) return failure(`An OFEN has six fields, but this one has ${fields.length}.`);
  const [placement, side, castling, passant, clock, number] = fields as SixFields;
  const squares = parsePlacement(placement);
  if (isFailure(squares)) return squares;
  if (side !== 'w' && side !== 'b') return failure(`The side to move must be w or b, not ${side}.`);
  const rights = castling === '-' ? '' : castling;
  if (/[^NCFncf]|(.).*\1/.test(rights))
    return failure(`Castling rights must be letters of NCFncf or -, not ${castling}.`);
  const enPassant = passant === '-' ? null : octadSquare(passant);
  if (enPassant === undefined) return failure(`The en-passant square must be a square or -, not ${passant}.`);
  if (enPassant !== null && enPassant >> 2 !== (side === 'w' ? 2 : 1))
    return failure(`No pawn has just passed over ${passant}.`);
  if (!/^\d{1,4}$/.test(clock)) return failure(`The halfmove clock must be a number, not ${clock}.`);
  if (!/^[1-9]\d{0,4}$/.test(number)) return failure(`The move number must be 1 or more, not ${number}.`);
  return {
    squares,
    sideToMove: side === 'w' ? 'white' : 'black',
    castling: [...OCTAD_RIGHTS].filter((right) => rights.includes(right)).join(''),
    enPassant,
    halfmoveClock: Number(clock),
    moveNumber: Number(number),
  };
}

export function toOfen(position: OctadPosition): string {
  const passant = position.enPassant === null ? '-' : octadSquareName(position.enPassant);
  const side = position.sideToMove === 'white' ? 'w' : 'b';
  const { castling, halfmoveClock, moveNumber } = position;
  return [placementFen(position.squares), side, castling || '-', passant, halfmoveClock, moveNumber].join(' ');
}

function parsePlacement(placement: string): Result<(PlainPiece | null)[]> {
  const squares = parseBoard(placement, OFEN_BOARD);
  if (isFailure(squares)) return squares;
  for (const side of ['white', 'black'] as const) {
    const kings = squares.filter((piece) => piece?.kind === 'king' && piece.side === side);
    if (kings.length !== 1)
      return failure(`${side === 'white' ? 'White' : 'Black'} has ${kings.length} kings instead of one.`);
  }
  return squares;
}
