/**
 * Endings without pawns of the weaker side: its king is driven to the edge, and the other king comes near. Of a single
 * pawn, both kings want the square two ranks before it, and it waits for its own, unless the other one cannot catch it.
 * The ROM does the same (engine-asm/evaluation/drive-kings.gtasm).
 */
import { numberAt } from '#basics';
import type { PlainKind, PlainPosition } from '#chess';

/** Values of the squares of each kind: 64 entries a1 b1 … h8, seen from the side's own first rank. */
export type SquareTables = Readonly<Record<PlainKind, readonly number[]>>;
export type Side = PlainPosition['sideToMove'];

/** In endings without pawns: the weaker king's squares, by file or rank, and by the diagonal in bishop and knight's ending. */
const EDGE = [-20, -7, 4, 11, 11, 4, -7, -20] as const;
const CORNERS = [-40, -31, -21, -12, -3, 6, 14, 22, 14, 6, -3, -12, -21, -31, -40] as const;
/** The other king's, by files or ranks between the kings. */
const NEAR = [14, 10, 6, 2, -2, -6, -10, -14] as const;

/** A king so far before its pawn is two ranks ahead: by 10 for a rank and 1 for a file, as white sees it. */
const KING_AHEAD = 19;
/** Units for each rank of the pawn: a penalty until its king is ahead, and more where the other king cannot catch it. */
const PUSH = 4;
const RUN = 10;

const otherSide = (side: Side): Side => (side === 'white' ? 'black' : 'white');
const inSquares = (value: (square: number) => number): number[] =>
  Array.from({ length: 64 }, (_, square) => value(square));

/**
 * The tables of a side with those of its king and its only pawn changed, if it is the weaker one, or the other is.
 * @param seventhGain what a pawn gains on its seventh rank, in units
 */
export function withDrivenKing(
  tables: SquareTables,
  position: PlainPosition,
  side: Side,
  seventhGain: number,
): SquareTables {
  const weak = [side, otherSide(side)].find((each) => isWeaker(position, each));
  if (weak === undefined) return tables;
  const pawn = loneSquare(position, weak, ['pawn']);
  const aim = pawn === undefined ? kingOf(position, weak) : beforePawn(pawn, otherSide(weak));
  const distance = (a: number, b: number): number => numberAt(NEAR, Math.abs(a - b));
  const near = (square: number): number => distance(square & 7, aim & 7) + distance(square >> 3, aim >> 3);
  const king = inSquares((square) => near(seenFrom(side, square)));
  if (side === weak) return { ...tables, king: pawn === undefined ? drivenSquares(position, weak) : king };
  if (pawn === undefined) return { ...tables, king };
  const runs = outruns(position, side, pawn);
  const ofRank = runs ? (rank: number) => RUN * rank : pushes(isAhead(position, side, pawn), seventhGain);
  const pawns = inSquares((square) => (square >> 3 === 7 ? 0 : ofRank(square >> 3)));
  return { ...tables, king: runs ? inSquares(() => 0) : king, pawn: pawns };
}

/** The square two ranks before a pawn, or its own if there is none. */
function beforePawn(pawn: number, side: Side): number {
  const seen = seenFrom(side, pawn);
  return seenFrom(side, seen < 48 ? seen + 16 : seen);
}

function isAhead(position: PlainPosition, side: Side, pawn: number): boolean {
  const number = (square: number): number => 10 * (square >> 3) + (square & 7);
  const ahead = number(kingOf(position, side)) - number(pawn);
  return (side === 'white' ? ahead : -ahead) >= KING_AHEAD;
}

/** Whether the other king cannot catch a pawn that goes straight on. */
function outruns(position: PlainPosition, side: Side, pawn: number): boolean {
  const [king, from] = [kingOf(position, otherSide(side)), seenFrom(side, pawn)];
  const steps = Math.min(5, 7 - (from >> 3)) + (position.sideToMove === side ? 0 : 1);
  return Math.max(7 - (seenFrom(side, king) >> 3), Math.abs((king & 7) - (from & 7))) > steps;
}

/** Pushes are worth something only if the king is ahead; otherwise a pawn gains nothing on the seventh rank, either. */
function pushes(ahead: boolean, seventhGain: number): (rank: number) => number {
  return (rank) => (ahead ? PUSH * rank : 0 - PUSH * rank - (rank === 6 ? seventhGain : 0));
}

/** Whether a side has no pawns, and besides its king nothing or a piece of a lesser kind than the other side's best. */
function isWeaker(position: PlainPosition, side: Side): boolean {
  const own = piecesOf(position, side);
  const foe = piecesOf(position, otherSide(side));
  const [only] = own;
  if (own.length > 1 || only === 'pawn') return false;
  if (only === undefined) return true;
  return best(own) < best(foe);
}

/** How valuable the best piece is: 2 for a queen, or one in a slot of promoted pieces, 1 for a rook, 0 for others. */
function best(pieces: readonly PlainKind[]): number {
  const count = (kind: PlainKind): number => pieces.filter((each) => each === kind).length;
  if (count('queen') > 0 || count('rook') > 2 || count('bishop') > 2) return 2;
  return count('rook') > 0 ? 1 : 0;
}

function drivenSquares(position: PlainPosition, side: Side): number[] {
  const bishop = loneSquare(position, side, ['bishop', 'knight']);
  return inSquares((square) => {
    const [file, rank] = [square & 7, square >> 3];
    if (bishop === undefined) return numberAt(EDGE, file) + numberAt(EDGE, rank);
    const seen = seenFrom(side, bishop);
    return numberAt(CORNERS, ((seen & 7) + (seen >> 3)) % 2 === 0 ? file + rank : file - rank + 7);
  });
}

/** Where the first of these pieces stands if a bare king has them alone against it. */
function loneSquare(position: PlainPosition, bare: Side, kinds: readonly PlainKind[]): number | undefined {
  const side = otherSide(bare);
  const pieces = piecesOf(position, side);
  const alone = piecesOf(position, bare).length === 0 && pieces.length === kinds.length;
  if (!alone || !kinds.every((kind) => pieces.includes(kind))) return undefined;
  return position.squares.findIndex((piece) => piece?.side === side && piece.kind === kinds[0]);
}

function piecesOf({ squares }: PlainPosition, side: Side): PlainKind[] {
  return squares.flatMap((piece) => (piece?.side === side && piece.kind !== 'king' ? [piece.kind] : []));
}

function kingOf({ squares }: PlainPosition, side: Side): number {
  return squares.findIndex((piece) => piece?.kind === 'king' && piece.side === side);
}

function seenFrom(side: Side, square: number): number {
  return side === 'white' ? square : square ^ 56;
}
