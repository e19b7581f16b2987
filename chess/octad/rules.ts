/**
 * The rules of Octad, written plainly: moves on sixteen squares, one at a time.
 *
 * An oracle: it shares nothing with the ROM that plays the game, works without bitboards, and is written to be
 * read. Its move counts equal those of the public reference implementation (test/data/octad-perft.json).
 */
import type { PlainKind, Side } from '../plain-piece.ts';
import { fenLetter } from '../fen-board.ts';
import { octadSquareName, type OctadPosition } from './position.ts';

type OctadCastle = 'near' | 'centre' | 'far';

export interface OctadMove {
  readonly from: number;
  /** The target square; in castling, the partner's square. */
  readonly to: number;
  readonly promotion: PlainKind | null;
  readonly castle: OctadCastle | null;
}

type OctadEnd = 'checkmate' | 'stalemate' | 'dead' | 'quiet';

/** A game is drawn after this many plies without a capture, a pawn's move or the loss of a castling right. */
const OCTAD_QUIET_LIMIT = 50;

type Step = readonly [file: number, rank: number];
const STRAIGHT: readonly Step[] = [[0, 1], [1, 0], [0, -1], [-1, 0]]; // prettier-ignore
const DIAGONAL: readonly Step[] = [[1, 1], [1, -1], [-1, -1], [-1, 1]]; // prettier-ignore
const JUMPS: readonly Step[] = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]]; // prettier-ignore
const PROMOTIONS: readonly PlainKind[] = ['queen', 'rook', 'bishop', 'knight'];
const CASTLES: readonly (readonly [OctadCastle, string])[] = [['near', 'n'], ['centre', 'c'], ['far', 'f']]; // prettier-ignore

export function octadMoves(position: OctadPosition): OctadMove[] {
  const safe = (move: OctadMove): boolean => !inCheck(octadPlay(position, move), position.sideToMove);
  return [...ordinaryMoves(position), ...castlings(position)].filter(safe);
}

export function octadPlay(position: OctadPosition, move: OctadMove): OctadPosition {
  const { sideToMove: side, enPassant } = position;
  const piece = position.squares[move.from] ?? null;
  const squares = [...position.squares];
  const captures = move.castle === null && squares[move.to] !== null;
  squares[move.from] = null;
  if (move.castle !== null) {
    squares[move.from] = squares[move.to] ?? null;
    squares[move.to] = null;
    squares[kingTarget(move)] = piece;
  } else {
    squares[move.to] = move.promotion === null ? piece : { kind: move.promotion, side };
    if (piece?.kind === 'pawn' && move.to === enPassant) squares[move.to - 4 * forward(side)] = null;
  }
  const castling = remainingRights(position, move);
  const twoSteps = piece?.kind === 'pawn' && Math.abs(move.to - move.from) === 8;
  const loud = captures || piece?.kind === 'pawn' || castling !== position.castling;
  return {
    squares,
    sideToMove: other(side),
    castling,
    enPassant: twoSteps ? (move.from + move.to) / 2 : null,
    halfmoveClock: loud ? 0 : position.halfmoveClock + 1,
    moveNumber: position.moveNumber + (side === 'black' ? 1 : 0),
  };
}

/** How many sequences of `depth` plies there are. */
export function octadPerft(position: OctadPosition, depth: number): number {
  if (depth === 0) return 1;
  const moves = octadMoves(position);
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => sum + octadPerft(octadPlay(position, move), depth - 1), 0);
}

/** Whether the game has ended in this position, not counting repetition. */
export function octadEnd(position: OctadPosition): OctadEnd | null {
  if (octadMoves(position).length === 0) return inCheck(position, position.sideToMove) ? 'checkmate' : 'stalemate';
  if (isDead(position)) return 'dead';
  return position.halfmoveClock >= OCTAD_QUIET_LIMIT ? 'quiet' : null;
}

export function inCheck({ squares }: Pick<OctadPosition, 'squares'>, side: Side): boolean {
  const king = squares.findIndex((piece) => piece?.kind === 'king' && piece.side === side);
  return isAttacked(squares, king, other(side));
}

/** All squares that the pieces of `side` attack, those of their own pieces included. */
export function octadAttacks(squares: OctadPosition['squares'], side: Side): number[] {
  return Array.from({ length: 16 }, (_, square) => square).filter((square) => isAttacked(squares, square, side));
}

/** Coordinates (`c1c3`, `a3a4q`) or, of castling, `O`, `O-O`, `O-O-O`. */
export function octadMoveText({ from, to, promotion, castle }: OctadMove): string {
  if (castle !== null) return { near: 'O', centre: 'O-O', far: 'O-O-O' }[castle];
  const suffix = promotion === null ? '' : fenLetter(promotion, 'black');
  return octadSquareName(from) + octadSquareName(to) + suffix;
}

/**
 * Squares of the pieces that the king of `side` may castle with: the knight, the nearer and the farther pawn
 * on the king's own first rank. Of two pawns at the same distance the one on the lower file is the nearer,
 * a single pawn is the nearer one; of two knights the one on the higher file counts.
 */
export function castlingPartners(squares: OctadPosition['squares'], side: Side): Partial<Record<OctadCastle, number>> {
  const home = homeRank(side);
  const here = [0, 1, 2, 3].map((file) => 4 * home + file);
  const king = here.find((square) => isPiece(squares, square, 'king', side));
  if (king === undefined) return {};
  const pawns = here
    .filter((square) => isPiece(squares, square, 'pawn', side))
    .sort((a, b) => Math.abs(a - king) - Math.abs(b - king));
  const near = here.filter((square) => isPiece(squares, square, 'knight', side)).at(-1);
  const [centre, far] = pawns;
  return {
    ...(near !== undefined && { near }),
    ...(centre !== undefined && { centre }),
    ...(far !== undefined && { far }),
  };
}

