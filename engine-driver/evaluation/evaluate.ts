/** The static evaluation of a position, computed on the host as the ROM computes it. */
import { numberAt } from '#basics';
import type { PlainPosition } from '#chess';
import { materialOf, type PieceValues } from './piece-values.ts';
import { rootSquares, type SquareTables } from './root-squares.ts';

/** The evaluation of a position at the root of a search, in units, as the side to move sees it. */
export function evaluate(values: PieceValues, position: PlainPosition): number {
  const white = whiteAhead(values, position, rootSquares(values, position));
  return (position.sideToMove === 'white' ? white : -white) + values.tempo;
}

/** What white's pieces and their squares are worth, less black's, in units; each side counts its squares by its tables. */
export function whiteAhead(
  values: PieceValues,
  { squares }: PlainPosition,
  tables: { readonly white: SquareTables; readonly black: SquareTables },
): number {
  return squares.reduce((sum, piece, square) => {
    if (piece === null) return sum;
    const seen = piece.side === 'white' ? square : square ^ 56;
    const worth = materialOf(values, piece.kind, (seen >> 3) + 1) + numberAt(tables[piece.side][piece.kind], seen);
    return sum + (piece.side === 'white' ? worth : -worth);
  }, 0);
}
