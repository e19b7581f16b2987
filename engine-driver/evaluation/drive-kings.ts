/**
 * Where kings belong in simple endings. If the weaker side has no pawns, its king is driven to the edge and the other
 * king approaches it. If there is nothing but one pawn, both kings make for a square ahead of it, its own above all for
 * its key squares, and the pawn waits for its king unless the other king cannot catch it. The ROM does the same, and
 * says what key squares are (engine-asm/evaluation/key-squares.gtasm).
 */
import { numberAt } from '#basics';
import type { PlainKind, PlainPosition } from '#chess';

/** Values of the squares of each kind: 64 entries a1 b1 … h8, seen from the side's own first rank. */
export type SquareTables = Readonly<Record<PlainKind, readonly number[]>>;
export type Side = PlainPosition['sideToMove'];

/** The weaker king's squares without pawns: by file and by rank, or by diagonal against bishop and knight. */
const EDGE = [-20, -7, 4, 11, 11, 4, -7, -20] as const;
const CORNERS = [-40, -31, -21, -12, -3, 6, 14, 22, 14, 6, -3, -12, -21, -31, -40] as const;
/** The other king's squares: by the files, and by the ranks, between the kings. */
const BETWEEN_KINGS = [14, 12, 9, 4, -2, -8, -12, -14] as const;
/** The squares of kings by the files, and by the ranks, to the square ahead of a pawn. */
const TO_PAWN = [14, 10, 6, 2, -2, -6, -10, -14] as const;

/** By the rank of a king on or beside the pawn's file: the farthest rank of a pawn of which it holds a key square. */
const FARTHEST = [0, 0, 0, 1, 2, 4, 6, 6] as const;
/** Units for a king on a key square: of the pawn where it stands, and of the pawn farther on. */
const KEY = 20;
const FARTHER_KEY = 36;
/** Units per rank of the pawn: with key squares, a penalty without them, and where the other king cannot catch it. */
const PUSH = 2;
const EARLY = 10;
const RUN = 10;
const SEVENTH = 6;

const otherSide = (side: Side): Side => (side === 'white' ? 'black' : 'white');
const inSquares = (value: (square: number) => number): number[] =>
  Array.from({ length: 64 }, (_, square) => value(square));

/**
 * A side's tables, with those of its king and its only pawn replaced if it or the other side is the weaker one.
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
  if (pawn !== undefined) return withPawn(tables, position, side, pawn, seventhGain);
  if (side === weak) return { ...tables, king: drivenSquares(position, weak) };
  return { ...tables, king: inSquares(nearness(seenFrom(side, kingOf(position, weak)), BETWEEN_KINGS)) };
}

/** What a king's square is worth by its distance from `aim`. @param values by files or ranks */
function nearness(aim: number, values: readonly number[]): (square: number) => number {
  const distance = (a: number, b: number): number => numberAt(values, Math.abs(a - b));
  return (square) => distance(square & 7, aim & 7) + distance(square >> 3, aim >> 3);
}

/** The tables of a side where one side has a pawn and neither has anything else. */
function withPawn(
  tables: SquareTables,
  position: PlainPosition,
  side: Side,
  pawn: number,
  seventhGain: number,
): SquareTables {
  const owner = position.squares[pawn]!.side;
  const seen = seenFrom(owner, pawn);
  const keys = new KeySquares(seen);
  const runs = outruns(position, owner, pawn);
  const near = nearness(runs ? seen : keys.aim, TO_PAWN);
  if (side !== owner) return { ...tables, king: inSquares((square) => near(square ^ 56)) };
  if (runs) {
    const pawns = inSquares((square) => RUN * (square >> 3) - 7 * RUN);
    return { ...tables, king: inSquares(() => 0), pawn: pawns };
  }
  const reach = keys.reach(seenFrom(side, kingOf(position, side)));
  const ofRank = (rank: number): number => {
    if (rank <= reach) return PUSH * (rank - reach);
    return EARLY * (reach - rank) - (rank === SEVENTH ? seventhGain : 0);
  };
  const pawns = inSquares((square) => ofRank(square >> 3));
  return { ...tables, king: inSquares((square) => near(square) + keys.value(square)), pawn: pawns };
}

/** The key squares of a pawn, from which its king escorts it; all squares as the pawn's side sees them. */
class KeySquares {
  /** The square that both kings want. */
  readonly aim: number;
  /** The pawn's rank; the seventh for a rook pawn, whose key squares do not depend on it. */
  private readonly rank: number;
  private readonly isRooks: boolean;

  constructor(pawn: number) {
    const file = pawn & 7;
    this.isRooks = file === 0 || file === 7;
    this.rank = this.isRooks ? SEVENTH : pawn >> 3;
    if (this.isRooks) this.aim = 8 * SEVENTH + (file ^ 1);
    else this.aim = 8 * (this.rank < SEVENTH ? this.rank + 2 : this.rank) + file;
  }

  /** The rank up to which a push is worth something with the king on this square. */
  reach(king: number): number {
    return Math.max(this.rank, this.farthest(king));
  }

  value(king: number): number {
    const farther = this.farthest(king) - this.rank;
    return farther < 0 ? 0 : farther === 0 ? KEY : FARTHER_KEY;
  }

  private farthest(king: number): number {
    const beside = Math.abs((king & 7) - (this.aim & 7));
    return beside > (this.isRooks ? 0 : 1) ? 0 : numberAt(FARTHEST, king >> 3);
  }
}

/** Whether the other king cannot catch a pawn that runs. */
function outruns(position: PlainPosition, side: Side, pawn: number): boolean {
  const [king, from] = [kingOf(position, otherSide(side)), seenFrom(side, pawn)];
  const steps = Math.min(5, 7 - (from >> 3)) + (position.sideToMove === side ? 0 : 1);
  return Math.max(7 - (seenFrom(side, king) >> 3), Math.abs((king & 7) - (from & 7))) > steps;
}

/** Whether a side has besides its king nothing, or one piece less valuable than the other side's best, but no pawn. */
function isWeaker(position: PlainPosition, side: Side): boolean {
  const own = piecesOf(position, side);
  const foe = piecesOf(position, otherSide(side));
  const [only] = own;
  if (own.length > 1 || only === 'pawn') return false;
  if (only === undefined) return true;
  return best(own) < best(foe);
}

/** How valuable the best piece is: 2 for a queen or a third rook or bishop (promoted), 1 for a rook, 0 for others. */
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

/** Where the first of these pieces stands if they, and nothing else, are against a bare king. */
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