function ordinaryMoves(position: OctadPosition): OctadMove[] {
  const { squares, sideToMove: side } = position;
  return squares.flatMap((piece, from) => {
    if (piece?.side !== side) return [];
    const reached = piece.kind === 'pawn' ? pawnTargets(position, from) : reach(squares, from, piece.kind);
    const targets = reached.filter((to) => squares[to]?.side !== side);
    return targets.flatMap((to) => {
      const promotes = piece.kind === 'pawn' && to >> 2 === homeRank(other(side));
      return (promotes ? PROMOTIONS : [null]).map((promotion) => ({ from, to, promotion, castle: null }));
    });
  });
}

/** Squares that a piece other than a pawn attacks from a square, occupied ones included. */
function reach(squares: OctadPosition['squares'], from: number, kind: PlainKind): number[] {
  if (kind === 'knight') return steps(from, JUMPS);
  if (kind === 'king') return steps(from, [...STRAIGHT, ...DIAGONAL]);
  const directions = [...(kind === 'bishop' ? [] : STRAIGHT), ...(kind === 'rook' ? [] : DIAGONAL)];
  return directions.flatMap((direction) => {
    const ray: number[] = [];
    for (let square = step(from, direction); square !== null; square = step(square, direction)) {
      ray.push(square);
      if (squares[square]) break;
    }
    return ray;
  });
}

function pawnTargets({ squares, sideToMove: side, enPassant }: OctadPosition, from: number): number[] {
  const ahead = step(from, [0, forward(side)]);
  if (ahead === null) return [];
  const targets = steps(from, pawnCaptures(side)).filter(
    (to) => squares[to]?.side === other(side) || (to === enPassant && squares[to] === null),
  );
  if (squares[ahead]) return targets;
  const second = from >> 2 === homeRank(side) ? step(ahead, [0, forward(side)]) : null;
  return [...targets, ahead, ...(second !== null && !squares[second] ? [second] : [])];
}

function castlings(position: OctadPosition): OctadMove[] {
  const { squares, sideToMove: side } = position;
  const from = squares.findIndex((_, square) => isPiece(squares, square, 'king', side));
  if (isAttacked(squares, from, other(side))) return [];
  const partners = castlingPartners(squares, side);
  return CASTLES.flatMap(([right, letter]) => {
    const to = partners[right];
    if (to === undefined || !position.castling.includes(ofSide(letter, side))) return [];
    const distance = Math.abs(to - from);
    if (distance > (right === 'near' ? 1 : 2)) return [];
    const castle = distance === 2 ? 'far' : right === 'near' ? 'near' : 'centre';
    const move: OctadMove = { from, to, promotion: null, castle };
    const target = kingTarget(move);
    if (distance === 2 && squares[target]) return [];
    return isAttacked(squares, target, other(side)) ? [] : [move];
  });
}

/** Where the king goes in a castling move: to its partner's square, or between them if they are two files apart. */
function kingTarget({ from, to }: OctadMove): number {
  return Math.abs(to - from) === 2 ? (from + to) / 2 : to;
}

/** A king's move ends all rights of its side; a right ends when its partner moves or is taken. */
function remainingRights({ squares, castling }: OctadPosition, { from, to }: OctadMove): string {
  let rights = castling;
  for (const side of ['white', 'black'] as const) {
    const partners = castlingPartners(squares, side);
    const kingMoves = isPiece(squares, from, 'king', side);
    for (const [right, letter] of CASTLES) {
      const partner = partners[right];
      if (kingMoves || partner === from || partner === to) rights = rights.replace(ofSide(letter, side), '');
    }
  }
  return rights;
}

function isAttacked(squares: OctadPosition['squares'], square: number, by: Side): boolean {
  return squares.some((piece, from) => {
    if (piece?.side !== by) return false;
    const attacked = piece.kind === 'pawn' ? steps(from, pawnCaptures(by)) : reach(squares, from, piece.kind);
    return attacked.includes(square);
  });
}

/** Nobody can mate: bare kings, one minor piece, or bishops that all stand on squares of one colour. */
function isDead({ squares }: OctadPosition): boolean {
  const others = squares.flatMap((piece, square) =>
    piece && piece.kind !== 'king' ? [{ kind: piece.kind, square }] : [],
  );
  if (others.length === 0 || (others.length === 1 && others[0]?.kind === 'knight')) return true;
  const colours = new Set(others.map(({ square }) => ((square >> 2) + square) & 1));
  return others.every(({ kind }) => kind === 'bishop') && colours.size === 1;
}

function steps(from: number, directions: readonly Step[]): number[] {
  return directions.flatMap((direction) => step(from, direction) ?? []);
}

function step(from: number, [file, rank]: Step): number | null {
  const [f, r] = [(from & 3) + file, (from >> 2) + rank];
  return f < 0 || f > 3 || r < 0 || r > 3 ? null : 4 * r + f;
}

function pawnCaptures(side: Side): readonly Step[] {
  return [[-1, forward(side)], [1, forward(side)]]; // prettier-ignore
}

function isPiece(squares: OctadPosition['squares'], square: number, kind: PlainKind, side: Side): boolean {
  const piece = squares[square];
  return piece?.kind === kind && piece.side === side;
}

function forward(side: Side): number {
  return side === 'white' ? 1 : -1;
}

function homeRank(side: Side): number {
  return side === 'white' ? 0 : 3;
}

function other(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}

function ofSide(letter: string, side: Side): string {
  return side === 'white' ? letter.toUpperCase() : letter;
}
