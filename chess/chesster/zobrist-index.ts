/**
 * What each of the 781 numbers of a Zobrist table stands for, in chesster's order: 12 pieces for each square
 * from a8 on (pawn … king, white before black), black to move, four castling rights, eight en-passant files.
 */
import type { PlainPiece } from '../plain-piece.ts';
import { chessterSquare, chessterSquareName, nibbleOfPiece, pieceOfNibble, pieceText } from './coding.ts';

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

/** The index of a meaning, 0..780. */
export function zobristIndex(meaning: ZobristMeaning): number {
  switch (meaning.kind) {
    case 'piece':
      return 12 * chessterSquare(meaning.square) + nibbleOfPiece(meaning.piece) - 2;
    case 'black-to-move':
      return SIDE;
    case 'castling':
      return CASTLING + RIGHTS.indexOf(meaning.right);
    case 'en-passant':
      return EN_PASSANT + 'abcdefgh'.indexOf(meaning.file);
  }
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
