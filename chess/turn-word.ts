/**
 * Move words and turn words in chesster's layout: how a played move is kept in 20 bits, and with what it
 * takes to undo it in 30.
 *
 *     bits 29 28 27 26   castling rights before the move: q Q k K
 *     bits 25 24         black, white has castled before it
 *     bits 23..20        captured piece
 *     bits 19..0         move word: from (6), to (6), type (4), piece (4)
 *
 * A square is 0 for a8, 1 for b8 … 63 for h1. A piece is its kind (pawn 1 … king 6) times two, plus one for black.
 */
import type { PlainKind, PlainPiece } from './plain-piece.ts';

/** What a move does besides going from one square to another. */
export type TurnType = 'move' | 'castle-king-side' | 'castle-queen-side' | 'double-push' | 'capture' | 'en-passant';

/** A turn word in its parts. */
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

const KINDS: readonly (PlainKind | undefined)[] = [undefined, 'pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const TYPES: readonly (TurnType | undefined)[] = [
  'move',
  'castle-king-side',
  'castle-queen-side',
  'double-push',
  'capture',
  'en-passant',
  'en-passant',
];
const PROMOTIONS: readonly PlainKind[] = ['knight', 'bishop', 'rook', 'queen'];
/** Bit of the turn word for each right, in FEN's order. */
const RIGHTS = [
  ['K', 26],
  ['Q', 28],
  ['k', 27],
  ['q', 29],
] as const;
const MOVE_WORD = 0xfffff;
const EN_PASSANT_WHITE = 5;
const EN_PASSANT_BLACK = 6;
const PROMOTION = 8;

/** The parts of a turn word; undefined if it is none, which 0 never is. */
export function readTurnWord(word: number): Turn | undefined {
  const bits = (start: number, count: number): number => (word >>> start) & ((1 << count) - 1);
  const type = bits(4, 4);
  const piece = pieceOf(bits(0, 4));
  const captured = pieceOf(bits(20, 4));
  const promoted = type >= PROMOTION;
  const meaning = promoted ? (type & 4 ? 'capture' : 'move') : TYPES[type];
  if (word >>> 30 !== 0) return undefined;
  if (meaning === undefined || piece === null || (bits(20, 4) !== 0 && captured === null)) return undefined;
  const rights = RIGHTS.filter(([, bit]) => bits(bit, 1) === 1).map(([letter]) => letter);
  return {
    from: squareName(bits(14, 6)),
    to: squareName(bits(8, 6)),
    type: meaning,
    piece,
    promotion: promoted ? PROMOTIONS[type & 3]! : null,
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
    (codeOf(turn.captured) << 20) |
    (squareNumber(turn.from) << 14) |
    (squareNumber(turn.to) << 8) |
    (typeOf(turn) << 4) |
    codeOf(turn.piece)
  );
}

/** The move word: the part of a turn word that says the move alone. */
export function moveWord(word: number): number {
  return word & MOVE_WORD;
}

/** The move in coordinate notation: `e2e4`, `e7e8q`, castling as the king's move. */
export function moveText({ from, to, promotion }: Pick<Turn, 'from' | 'to' | 'promotion'>): string {
  const letters: Partial<Record<PlainKind, string>> = { knight: 'n', bishop: 'b', rook: 'r', queen: 'q' };
  return from + to + (promotion === null ? '' : (letters[promotion] ?? ''));
}

function pieceOf(code: number): PlainPiece | null {
  const kind = KINDS[code >> 1];
  return kind === undefined ? null : { kind, side: code & 1 ? 'black' : 'white' };
}

function codeOf(piece: PlainPiece | null): number {
  return piece === null ? 0 : 2 * KINDS.indexOf(piece.kind) + (piece.side === 'black' ? 1 : 0);
}

function typeOf({ type, piece, promotion }: Turn): number {
  if (promotion !== null) return PROMOTION + (type === 'capture' ? 4 : 0) + PROMOTIONS.indexOf(promotion);
  if (type === 'en-passant') return piece.side === 'white' ? EN_PASSANT_WHITE : EN_PASSANT_BLACK;
  return TYPES.indexOf(type);
}

function squareName(number: number): string {
  return 'abcdefgh'.charAt(number & 7) + String(8 - (number >> 3));
}

function squareNumber(name: string): number {
  return 'abcdefgh'.indexOf(name.charAt(0)) + 8 * (8 - Number(name.charAt(1)));
}
