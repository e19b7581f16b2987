/**
 * Whole games on the machine, compared with a chess library: after every move, the record's words, the Zobrist key, the
 * legal moves and whether the game is over; then everything is taken back.
 */
import type { Move } from 'chess.js';
import { describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { position } from '#test/chess/positions.ts';
import { bootedEngine, engineAt, oracleComparison } from '#test/engine/engine-fixture.ts';
import { gameRecord, randomNumbers, ReferenceGame, zobristKey, oneOf } from '#test/engine/reference-game.ts';
import { playMove, press } from '#test/engine/player.ts';
import { expectSameGame, playCompared } from '#test/engine/referee.ts';

/**
 * Plays until the game is over or `plies` moves have been made, then takes them all back, comparing everything on the
 * way.
 * @param end how the game must end
 */
function playGame(
  engine: EngineSession,
  game: ReferenceGame,
  plies: number,
  choose: (moves: Move[]) => Move,
  end?: string,
): void {
  expectSameGame(engine, game);
  while (game.words.length < plies && game.result() === 'RESULT_NONE') {
    playCompared(engine, game, choose(game.chess.moves({ verbose: true })));
  }
  if (end !== undefined) expect(game.result()).toBe(end);
  expect(oracleComparison(engine).differences).toEqual([]);
  while (game.words.length > 0) {
    press(engine, 'b');
    game.undo();
    expectSameGame(engine, game);
  }
  press(engine, 'b');
  expectSameGame(engine, game);
}

describe('whole games', () => {
  it.each([1, 2, 3, 4, 10])('random game %i, and all of it taken back', (seed) => {
    const random = randomNumbers(seed);
    playGame(engineAt(), new ReferenceGame(), 200, (moves) => oneOf(random, moves));
  });

  it.each([
    ['castling', 'r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1'],
    ['promotions', '1r2k1n1/P1P5/8/8/8/8/p1p5/1R2K1N1 w - - 0 1'],
    ['taking in passing', '4k3/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/4K3 w - - 0 1'],
    ['a dead end', '8/8/4k3/3n4/8/3P4/4K3/8 w - - 0 1'],
  ])('with %s', (_, fen) => {
    for (const seed of [5, 6]) {
      const random = randomNumbers(seed);
      // Special moves first, if there are any, since the game is meant to exercise them.
      const choose = (moves: Move[]): Move => {
        const special = moves.filter(({ flags }) => /[kqepb]/.test(flags));
        const from = special.length > 0 && random() < 0.7 ? special : moves;
        return oneOf(random, from);
      };
      playGame(engineAt(fen), new ReferenceGame(fen), 40, choose);
    }
  });

  it.each([7, 8, 9])('that go back and forth end with the third repetition, game %i', (seed) => {
    const random = randomNumbers(seed);
    const game = new ReferenceGame();
    const choose = (moves: Move[]): Move => {
      const before = game.moves.at(-2);
      const back = moves.find(({ from, to }) => from === before?.to && to === before.from);
      return back && random() < 0.8 ? back : oneOf(random, moves);
    };
    playGame(engineAt(), game, 60, choose, 'RESULT_THREEFOLD');
  });
});

describe('fifty moves', () => {
  it('are counted from the first one, when no position recurs', () => {
    const fen = 'r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1';
    const game = new ReferenceGame(fen);
    const random = randomNumbers(11);
    const choose = (moves: Move[]): Move => {
      const quiet = moves.filter((move) => !move.isCapture() && game.timesAfter(move) === 0);
      return oneOf(random, quiet);
    };
    playGame(engineAt(fen), game, 100, choose, 'RESULT_FIFTY');
  });
});

describe('dead positions', () => {
  it('are those of the library, in random positions with few pieces', () => {
    const engine = bootedEngine();
    const random = randomNumbers(12);
    const results = new Set<string>();
    for (let count = 0; count < 150; count++) {
      const fen = fewPieces(random);
      const game = new ReferenceGame(fen);
      if (engine.setUp(position(fen)) !== undefined) continue; // the other side is in check
      expect([fen, engine.read('result')]).toEqual([fen, engine.symbol(game.result())]);
      results.add(game.result());
    }
    expect([...results]).toEqual(expect.arrayContaining(['RESULT_DEAD', 'RESULT_NONE']));
  });

  /** Kings in their corners and up to four other pieces, mostly bishops and knights, anywhere. */
  function fewPieces(random: () => number): string {
    const squares = [...'.'.repeat(64)];
    squares[0] = 'k';
    squares[63] = 'K';
    const kinds = random() < 0.5 ? 'Bb' : 'BbBbNnNnBbRq';
    for (let i = Math.floor(random() * 5); i > 0; i--) {
      const at = 1 + Math.floor(random() * 62);
      squares[at] = kinds.charAt(Math.floor(random() * kinds.length));
    }
    const ranks = Array.from({ length: 8 }, (_, rank) => squares.slice(8 * rank, 8 * rank + 8).join(''));
    const placement = ranks.join('/').replace(/\.+/g, (empty) => String(empty.length));
    return `${placement} ${random() < 0.5 ? 'w' : 'b'} - - 0 1`;
  }
});

describe('the Zobrist keys', () => {
  it('differ, also in pairs, so that no two changes look alike', () => {
    const keys = Array.from({ length: 781 }, (_, index) => zobristKey(index));
    expect(new Set(keys).size).toBe(781);
    // Two changes look like two others if their sums are equal. Of 304,590 sums of 32 bits, about eleven are equal by chance.
    const sums = keys.flatMap((key, i) => keys.slice(0, i).map((other) => (key ^ other) >>> 0));
    expect(sums.length - new Set(sums).size).toBeLessThan(30);
  });
});

describe('a full record', () => {
  it('loses its oldest turns, and goes back to the first that it kept', () => {
    const engine = engineAt('4k3/8/8/8/8/8/8/R3K3 w - - 0 1');
    const capacity = engine.symbol('RECORD_PLIES');
    expect(gameRecord(engine).capacity).toBe(capacity);
    const shuffle = [
      { from: 'a1', to: 'b1' },
      { from: 'e8', to: 'd8' },
      { from: 'b1', to: 'a1' },
      { from: 'd8', to: 'e8' },
    ] as const;
    let key = 0;
    const oldest = 6;
    for (let ply = 0; ply < capacity + oldest; ply++) {
      if (ply === oldest) key = engine.readNumber('key');
      engine.write('result', 0); // a draw by now: this person plays on
      playMove(engine, shuffle[ply % 4]!);
    }
    const words = gameRecord(engine).turns.map(({ text }) => text);
    expect(words).toHaveLength(capacity);
    expect(words.slice(0, 3)).toEqual(['b1a1', 'd8e8', 'a1b1']);
    for (let ply = 0; ply < capacity + 3; ply++) press(engine, 'b');
    expect(gameRecord(engine).turns).toEqual([]);
    expect(engine.readNumber('key')).toBe(key);
    expect(engine.read('board', engine.square('b1'))).not.toBe(0);
  });
});
