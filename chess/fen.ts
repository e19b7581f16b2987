/**
 * Converts positions to and from FEN. It does so by itself, since the notation is small and this room uses no library.
 *
 * Reads what a position needs (board, side, castling, en passant) and the halfmove clock; the number of the
 * move is not kept. Whether a position is legal is not checked.
 */
import { failure, isFailure, type Result } from '#basics';
import type { Board } from './decoded.ts';
import { fenLetter, parseBoard } from './fen-board.ts';
import type { PlainKind, PlainPiece, Side } from './plain-piece.ts';

export type { PlainKind, PlainPiece };

/** A position as a FEN describes it, apart from how a program codes it. */
export interface PlainPosition {
  /** 64 squares: a1, b1 … h8. */
  readonly squares: readonly (PlainPiece | null)[];
  readonly sideToMove: Side;
  /** FEN letters in the order KQkq, or `-`. */
  readonly castling: string;
  /** Name of the square passed over, or null. */
  readonly enPassant: string | null;
  /** Plies since a capture or a pawn's move. */
  readonly halfmoveClock: number;
}

/**
 * Reads a FEN, or says in a sentence what is wrong with it; at least its first two fields are required. A fifth one that
 * is not a number is ignored.
 */
export function parseFen(text: string): Result<PlainPosition> {
  const [board = '', side = '', castling = '-', enPassant = '-', clock = ''] = text.trim().split(/\s+/);
  const squares = parseBoard(board);
  if (isFailure(squares)) return squares;
  if (side !== 'w' && side !== 'b') return failure(`The side to move must be w or b, not "${side}".`);
  if (!/^(-|K?Q?k?q?)$/.test(castling))
    return failure(`The castling rights "${castling}" are not -, or letters of KQkq.`);
  if (!/^(-|[a-h][36])$/.test(enPassant))
    return failure(`The en passant square "${enPassant}" is not on the third or sixth rank.`);
  return {
    squares,
    sideToMove: side === 'w' ? 'white' : 'black',
    castling,
    enPassant: enPassant === '-' ? null : enPassant,
    halfmoveClock: /^\d+$/.test(clock) ? Number(clock) : 0,
  };
}

/**
 * The decoded board as FEN, or as OFEN where it has 16 squares. Side, castling and en passant default to `w - -` where the
 * program declares none; the counters are always `0 1`.
 */
export function boardToFen(board: Board): string {
  const squares = board.squares.filter((square) => square.place === 'board');
  const byName = new Map(squares.map((square) => [square.name, square]));
  const size = Math.sqrt(squares.length);
  const ranks = Array.from({ length: size }, (_, row) => {
    const letters = [...'abcdefgh'.slice(0, size)].map((file) => {
      const piece = byName.get(file + String(size - row))?.piece;
      return piece ? fenLetter(piece.kind, piece.side) : '1';
    });
    return letters.join('').replace(/1+/g, (run) => String(run.length));
  });
  const side = board.sideToMove === 'black' ? 'b' : 'w';
  return [ranks.join('/'), side, board.castling ?? '-', board.enPassant?.square?.name ?? '-', '0', '1'].join(' ');
}
