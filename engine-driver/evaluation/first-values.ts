/**
 * Values from which a fit starts: a few rules of thumb, no data.
 */
import type { PlainKind } from '#chess';
import type { PieceValues } from './piece-values.ts';

/** The value of a square in units, by file 0 … 7 and rank 0 … 7 from white's side. */
type Rule = (file: number, rank: number) => number;

/** 0 on the edge of the board … 3 in the middle. */
const inner = (place: number): number => Math.min(place, 7 - place);
/** 0 in the corners … 6 in the centre. */
const centre: Rule = (file, rank) => inner(file) + inner(rank);
/** 1 on the files d and e, otherwise 0. */
const middleFile = (file: number): number => (inner(file) === 3 ? 1 : 0);

/** A rule that applies to the ranks where pawns can stand. */
const pawns =
  (rule: Rule): Rule =>
  (file, rank) =>
    rank === 0 || rank === 7 ? 0 : rule(file, rank);

const MIDDLE: Readonly<Record<PlainKind, Rule>> = {
  pawn: pawns((file, rank) => 3 * (rank - 1) + (middleFile(file) === 1 ? 5 * Math.min(rank - 1, 3) - 5 : -2)),
  knight: (file, rank) => 5 * centre(file, rank) - 20 + (rank === 0 ? -5 : 0),
  bishop: (file, rank) => 2 * centre(file, rank) - 6 + (rank === 0 ? -6 : 0),
  rook: (file, rank) => 2 * inner(file) - 3 + (rank === 6 ? 12 : 0),
  queen: (file, rank) => centre(file, rank) - 3 + (rank === 0 ? 1 : 0),
  king: (file, rank) => (rank === 0 ? 14 - 9 * inner(file) + (file === 6 ? 16 : 0) : -15 - 6 * Math.min(rank, 4)),
};

const END: Readonly<Record<PlainKind, Rule>> = {
  pawn: pawns((_file, rank) => 2 * (rank - 1) * (rank - 1)),
  knight: (file, rank) => 4 * centre(file, rank) - 18,
  bishop: (file, rank) => 2 * centre(file, rank) - 6,
  rook: (_file, rank) => (rank === 6 ? 8 : 2),
  queen: (file, rank) => 3 * centre(file, rank) - 8,
  king: (file, rank) => 7 * centre(file, rank) - 24,
};

function tables(rules: Readonly<Record<PlainKind, Rule>>): Record<PlainKind, number[]> {
  const entries = Object.entries(rules) as [PlainKind, Rule][];
  return Object.fromEntries(
    entries.map(([kind, rule]) => [kind, Array.from({ length: 64 }, (_, square) => rule(square & 7, square >> 3))]),
  ) as Record<PlainKind, number[]>;
}

export function firstValues(): PieceValues {
  return {
    material: { pawn: 64, knight: 208, bishop: 216, rook: 324, queen: 624 },
    seventh: 120,
    tempo: 0,
    middle: tables(MIDDLE),
    end: tables(END),
  };
}
