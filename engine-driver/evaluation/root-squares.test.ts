import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PlainKind, PlainPosition } from '#chess';
import { position, squareIndex, squareNamed } from '#test/chess/positions.ts';
import { randomFrom } from '#test/emulator/program.ts';
import {
  byKind,
  KINDS,
  LARGEST_STEP,
  phaseOf,
  setOfPhase,
  squareTable,
  type PieceValues,
  firstValues,
  PAWN_VALUE,
  SETS,
} from './piece-values.ts';
import { rootSquares, evaluate, whiteAhead } from './root-squares.ts';
import { fit, loss, type LabelledPosition } from './fit.ts';
import { fitNeighbours, type LabelledLeaf } from './fit-neighbours.ts';
import { RootNeighbours, type NeighbourTables } from './neighbours.ts';
import { publishedValues, type PublishedValues } from './published-values.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
/** The engine's values, and published ones without neighbours. */
const ENGINE = read('../../engine-asm/evaluation/piece-values.json') as PieceValues;
const VALUES = publishedValues(read('../../scripts/tuning/pesto.json') as PublishedValues);

/** What the root adds to a square, named as the side sees it. */
function gain(fen: string, side: 'white' | 'black', kind: PlainKind, square: string): number {
  const root = position(fen);
  const at = squareIndex(square);
  const plain = squareTable(VALUES, kind, setOfPhase(phaseOf(root)));
  return rootSquares(VALUES, root)[side][kind][at]! - plain[at]!;
}

describe('the squares of the root', () => {
  const pawns = '4k3/p4p2/2p5/8/1P6/5P2/P2P4/4K3 w - - 0 1';

  it.each([
    ['b1', 'an own pawn on b4: b2, b3 and a1, c1 … h1', 2 * (9 - 7)],
    ['c1', 'a pawn of the other side on c6: c2 … c6, a1, b1, d1 … h1', 8 + 2 * (12 - 7)],
    ['g4', 'no pawn on the file: g1 … g8 but g6, which f7 attacks; c4 … h4', 15 + 2 * (11 - 7)],
  ])('give a rook its file and its ways on %s: %s', (square, _, units) => {
    expect(gain(pawns, 'white', 'rook', square)).toBe(units);
  });

  it('count the squares that a bishop and a knight can reach', () => {
    // From e3: d4, c5, b6 is attacked by a7, a7 itself is not; f4, g5, h6; f2, g1; d2 is an own pawn.
    expect(gain(pawns, 'white', 'bishop', 'e3')).toBe(2 * (8 - 6));
    // From e3: c2, c4, d1, f1, f5, g2, g4; d5 is attacked by c6.
    expect(gain(pawns, 'white', 'knight', 'e3')).toBe(2 * (7 - 4));
    expect(gain(pawns, 'white', 'knight', 'a1')).toBe(2 * (2 - 4));
  });

  it('give a passed pawn more the farther it is, and more in the endgame', () => {
    expect(gain(pawns, 'white', 'pawn', 'h5')).toBe(24);
    expect(gain(pawns, 'white', 'pawn', 'h4')).toBe(12);
    expect(rootSquares(VALUES, position(pawns)).white.pawn[43]).toBe(62); // d6: as much as the window holds
    expect(gain(pawns, 'white', 'pawn', 'd5')).toBe(0); // c6 is beside it, farther ahead
    const opening = 'rnbqkbnr/pppp1ppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1';
    expect(gain(opening, 'white', 'pawn', 'e7')).toBe(20);
    expect(gain(opening, 'white', 'pawn', 'e6')).toBe(0);
  });

  it.each([VALUES, ENGINE])('are the same for both sides, seen from their own first rank', (values) => {
    const mirrored = position('4k3/p2p4/5p2/1p6/8/2P5/P4P2/4K3 b - - 0 1');
    const tables = rootSquares(values, position(pawns));
    expect(rootSquares(values, mirrored)).toEqual({ white: tables.black, black: tables.white });
  });

  it('leave no two squares of a kind too far apart', () => {
    for (const fen of [pawns, '4k3/p7/PPPPPPPP/8/8/8/8/4K3 w - - 0 1', 'r1bqk2r/8/8/8/8/8/8/R1BQK2R w - - 0 1']) {
      for (const values of [VALUES, ENGINE]) {
        for (const tables of Object.values(rootSquares(values, position(fen)))) {
          for (const kind of KINDS)
            expect(Math.max(...tables[kind]) - Math.min(...tables[kind])).toBeLessThanOrEqual(LARGEST_STEP);
        }
      }
    }
  });
});

