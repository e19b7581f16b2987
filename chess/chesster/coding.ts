/**
 * How chesster codes squares and pieces: the parts that its words, boards and keys have in common.
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
