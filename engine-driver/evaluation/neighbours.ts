/**
 * What the root's pawns and kings add to the squares near them, for pieces of all kinds. The ROM does the same before a
 * search (engine-asm/evaluation/root-neighbours.gtasm).
 */
import { numberAt } from '#basics';
import type { PlainKind, PlainPosition } from '#chess';
import type { Side } from './drive-kings.ts';

/** Who may stand near a square, in the order of the ROM's tables. */
export const NEIGHBOURS = ['ownPawn', 'foePawn', 'ownKing', 'foeKing'] as const;
type Neighbour = (typeof NEIGHBOURS)[number];

/** The stage of the game, 0 to 2, by the set of tables. */
export const STAGE_OF_SET = [0, 0, 0, 1, 1, 1, 2, 2] as const;

/** A stage's tables: 28 entries each, by files between square and neighbour, 0 … 3, then ranks it is ahead, −3 … 3. */
export type NeighbourTables = Readonly<Record<PlainKind, Readonly<Record<Neighbour, readonly number[]>>>>;

/** The largest distance in files or ranks that is distinguished. */
const FARTHEST = 3;
const RANKS = 2 * FARTHEST + 1;

/** Pawns and kings of a position, seen from a side's own first rank. */
export class RootNeighbours {
  private readonly found: { readonly who: Neighbour; readonly at: number }[];

  constructor({ squares }: PlainPosition, side: Side) {
    this.found = squares.flatMap((piece, square) => {
      if (piece?.kind !== 'pawn' && piece?.kind !== 'king') return [];
      const own = piece.side === side;
      const who = piece.kind === 'pawn' ? (own ? 'ownPawn' : 'foePawn') : own ? 'ownKing' : 'foeKing';
      return [{ who, at: side === 'white' ? square : square ^ 56 }];
    });
  }

  /** Those near a square, and the place of each in its table. */
  near(square: number): { readonly who: Neighbour; readonly place: number }[] {
    return this.found.flatMap(({ who, at }) => {
      const files = Math.abs((at & 7) - (square & 7));
      const ranks = (at >> 3) - (square >> 3);
      const isPawn = who === 'ownPawn' || who === 'foePawn';
      if (isPawn && (files >= FARTHEST || Math.abs(ranks) > FARTHEST)) return [];
      const ahead = Math.max(-FARTHEST, Math.min(FARTHEST, ranks));
      return [{ who, place: RANKS * Math.min(files, FARTHEST) + ahead + FARTHEST }];
    });
  }

  /** What they add to a square for a piece of a kind. */
  gain(tables: NeighbourTables, kind: PlainKind, square: number): number {
    return this.near(square).reduce((sum, { who, place }) => sum + numberAt(tables[kind][who], place), 0);
  }
}
