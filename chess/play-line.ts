/** Plays moves on the squares alone, for the views' principal variation. The only rule checked is whose piece moves. */
import { placementFen, placementPieces } from './fen-board.ts';
import type { PlainKind, PlainPiece, Side } from './plain-piece.ts';

type Squares = (PlainPiece | null)[];

/** What a pawn becomes, by the letter of coordinate notation. */
const PROMOTIONS: Readonly<Record<string, PlainKind>> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/**
 * The pieces after each move of a line.
 * @param placement first field of a FEN
 * @param moves in coordinate notation; the squares show whether the first one has already been played
 * @returns first fields of FENs, as many as moves that can be played: the line may be older than the position
 */
export function playLine(placement: string, moves: readonly string[]): string[] {
  const squares = placementPieces(placement) ?? [];
  const positions: string[] = [];
  let mover: Side | undefined;
  for (const [index, move] of moves.entries()) {
    const played = index === 0 && isPlayed(squares, move);
    const piece = squares[squareOf(move, played ? 2 : 0)];
    if (!piece || piece.side === mover) break;
    if (!played) playMove(squares, move, piece);
    mover = piece.side;
    positions.push(placementFen(squares));
  }
  return positions;
}

/** Whether a move's piece has arrived. */
function isPlayed(squares: Squares, move: string): boolean {
  return !squares[squareOf(move, 0)] && Boolean(squares[squareOf(move, 2)]);
}

function playMove(squares: Squares, move: string, piece: PlainPiece): void {
  const [from, to] = [squareOf(move, 0), squareOf(move, 2)];
  if (piece.kind === 'king' && Math.abs(to - from) === 2) castle(squares, from, to);
  const isPassing = piece.kind === 'pawn' && (to - from) % 8 !== 0 && squares[to] === null;
  if (isPassing) squares[from - (from % 8) + (to % 8)] = null;
  const kind = PROMOTIONS[move.charAt(4)];
  squares[to] = kind === undefined ? piece : { ...piece, kind };
  squares[from] = null;
}

/** The rook's part of castling. */
function castle(squares: Squares, from: number, to: number): void {
  const corner = to > from ? from + 3 : from - 4;
  squares[(from + to) / 2] = squares[corner] ?? null;
  squares[corner] = null;
}

/** The square that two characters of a move name, a1 being 0 and b1 being 1. */
function squareOf(move: string, at: number): number {
  return move.charCodeAt(at) - 'a'.charCodeAt(0) + 8 * (Number(move.charAt(at + 1)) - 1);
}
