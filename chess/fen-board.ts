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

/** The squares from a1 on of a board with as many ranks, or a sentence that says what is wrong. */
export function parseBoard(text: string, [size, count, notation, article] = FEN_BOARD): Result<(PlainPiece | null)[]> {
  const ranks = text.split('/');
  if (ranks.length !== size)
    return failure(`${article} ${notation} board has ${count} ranks, but this one has ${ranks.length}.`);
  const squares: (PlainPiece | null)[] = [];
  for (const [row, rank] of ranks.reverse().entries()) {
    for (const letter of rank) {
      const kind = PIECE_KINDS[letter.toLowerCase()];
      const empty = /\d/.test(letter) ? Number(letter) : 0;
      if (kind) squares.push({ kind, side: letter === letter.toLowerCase() ? 'black' : 'white' });
      else if (empty > 0 && empty <= size) squares.push(...Array<null>(empty).fill(null));
      else return failure(`"${letter}" is neither a piece nor a number of empty squares.`);
    }
    if (squares.length !== size * (row + 1))
      return failure(`Rank ${row + 1} of the ${notation} does not fill ${count} squares.`);
  }
  return squares;
}

type BoardSize = readonly [size: number, count: string, notation: string, article: string];
const FEN_BOARD: BoardSize = [8, 'eight', 'FEN', 'A'];
export const OFEN_BOARD: BoardSize = [4, 'four', 'OFEN', 'An'];

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
