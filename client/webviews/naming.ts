/** How squares, pieces and bytes are called in the views' texts. */
import { fenLetter, type PieceRef, type SquareRef } from '#chess';

/** `$1c`. */
export function hex(value: number): string {
  return '$' + value.toString(16).padStart(2, '0');
}

/** `e4`, `guard $1c`, `$07`. */
export function squareText(square: SquareRef): string {
  if (square.name !== null) return square.name;
  return square.place === 'guard' ? `guard ${hex(square.number)}` : hex(square.number);
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