describe('neighbours', () => {
  const none = new Array<number>(28).fill(0);
  /** Tables with one entry: by files, and by how many ranks the neighbour is ahead. */
  const only = (
    kind: PlainKind,
    who: keyof NeighbourTables[PlainKind],
    files: number,
    ranks: number,
  ): NeighbourTables => {
    const empty = { ownPawn: none, foePawn: none, ownKing: none, foeKing: none };
    return { ...byKind(KINDS, () => empty), [kind]: { ...empty, [who]: none.with(7 * files + ranks + 3, 5) } };
  };
  const root = position('6k1/8/8/3p4/8/8/5P2/6K1 w - - 0 1');
  const gains = (side: 'white' | 'black', tables: NeighbourTables, kind: PlainKind): string[] =>
    Array.from({ length: 64 }, (_, square) => square)
      .filter((square) => new RootNeighbours(root, side).gain(tables, kind, square) !== 0)
      .map(squareNamed);

  it('are pawns within two files and three ranks', () => {
    expect(gains('white', only('knight', 'foePawn', 2, 3), 'knight')).toEqual(['b2', 'f2']);
    expect(gains('black', only('knight', 'ownPawn', 0, 1), 'knight')).toEqual(['d3']); // its d6
    expect(gains('white', only('knight', 'ownPawn', 3, 0), 'knight')).toEqual([]);
    expect(gains('white', only('knight', 'ownPawn', 0, 0), 'queen')).toEqual([]);
  });

  it('are kings at any distance; more than three files or ranks count as three', () => {
    const far = gains('white', only('queen', 'foeKing', 3, 3), 'queen');
    expect(far).toHaveLength(4 * 5); // a to d, 1 to 5
    expect(gains('black', only('queen', 'ownKing', 0, 0), 'queen')).toEqual(['g1']);
  });
});

describe('a king without pawns', () => {
  const kings = (fen: string): { white: readonly number[]; black: readonly number[] } => {
    const { white, black } = rootSquares(VALUES, position(fen));
    return { white: white.king, black: black.king };
  };
  const plain = (fen: string): readonly number[] => squareTable(VALUES, 'king', setOfPhase(phaseOf(position(fen))));

  it.each([
    ['bare', '4k3/8/8/8/8/8/8/R3K3 w - - 0 1'],
    ['with a knight against a rook', '4k1n1/8/8/8/8/8/P7/R3K3 w - - 0 1'],
    ['with a rook against a queen', '4k1r1/8/8/8/8/8/8/Q3K3 w - - 0 1'],
  ])('is driven to the edge, and the other king comes near: %s', (_, fen) => {
    const { white, black } = kings(fen);
    expect(black[0]).toBeLessThan(black[27]!);
    expect(white[52]).toBeGreaterThan(white[44]!); // e7 rather than e6
    for (const squares of [white, black])
      expect(Math.max(...squares) - Math.min(...squares)).toBeLessThanOrEqual(LARGEST_STEP);
  });

  it.each([
    '4k1r1/8/8/8/8/8/8/R3K3 w - - 0 1',
    '4k3/p7/8/8/8/8/8/R3K3 w - - 0 1',
    '1n2k1n1/8/8/8/8/8/8/R3K3 w - - 0 1',
  ])('is left alone otherwise: %s', (fen) => expect(kings(fen).black).toEqual(plain(fen)));

  it.each([
    ['dark', '4k3/8/8/8/8/8/8/N1B1K3 w - - 0 1', 0, 7],
    ['light', '4k3/8/8/8/8/8/8/NB2K3 w - - 0 1', 7, 0],
  ])('is driven by knight and %s bishop to a corner of its colour', (_, fen, good, bad) => {
    const { black } = kings(fen);
    expect(black[good ^ 56]).toBeLessThan(black[bad ^ 56]!);
  });
});

