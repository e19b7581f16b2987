/** The ROM's evaluation, compared with the model on the host to which its values are fitted. */
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { numberAt } from '#basics';
import { evaluate, rootSquares, Searcher, type EngineSession } from '#engine-driver';
import { draws } from '#test/draws.ts';
import { position } from '#test/chess/positions.ts';
import { randomFrom } from '#test/emulator/program.ts';
import { bootedEngine, perftSuite, PIECE_VALUES } from '#test/engine/engine-fixture.ts';

const KINDS = ['King', 'Queen', 'Rook', 'Bishop', 'Knight', 'Pawn'] as const;
/** How many positions are compared. */
const POSITIONS = draws(100);

/** Positions from games of random moves, so that all sorts of material and promotions come up. */
function* positions(count: number): Generator<string> {
  const below = randomFrom(7);
  for (let made = 0; made < count;) {
    const board = new Chess();
    for (let ply = 0; ply < 150 && !board.isGameOver(); ply++) {
      const moves = board.moves();
      board.move(moves[below(moves.length)]!);
      if (below(12) === 0 && made++ < count) yield board.fen();
    }
  }
}

/** A column of square values, a1 b1 … h8 as its side sees the board. */
function columnOf(engine: EngineSession, side: 'white' | 'black', kind: (typeof KINDS)[number]): number[] {
  const column = engine.symbol(`${side}${kind}Place`);
  return Array.from({ length: 64 }, (_, seen) => {
    const square = side === 'white' ? seen : seen ^ 56;
    const page = engine.symbol('A1') + (square & 7) + engine.symbol('RANK') * (square >> 3);
    return (numberAt(engine.machine.ram, (page << 8) | column) << 24) >> 24;
  });
}

/** Endings in which a king is driven, and some in which none is. */
const DRIVEN = [
  '8/8/8/4k3/8/8/8/N1B1K3 w - - 0 1',
  '8/8/3k4/8/8/8/8/NB2K3 b - - 0 1',
  'n3kb2/8/8/8/8/2K5/8/8 b - - 0 1',
  'n3k1b1/8/8/8/8/2K5/8/8 w - - 0 1',
  '4kb1b/8/8/8/8/2K5/8/8 w - - 0 1',
  '8/2k5/8/8/8/8/8/R3K3 w - - 0 1',
  '8/2k5/4n3/8/8/8/8/R3K3 w - - 0 1',
  '8/2k5/4r3/8/8/8/8/Q3K3 w - - 0 1',
  '8/2k5/4q3/8/8/8/1P6/R3K3 w - - 0 1',
  '8/2k5/4r3/8/8/8/8/R3K3 w - - 0 1',
  '8/2k5/4n3/7p/8/8/8/R3K3 w - - 0 1',
  '8/2k5/8/8/8/8/P7/4K3 w - - 0 1',
  '8/8/1K6/2k5/8/P7/8/8 b - - 0 1',
  '8/2k4p/8/8/8/8/8/4K3 w - - 0 1',
  '8/7p/8/8/5k2/8/8/4K3 w - - 0 1',
  '8/8/4K3/8/2k5/8/7p/8 w - - 0 1',
  '8/3k4/8/4K3/5P2/8/8/8 w - - 0 1',
  '8/4K3/8/8/5k2/3p4/8/8 b - - 0 1',
  '8/1K6/3k4/8/P7/8/8/8 w - - 0 1',
  '2k5/4K3/3P4/8/8/8/8/8 w - - 0 1',
];

describe('the evaluation', () => {
  it(`equals the model's in ${POSITIONS} positions`, { timeout: 0 }, () => {
    const searcher = new Searcher(bootedEngine());
    for (const fen of [...perftSuite().map(({ fen }) => fen), ...positions(POSITIONS)]) {
      // A position with more promoted pieces than slots is refused; there is nothing to compare.
      if (searcher.setPosition(fen, []) !== undefined) continue;
      expect([fen, searcher.evaluate()]).toEqual([fen, evaluate(PIECE_VALUES, position(fen))]);
    }
  });

  it('has the squares of the root on the whole board, for both sides', () => {
    const engine = bootedEngine();
    const searcher = new Searcher(engine);
    for (const fen of [...DRIVEN, ...positions(20)]) {
      if (searcher.setPosition(fen, []) !== undefined) continue;
      searcher.evaluate();
      const tables = rootSquares(PIECE_VALUES, position(fen));
      for (const side of ['white', 'black'] as const) {
        for (const kind of KINDS) {
          const expected = tables[side][kind.toLowerCase() as Lowercase<typeof kind>];
          expect([fen, side, kind, columnOf(engine, side, kind)]).toEqual([fen, side, kind, expected]);
        }
      }
    }
  });

  it('is just the tempo if both sides have the same', () => {
    const searcher = new Searcher(bootedEngine());
    expect(searcher.setPosition(new Chess().fen(), [])).toBeUndefined();
    expect(searcher.evaluate()).toBe(PIECE_VALUES.tempo);
  });
});
