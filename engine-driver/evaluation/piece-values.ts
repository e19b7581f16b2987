/**
 * What pieces are worth to the engine: material, and what each square adds to it.
 *
 * Units are the engine's: PAWN_VALUE of them are a pawn. Squares are counted from white's side, a1 b1 … h8. A
 * square is worth `middle` with all pieces on the board, and `end` when only pawns are left. The ROM holds SETS sets of
 * tables between the two, and chooses one for a whole search by the pieces at the root.
 */
import { numberAt } from '#basics';
import type { PlainKind, PlainPosition } from '#chess';

export const PAWN_VALUE = 64;
/** Largest value that a square can add or subtract, in units. */
export const LARGEST_ENTRY = 63;
/** Most by which the squares of a quiet move may differ, in units; the search relies on it (`GATE_MOST`). */
export const LARGEST_STEP = 62;
/** Sets of tables in the ROM: 0 with all pieces on the board, SETS − 1 with pawns only. */
export const SETS = 8;
/** The phase with all pieces on the board, which is also the largest. */
export const FULL_PHASE = 24;
/** Kinds in the order of the generated tables. */
export const KINDS: readonly PlainKind[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** How much a piece counts towards the phase. */
const PHASE_OF: Readonly<Record<PlainKind, number>> = { pawn: 0, knight: 1, bishop: 1, rook: 2, queen: 4, king: 0 };

/** All values: whole numbers, in units. */
export interface PieceValues {
  readonly material: Readonly<Record<Exclude<PlainKind, 'king'>, number>>;
  /** A pawn on its seventh rank; it has the squares of a pawn. */
  readonly seventh: number;
  /** For the side to move. */
  readonly tempo: number;
  /** 64 entries for each kind, −LARGEST_ENTRY … LARGEST_ENTRY. */
  readonly middle: Readonly<Record<PlainKind, readonly number[]>>;
  readonly end: Readonly<Record<PlainKind, readonly number[]>>;
}

/** The phase of a position, 0 … FULL_PHASE: the sum over its pieces. */
export function phaseOf({ squares }: PlainPosition): number {
  return Math.min(
    FULL_PHASE,
    squares.reduce((sum, piece) => sum + (piece === null ? 0 : PHASE_OF[piece.kind]), 0),
  );
}

export function setOfPhase(phase: number): number {
  return SETS - 1 - Math.round(((SETS - 1) * phase) / FULL_PHASE);
}

/** How much of a set is `end`, 0 … 1. */
export function endShare(set: number): number {
  return set / (SETS - 1);
}

/** One table of a set: 64 entries. */
export function squareTable({ middle, end }: PieceValues, kind: PlainKind, set: number): number[] {
  const share = endShare(set);
  return middle[kind].map((value, square) => Math.round(value * (1 - share) + numberAt(end[kind], square) * share) + 0);
}

/** What a piece is worth without its square; a king is worth nothing, since there is always one. */
export function materialOf({ material, seventh }: PieceValues, kind: PlainKind, rank: number): number {
  if (kind === 'king') return 0;
  return kind === 'pawn' && rank === 7 ? seventh : material[kind];
}

/**
 * The least that a square of a kind may be worth in a set, and at the same time LARGEST_STEP less than the most: room
 * for what the root adds (root-squares.ts) on both sides of the table's own values. Squares where no pawn can stand do
 * not count.
 */
export function leastOf(values: PieceValues, kind: PlainKind, set: number): number {
  const table = squareTable(values, kind, set).slice(...(kind === 'pawn' ? [8, 56] : []));
  const middle = Math.floor((Math.min(...table) + Math.max(...table)) / 2);
  const least = Math.max(-LARGEST_ENTRY, middle - LARGEST_STEP / 2);
  return Math.min(least, LARGEST_ENTRY - LARGEST_STEP);
}
