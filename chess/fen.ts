/**
 * Converts positions to and from FEN. It does so by itself, since the notation is small and this room uses no library.
 *
 * Reads what a position needs (board, side, castling, en passant) and the halfmove clock; the number of the
 * move is not kept. Whether a position is legal is not checked.
 */
import { failure, isFailure, type Result } from '#basics';
import type { Board, GameRecord } from './decoded.ts';
import { parseBoard, placementFen } from './fen-board.ts';
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
 * Reads a FEN, or says in a sentence what is wrong with it. The first two fields are required; a fifth one that is not
 * a number is ignored.
 */
export function parseFen(text: string): Result<PlainPosition> {
  const [board = '', side = '', castling = '-', enPassant = '-', clock = ''] = text.trim().split(/\s+/);
  const squares = parseBoard(board);
  if (isFailure(squares)) return squares;
  if (side === '') return failure('After the pieces, a FEN names the side to move: w or b.');
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
 * The decoded board as FEN, or as OFEN if it has 16 squares. Side, castling and en passant default to `w - -` where the
 * program declares none. The counters are those of the game, from the oldest turn that is recorded; in a node of a
 * search, they are `0 1`.
 */
export function boardToFen(board: Board, game: Pick<GameRecord, 'turns'> | null = null): string {
  const turns = board.node === null ? (game?.turns ?? []) : [];
  const last = turns.findLastIndex(({ piece, captured }) => piece.kind === 'pawn' || captured !== null);
  const begun = turns[0]?.piece.side === 'black' ? 1 : 0;
  const counters = [turns.length - 1 - last, 1 + ((turns.length + begun) >> 1)];
  const side = board.sideToMove === 'black' ? 'b' : 'w';
  return [placementOf(board), side, board.castling ?? '-', board.enPassant?.square?.name ?? '-', ...counters].join(' ');
}

/** The pieces of the decoded board, as the first field of a FEN or OFEN. */
export function placementOf({ squares }: Pick<Board, 'squares'>): string {
  return placementFen(squares.flatMap(({ place, piece }) => (place === 'board' ? [piece] : [])));
}