describe('fitting', () => {
  /** Positions with kings and a few pieces, in a fixed random order, labelled by values. */
  function labelled(values: PieceValues, count: number): LabelledPosition[] {
    const below = randomFrom(1);
    const kinds: PlainKind[] = ['pawn', 'knight', 'bishop', 'rook', 'queen'];
    return Array.from({ length: count }, () => {
      const squares = new Array<PlainPosition['squares'][number]>(64).fill(null);
      squares[below(8)] = { kind: 'king', side: 'white' };
      squares[56 + below(8)] = { kind: 'king', side: 'black' };
      for (let piece = 0; piece < 8; piece++) {
        const side = below(2) === 0 ? 'white' : 'black';
        squares[8 + below(48)] = { kind: kinds[below(5)]!, side };
      }
      const made = { ...position('8/8/8/8/8/8/8/8 w - - 0 1'), squares };
      // Without what the root's pawns make of them, which is not fitted.
      const tables = byKind(KINDS, (kind) => squareTable(values, kind, setOfPhase(phaseOf(made))));
      return { position: made, cp: (100 * whiteAhead(values, made, { white: tables, black: tables })) / PAWN_VALUE };
    });
  }

  describe('phases', () => {
    it('go from all pieces to none but pawns', () => {
      const phase = (fen: string): number => setOfPhase(phaseOf(position(fen)));
      expect(phase('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')).toBe(0);
      expect(phase('4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1')).toBe(SETS - 1);
      expect(phase('qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1')).toBe(0);
      expect(phase('r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1')).toBe(5);
    });
  });

  describe('evaluate', () => {
    const values = firstValues();

    it('sees a position from both sides alike', () => {
      const [white, black] = ['4k3/8/8/3p4/8/5N2/P7/4K2R w - - 0 1', '4k2r/p7/5n2/8/3P4/8/8/4K3 b - - 0 1'].map(
        position,
      );
      expect(evaluate(values, white!)).toBe(evaluate(values, black!));
      expect(evaluate(values, { ...white!, sideToMove: 'black' })).toBe(-evaluate(values, white!));
    });

    it('counts a pawn on its seventh rank as one', () => {
      const at = (fen: string): number => evaluate({ ...values, seventh: 1000 }, position(fen));
      expect(at('4k3/P6p/8/8/8/8/7P/4K3 w - - 0 1')).toBeGreaterThan(900);
      expect(at('4k3/7p/P7/8/8/8/7P/4K3 w - - 0 1')).toBeLessThan(300);
      expect(at('4k3/7p/8/8/8/8/p6P/4K3 b - - 0 1')).toBeGreaterThan(900);
    });
  });

  describe('fitNeighbours', () => {
    it('finds what a neighbour is worth, within the bounds of the ROM', () => {
      const leaves = labelled(VALUES, 3000).map(({ position: leaf }): LabelledLeaf => {
        const king = (side: 'white' | 'black'): number =>
          leaf.squares.findIndex((piece) => piece?.kind === 'king' && piece.side === side) & 7;
        // A queen on the file of the other side's king is worth half a pawn.
        const ahead = leaf.squares.reduce((sum, piece, square) => {
          if (piece?.kind !== 'queen') return sum;
          const [sign, foe] = piece.side === 'white' ? [1, king('black')] : [-1, king('white')];
          return sum + ((square & 7) === foe ? 32 * sign : 0);
        }, 0);
        const units = whiteAhead(VALUES, leaf, rootSquares(VALUES, leaf)) + VALUES.tempo + ahead;
        return { root: leaf, leaf, cp: (200 * units) / 140 };
      });
      const losses: number[] = [];
      const { neighbours, least } = fitNeighbours(VALUES, leaves, (_, loss) => losses.push(loss));
      expect(losses.at(-1)).toBeLessThan(losses[0]!);
      const queen = neighbours!.map((tables) => tables.queen.foeKing);
      const mean = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
      expect(mean(queen.flatMap((table) => table.slice(0, 7)))).toBeGreaterThan(
        mean(queen.flatMap((table) => table.slice(7))),
      );
      expect(least!.flat().every((entry) => entry >= -63 && entry <= 1)).toBe(true);
    });
  });

  describe('fit', () => {
    it('recovers the values by which positions were labelled', () => {
      const first = firstValues();
      const truth: PieceValues = { ...first, material: { ...first.material, knight: 300, queen: 500 } };
      const positions = labelled(truth, 2000);
      const fitted = fit(first, positions);
      expect(loss(fitted, positions)).toBeLessThan(loss(first, positions) / 20);
      expect(fitted.material.pawn).toBe(PAWN_VALUE);
      expect(Math.abs(fitted.material.knight - 300)).toBeLessThan(15);
      expect(Math.abs(fitted.material.queen - 500)).toBeLessThan(15);
    });
  });
});
