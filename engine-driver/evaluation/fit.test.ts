import { describe, expect, it } from 'vitest';
import { parseFen, type PlainKind, type PlainPosition } from '#chess';
import {
  firstValues,
  KINDS,
  PAWN_VALUE,
  phaseOf,
  setOfPhase,
  SETS,
  squareTable,
  type PieceValues,
} from './piece-values.ts';
import { fit, loss, type LabelledPosition } from './fit.ts';
import { evaluate, whiteAhead, type SquareTables } from './root-squares.ts';

const position = (fen: string): PlainPosition => {
  const parsed = parseFen(fen);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.position;
};

/** Positions with kings and a few pieces, in a fixed random order, labelled by values. */
function labelled(values: PieceValues, count: number): LabelledPosition[] {
  let state = 1;
  const below = (bound: number): number => {
    state = (state * 48271) % 0x7fffffff;
    return state % bound;
  };
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
    const tables = plainTables(values, setOfPhase(phaseOf(made)));
    return { position: made, cp: (100 * whiteAhead(values, made, { white: tables, black: tables })) / PAWN_VALUE };
  });
}

/** The squares of a phase without what the root's pawns make of them, which is not fitted. */
function plainTables(values: PieceValues, set: number): SquareTables {
  return Object.fromEntries(KINDS.map((kind) => [kind, squareTable(values, kind, set)])) as unknown as SquareTables;
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
    const [white, black] = ['4k3/8/8/3p4/8/5N2/P7/4K2R w - - 0 1', '4k2r/p7/5n2/8/3P4/8/8/4K3 b - - 0 1'].map(position);
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

describe('fit', () => {
  it('finds the values again that positions were labelled with', () => {
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
