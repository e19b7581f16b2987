/**
 * Move words and turn words in chesster's layout: a played move in 20 bits, and in 30 bits with
 * what it takes to undo it.
 *
 *     bits 29 28 27 26   castling rights before the move: q Q k K
 *     bits 25 24         black, white has castled before it
 *     bits 23..20        captured piece
 *     bits 19..0         move word: from (6), to (6), type (4), piece (4)
 */
import { words } from '#basics';
import type { PlainKind, PlainPiece } from '../plain-piece.ts';
import { chessterSquare, chessterSquareName, nibbleOfPiece, pieceOfNibble } from './coding.ts';

/** What a move does besides going from one square to another. */
export type TurnType = 'move' | 'castle-king-side' | 'castle-queen-side' | 'double-push' | 'capture' | 'en-passant';

export interface Turn {
  /** Names of squares, `a1` … `h8`. */
  readonly from: string;
  readonly to: string;
  /** What kind of move it is; a promotion is a `move` or a `capture`. */
  readonly type: TurnType;
  /** The piece that moved, a pawn if it was promoted. */
  readonly piece: PlainPiece;
  readonly promotion: PlainKind | null;
  readonly captured: PlainPiece | null;
  /** Castling rights before the move, FEN letters in the order KQkq, or `-`. */
  readonly castling: string;
  /** Who had castled before the move. */
  readonly whiteCastled: boolean;
  readonly blackCastled: boolean;
}

const TYPES: readonly (TurnType | undefined)[] = words(
  'move castle-king-side castle-queen-side double-push capture en-passant en-passant',
);
const PROMOTIONS: readonly PlainKind[] = ['knight', 'bishop', 'rook', 'queen'];
/** Each of the sixteen types in words; undefined for the one that is unused. */
export const MOVE_TYPES: readonly (string | undefined)[] = [
  ...['move', 'king-side castling', 'queen-side castling', 'double pawn push', 'capture'],
  ...['en passant by white', 'en passant by black', undefined],
  ...PROMOTIONS.map((kind) => `promotion to a ${kind}`),
  ...PROMOTIONS.map((kind) => `promotion to a ${kind} with capture`),
];
/** Bit of the turn word for each right, in FEN's order. */
const RIGHTS = [
  ['K', 26],
  ['Q', 28],
  ['k', 27],
  ['q', 29],
] as const;
export const EN_PASSANT_WHITE = 5;
export const EN_PASSANT_BLACK = 6;
export const PROMOTION = 8;

/** The parts of a turn word; undefined if it is not one. 0 never is. */
export function readTurnWord(word: number): Turn | undefined {
  const bits = (start: number, count: number): number => (word >>> start) & ((1 << count) - 1);
  const type = bits(4, 4);
  const piece = pieceOfNibble(bits(0, 4));
  const captured = pieceOfNibble(bits(20, 4));
  const promoted = type >= PROMOTION;
  const meaning = promoted ? (type & 4 ? 'capture' : 'move') : TYPES[type];
  if (word >>> 30 !== 0) return undefined;
  if (meaning === undefined || !piece || captured === undefined) return undefined;
  const rights = RIGHTS.filter(([, bit]) => bits(bit, 1) === 1).map(([letter]) => letter);
  return {
    from: chessterSquareName(bits(14, 6)),
    to: chessterSquareName(bits(8, 6)),
    type: meaning,
    piece,
    promotion: promoted ? (PROMOTIONS[type & 3] ?? null) : null,
    captured,
    castling: rights.join('') || '-',
    whiteCastled: bits(24, 1) === 1,
    blackCastled: bits(25, 1) === 1,
  };
}

/** The turn word of a move with these parts. */
export function turnWord(turn: Turn): number {
  const rights = RIGHTS.reduce((sum, [letter, bit]) => sum | (turn.castling.includes(letter) ? 1 << bit : 0), 0);
  return (
    rights |
    (turn.blackCastled ? 1 << 25 : 0) |
    (turn.whiteCastled ? 1 << 24 : 0) |
    (nibbleOfPiece(turn.captured) << 20) |
    (chessterSquare(turn.from) << 14) |
    (chessterSquare(turn.to) << 8) |
    (typeOf(turn) << 4) |
    nibbleOfPiece(turn.piece)
  );
}

/** The move in coordinate notation: `e2e4`, `e7e8q`, castling as the king's move. */
export function moveText({ from, to, promotion }: Pick<Turn, 'from' | 'to' | 'promotion'>): string {
  const letters: Partial<Record<PlainKind, string>> = { knight: 'n', bishop: 'b', rook: 'r', queen: 'q' };
  return from + to + (promotion === null ? '' : (letters[promotion] ?? ''));
}

function typeOf({ type, piece, promotion }: Turn): number {
  if (promotion !== null) return PROMOTION + (type === 'capture' ? 4 : 0) + PROMOTIONS.indexOf(promotion);
  if (type === 'en-passant') return piece.side === 'white' ? EN_PASSANT_WHITE : EN_PASSANT_BLACK;
  return TYPES.indexOf(type);
}
