/** The first field of a FEN or OFEN: the pieces on their squares. */
import { failure, isFailure, type Result } from '#basics';
import type { PlainKind, PlainPiece, Side } from './plain-piece.ts';

/** Kinds of pieces by their letters. */
export const PIECE_KINDS: Readonly<Record<string, PlainKind>> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
};

/** The squares from a1 on, or a sentence that says what is wrong. */
export function parseBoard(text: string): Result<(PlainPiece | null)[]> {
  const ranks = text.split('/');
  if (ranks.length !== 8) return failure(`A FEN board has eight ranks, but this one has ${String(ranks.length)}.`);
  const squares: (PlainPiece | null)[] = [];
  for (const [row, rank] of ranks.reverse().entries()) {
    for (const letter of rank) {
      const kind = PIECE_KINDS[letter.toLowerCase()];
      if (kind) squares.push({ kind, side: letter === letter.toLowerCase() ? 'black' : 'white' });
      else if (/[1-8]/.test(letter)) squares.push(...Array<null>(Number(letter)).fill(null));
      else return failure(`"${letter}" is neither a piece nor a number of empty squares.`);
    }
    if (squares.length !== 8 * (row + 1))
      return failure(`Rank ${String(row + 1)} of the FEN does not fill eight squares.`);
  }
  return squares;
}

/** The squares from a1 on from the first field of a FEN; undefined if it is not one. */
export function placementPieces(text: string): (PlainPiece | null)[] | undefined {
  const squares = parseBoard(text);
  return isFailure(squares) ? undefined : squares;
}

/** The first field of a FEN for 64 squares from a1 on, or of an OFEN for 16. */
export function placementFen(squares: readonly ({ readonly kind: string; readonly side: Side } | null)[]): string {
  const size = Math.sqrt(squares.length);
  const ranks = Array.from({ length: size }, (_, rank) => {
    const pieces = squares.slice(size * rank, size * (rank + 1));
    const letters = pieces.map((piece) => (piece ? fenLetter(piece.kind, piece.side) : '1'));
    return letters.join('').replace(/1+/g, (run) => String(run.length));
  });
  return ranks.reverse().join('/');
}

/** `K` … `p`; `1` (an empty square) for a kind that FEN does not know. */
export function fenLetter(kind: string, side: Side): string {
  const letter = Object.keys(PIECE_KINDS).find((key) => PIECE_KINDS[key] === kind);
  if (letter === undefined) return '1';
  return side === 'white' ? letter.toUpperCase() : letter;
}
