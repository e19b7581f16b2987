/**
 * What squares are worth to a side, as the root of a search knows it: the tables of the phase, what the root's pawns
 * mean for files, passed pawns and mobility, and what pawns and kings add to the squares near them. The ROM computes it
 * once before a search (engine-asm/evaluation/root-squares.gtasm) and keeps it until the search ends.
 */
import { numberAt } from '#basics';
import type { PlainKind, PlainPosition } from '#chess';
import { RootNeighbours, STAGE_OF_SET } from './neighbours.ts';
import { withDrivenKing, type Side, type SquareTables } from './drive-kings.ts';
import { LARGEST_STEP, leastOf, phaseOf, setOfPhase, SETS, squareTable, materialOf } from './piece-values.ts';
import type { PieceValues } from './piece-values.ts';

export type { SquareTables };

/** Units for a rook on a file without pawns, and on one that has pawns of the other side alone. */
const ROOK_OPEN = 15;
const ROOK_HALF_OPEN = 8;
/** Mobility: units for each square that a piece can reach, above or below the number that is worth nothing. */
const WAY_VALUE = 2;
const MIDDLING = { rook: 7, bishop: 6, knight: 4 } as const;
/** Units of a passed pawn by rank when only pawns are left; half of that with all pieces on the board. */
const PASSED = [0, 4, 4, 12, 24, 40, 40, 0] as const;

/** How far a square may be from the middle of its kind's bounds. */
const HALF_STEP = LARGEST_STEP / 2;

type Step = readonly [ranks: number, files: number];
const ORTHOGONAL: readonly Step[] = [[1, 0], [0, 1], [-1, 0], [0, -1]]; // prettier-ignore
const DIAGONAL: readonly Step[] = [[1, 1], [-1, 1], [-1, -1], [1, -1]]; // prettier-ignore
const JUMPS: readonly Step[] = [[2, 1], [1, 2], [-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1]]; // prettier-ignore

/**
 * What squares are worth to both sides with a position at the root, in units.
 * @param isBounded whether what is out of bounds is cut off, as in the ROM
 */
export function rootSquares(
  values: PieceValues,
  position: PlainPosition,
  isBounded = true,
): Record<Side, SquareTables> {
  const tables = {
    white: squaresOfSide(values, position, 'white', isBounded),
    black: squaresOfSide(values, position, 'black', isBounded),
  };
  const seventhGain = values.seventh - values.material.pawn;
  return {
    white: withDrivenKing(tables.white, position, 'white', seventhGain),
    black: withDrivenKing(tables.black, position, 'black', seventhGain),
  };
}

function squaresOfSide(values: PieceValues, position: PlainPosition, side: Side, isBounded: boolean): SquareTables {
  const set = setOfPhase(phaseOf(position));
  const root = new RootPawns(position, side);
  const neighbours = new RootNeighbours(position, side);
  const near = values.neighbours?.[numberAt(STAGE_OF_SET, set)];
  const table = (kind: PlainKind, gain = (_square: number): number => 0): readonly number[] => {
    const plain = squareTable(values, kind, set);
    const middle = leastOf(values, kind, set) + HALF_STEP;
    return plain.map((value, square) => {
      const nearby = near === undefined ? 0 : neighbours.gain(near, kind, square);
      const worth = value + nearby + gain(square);
      return isBounded ? middle + bounded(asByte(worth - middle)) : worth;
    });
  };
  const ways = (kind: keyof typeof MIDDLING, square: number, steps: readonly Step[], far: boolean): number =>
    WAY_VALUE * (root.ways(square, steps, far) - MIDDLING[kind]);
  return {
    pawn: table('pawn', (square) => (root.isPassed(square) ? passed(square >> 3, set) : 0)),
    knight: table('knight', (square) => ways('knight', square, JUMPS, false)),
    bishop: table('bishop', (square) => ways('bishop', square, DIAGONAL, true)),
    rook: table('rook', (square) => ways('rook', square, ORTHOGONAL, true) + root.rookOnFile(square & 7)),
    queen: table('queen'),
    king: table('king'),
  };
}

/** The machine adds bytes; a sum that does not fit wraps around. */
function asByte(sum: number): number {
  return (sum << 24) >> 24;
}

function bounded(difference: number): number {
  return Math.max(-HALF_STEP, Math.min(HALF_STEP, difference));
}

function passed(rank: number, set: number): number {
  return Math.floor((numberAt(PASSED, rank) * (SETS - 1 + set)) / (2 * (SETS - 1)) + 0.5);
}

/** The pawns of a position, seen from a side's own first rank. */
class RootPawns {
  private readonly own = new Set<number>();
  private readonly foe = new Set<number>();

  constructor({ squares }: PlainPosition, side: Side) {
    for (const [square, piece] of squares.entries()) {
      if (piece?.kind !== 'pawn') continue;
      (piece.side === side ? this.own : this.foe).add(side === 'white' ? square : square ^ 56);
    }
  }

  /** Whether no pawn of the other side is in front of a square, on its file or on one beside it. */
  isPassed(square: number): boolean {
    return ![...this.foe].some((pawn) => pawn >> 3 > square >> 3 && Math.abs((pawn & 7) - (square & 7)) <= 1);
  }

  /** What a file is worth to a rook, in units. */
  rookOnFile(file: number): number {
    const onFile = (pawn: number): boolean => (pawn & 7) === file;
    if ([...this.own].some(onFile)) return 0;
    return [...this.foe].some(onFile) ? ROOK_HALF_OPEN : ROOK_OPEN;
  }

  /** How many squares a piece can reach if only pawns are in its way, without those where a pawn attacks it. */
  ways(square: number, steps: readonly Step[], far: boolean): number {
    let ways = 0;
    for (const step of steps) {
      for (let to = after(square, step); to !== undefined && !this.own.has(to); to = after(to, step)) {
        if (!this.isAttacked(to)) ways++;
        if (!far || this.foe.has(to)) break;
      }
    }
    return ways;
  }

  private isAttacked(square: number): boolean {
    return [-1, 1].some((files) => {
      const from = after(square, [1, files]);
      return from !== undefined && this.foe.has(from);
    });
  }
}

/** The square a step away; undefined beyond the edge. */
function after(square: number, [ranks, files]: Step): number | undefined {
  const [rank, file] = [(square >> 3) + ranks, (square & 7) + files];
  return rank >= 0 && rank < 8 && file >= 0 && file < 8 ? 8 * rank + file : undefined;
}

/** The evaluation of a position at the root of a search, in units, as the side to move sees it. */
export function evaluate(values: PieceValues, position: PlainPosition): number {
  const white = whiteAhead(values, position, rootSquares(values, position));
  return (position.sideToMove === 'white' ? white : -white) + values.tempo;
}

/** What white's pieces and their squares are worth, less black's, in units; each side's squares by its own tables. */
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
