import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFen, type PlainKind, type PlainPosition } from '#chess';
import { KINDS, LARGEST_STEP, phaseOf, setOfPhase, squareTable, type PieceValues } from './piece-values.ts';
import { rootSquares } from './root-squares.ts';

const FILE = new URL('../../engine-asm/evaluation/piece-values.json', import.meta.url);
const VALUES = JSON.parse(readFileSync(FILE, 'utf8')) as PieceValues;

function position(fen: string): PlainPosition {
  const parsed = parseFen(fen);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.position;
}

/** What the root adds to a square, named as the side sees it. */
function gain(fen: string, side: 'white' | 'black', kind: PlainKind, square: string): number {
  const root = position(fen);
  const at = 'abcdefgh'.indexOf(square.charAt(0)) + 8 * (Number(square.charAt(1)) - 1);
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

  it('give a bishop and a knight their ways', () => {
    // From e3: d4, c5, b6 is attacked by a7, a7 itself is not; f4, g5, h6; f2, g1; d2 is an own pawn.
    expect(gain(pawns, 'white', 'bishop', 'e3')).toBe(2 * (8 - 6));
    // From e3: c2, c4, d1, f1, f5, g2, g4; d5 is attacked by c6.
    expect(gain(pawns, 'white', 'knight', 'e3')).toBe(2 * (7 - 4));
    expect(gain(pawns, 'white', 'knight', 'a1')).toBe(2 * (2 - 4));
  });

  it('give a pawn more the farther it is, if it is passed, and in the end more than before', () => {
    expect(gain(pawns, 'white', 'pawn', 'h5')).toBe(24);
    expect(gain(pawns, 'white', 'pawn', 'h4')).toBe(12);
    expect(rootSquares(VALUES, position(pawns)).white.pawn[43]).toBe(62); // d6: as much as the window holds
    expect(gain(pawns, 'white', 'pawn', 'd5')).toBe(0); // c6 is beside it, farther ahead
    const opening = 'rnbqkbnr/pppp1ppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1';
    expect(gain(opening, 'white', 'pawn', 'e7')).toBe(20);
    expect(gain(opening, 'white', 'pawn', 'e6')).toBe(0);
  });

  it('are the same for both sides, seen from their own first rank', () => {
    const mirrored = position('4k3/p2p4/5p2/1p6/8/2P5/P4P2/4K3 b - - 0 1');
    const tables = rootSquares(VALUES, position(pawns));
    expect(rootSquares(VALUES, mirrored)).toEqual({ white: tables.black, black: tables.white });
  });

  it('leave queens and kings as they are, and no two squares of a kind too far apart', () => {
    for (const fen of [pawns, '4k3/p7/PPPPPPPP/8/8/8/8/4K3 w - - 0 1', 'r1bqk2r/8/8/8/8/8/8/R1BQK2R w - - 0 1']) {
      for (const tables of Object.values(rootSquares(VALUES, position(fen)))) {
        const set = setOfPhase(phaseOf(position(fen)));
        expect(tables.queen).toEqual(squareTable(VALUES, 'queen', set));
        expect(tables.king).toEqual(squareTable(VALUES, 'king', set));
        for (const kind of KINDS) {
          expect(Math.max(...tables[kind]) - Math.min(...tables[kind])).toBeLessThanOrEqual(LARGEST_STEP);
        }
      }
    }
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
