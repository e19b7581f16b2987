/**
 * How chesster codes squares, pieces and keys: the parts that its words, boards and keys have in common.
 *
 * A square is 0 for a8, 1 for b8 … 63 for h1. A piece is its kind (pawn 1 … king 6) times two, plus one for
 * black; 0 is an empty square, and 1, 14 and 15 are not used.
 */
import type { PlainKind, PlainPiece } from '../plain-piece.ts';

const KINDS: readonly (PlainKind | undefined)[] = [undefined, 'pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** The piece with a code of four bits; null for an empty square, undefined for any other code. */
export function pieceOfNibble(code: number): PlainPiece | null | undefined {
  if (code === 0) return null;
  const kind = KINDS[code >> 1];
  return kind && { kind, side: code & 1 ? 'black' : 'white' };
}

/** The code of a piece, 0..13. */
export function nibbleOfPiece(piece: PlainPiece | null): number {
  return piece === null ? 0 : 2 * KINDS.indexOf(piece.kind) + (piece.side === 'black' ? 1 : 0);
}

/** The name of a square: `a8` for 0 … `h1` for 63. */
export function chessterSquareName(number: number): string {
  return 'abcdefgh'.charAt(number & 7) + String(8 - (number >> 3));
}

export function chessterSquare(name: string): number {
  return 'abcdefgh'.indexOf(name.charAt(0)) + 8 * (8 - Number(name.charAt(1)));
}

/** `white knight`, `black king`. */
export function pieceText({ side, kind }: PlainPiece): string {
  return `${side} ${kind}`;
}

/** Which half of a byte holds the first of its two squares. */
export type NibbleOrder = 'low-first' | 'high-first';

interface NibbleSquare {
  readonly name: string;
  /** 0..15. */
  readonly nibble: number;
  /** Null where the square is empty or the nibble is not a piece. */
  readonly piece: PlainPiece | null;
  /** What is wrong with the nibble; null if nothing is. */
  readonly problem: string | null;
}

export const NIBBLE_BOARD_BYTES = 32;

/** The squares that 32 bytes hold, a8 first; missing bytes count as 0. */
export function readNibbleBoard(bytes: ArrayLike<number>, order: NibbleOrder): NibbleSquare[] {
  return Array.from({ length: 64 }, (_, number) => {
    const low = (number & 1) === (order === 'low-first' ? 0 : 1);
    const nibble = ((bytes[number >> 1] ?? 0) >> (low ? 0 : 4)) & 15;
    const piece = pieceOfNibble(nibble);
    const name = chessterSquareName(number);
    const problem = piece === undefined ? `${name} holds the nibble ${nibble}, which is not a piece.` : null;
    return { name, nibble, piece: piece ?? null, problem };
  });
}

/** The 32 bytes of a board of 64 pieces, a8 first. */
export function nibbleBoardBytes(pieces: readonly (PlainPiece | null)[], order: NibbleOrder): number[] {
  const nibble = (number: number): number => nibbleOfPiece(pieces[number] ?? null);
  return Array.from({ length: NIBBLE_BOARD_BYTES }, (_, index) => {
    const [first, second] = [nibble(2 * index), nibble(2 * index + 1)];
    return order === 'low-first' ? first | (second << 4) : (first << 4) | second;
  });
}

/**
 * What each of the 781 numbers of a Zobrist table stands for, in chesster's order: 12 pieces for each square
 * from a8 on (pawn … king, white before black), black to move, four castling rights, eight en-passant files.
 */
export type ZobristMeaning =
  | { readonly kind: 'piece'; readonly piece: PlainPiece; readonly square: string }
  | { readonly kind: 'black-to-move' }
  | { readonly kind: 'castling'; readonly right: 'K' | 'Q' | 'k' | 'q' }
  | { readonly kind: 'en-passant'; readonly file: string };

/** How many numbers the table has. */
export const ZOBRIST_INDICES = 781;

const SIDE = 768;
const CASTLING = 769;
const EN_PASSANT = 773;
const RIGHTS = ['K', 'Q', 'k', 'q'] as const;

/** What an index stands for; undefined outside 0..780. */
export function zobristMeaning(index: number): ZobristMeaning | undefined {
  if (!Number.isInteger(index) || index < 0 || index >= ZOBRIST_INDICES) return undefined;
  if (index >= EN_PASSANT) return { kind: 'en-passant', file: 'abcdefgh'.charAt(index - EN_PASSANT) };
  const right = RIGHTS[index - CASTLING];
  if (right !== undefined) return { kind: 'castling', right };
  const piece = pieceOfNibble((index % 12) + 2);
  if (index === SIDE || !piece) return { kind: 'black-to-move' };
  return { kind: 'piece', piece, square: chessterSquareName(Math.floor(index / 12)) };
}

/** A meaning in words: `white knight on b1`, `black to move`, `castling right K`, `en passant on the e file`. */
export function zobristText(meaning: ZobristMeaning): string {
  switch (meaning.kind) {
    case 'piece':
      return `${pieceText(meaning.piece)} on ${meaning.square}`;
    case 'black-to-move':
      return 'black to move';
    case 'castling':
      return `castling right ${meaning.right}`;
    case 'en-passant':
      return `en passant on the ${meaning.file} file`;
  }
}
