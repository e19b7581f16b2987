/** Names of squares, pieces and bytes in the views' texts. */
import { hexByte } from '#basics';
import { fenLetter, type PieceRef, type SquareRef } from '#chess';

/** `e4`, `guard $1c`, `$07`. */
export function squareText(square: SquareRef): string {
  if (square.name !== null) return square.name;
  return square.place === 'guard' ? `guard ${hexByte(square.number)}` : hexByte(square.number);
}

/** `white queen`. */
export function pieceText(piece: PieceRef): string {
  return `${piece.side} ${piece.kind}`;
}

/** `Q`, `n`; `?` for a kind without a letter. */
export function pieceLetter(piece: PieceRef): string {
  const letter = fenLetter(piece.kind, piece.side);
  return letter === '1' ? '?' : letter;
}
