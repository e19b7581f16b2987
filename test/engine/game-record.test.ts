/**
 * Whole games on the machine, compared with a chess library: after every move, the record's words, the Zobrist key, the
 * legal moves and whether the game is over; then everything is taken back.
 */
import { Chess, type Move } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { compareWithOracle } from '#chess';
import { perft, type EngineSession } from '#engine-driver';
import { bootedEngine, engineAssembly, engineAt, memoryOf, position } from '#test/engine/engine-fixture.ts';
import {
  bufferFen,
  gameRecord,
  expectedKey,
  randomNumbers,
  ReferenceGame,
  zobristKey,
} from '#test/engine/reference-game.ts';
import { playMove, press } from '#test/engine/player.ts';
import { expectSameGame } from '#test/engine/referee.ts';

/**
 * Plays until the game is over or `plies` moves have been made, then takes all back, comparing everything on the way.
 * `end`: how it must end.
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
    const move = choose(game.chess.moves({ verbose: true }));
    playMove(engine, move);
    game.play(move);
    expectSameGame(engine, game);
  }
  if (end !== undefined) expect(game.result()).toBe(end);
  expect(compareWithOracle(memoryOf(engine), engineAssembly().debugInfo).differences).toEqual([]);
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
    playGame(engineAt(), new ReferenceGame(), 200, (moves) => moves[Math.floor(random() * moves.length)]!);
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
        return from[Math.floor(random() * from.length)]!;
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
      return back && random() < 0.8 ? back : moves[Math.floor(random() * moves.length)]!;
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
      const quiet = moves.filter((move) => !move.isCapture() && game.timesBehind(move) === 0);
      return quiet[Math.floor(random() * quiet.length)]!;
    };
    playGame(engineAt(fen), game, 100, choose, 'RESULT_FIFTY');
  });
});

describe('repetition', () => {
  /**
   * Plays moves in coordinate notation; the result must be the reference's after each, and the last one's is returned.
   */
  function resultAfter(fen: string, moves: string): string {
    const engine = engineAt(fen);
    const game = new ReferenceGame(fen);
    for (const text of moves.split(' ')) {
      const move = game.chess.moves({ verbose: true }).find(({ lan }) => lan === text)!;
      playMove(engine, move);
      game.play(move);
      expectSameGame(engine, game);
    }
    return game.result();
  }

  it('counts en passant only where it is legal', () => {
    const shuffle = 'e8d8 e1d1 d8e8 d1e1';
    // After e2e4 the pawn on d4 can take: the position with the right is another one, and occurred once.
    expect(resultAfter('4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1', `e2e4 ${shuffle} ${shuffle}`)).toBe('RESULT_NONE');
    // Here it could take, but is pinned on its king by the rook: the right does not count.
    expect(resultAfter('8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1', `e2e4 a4b4 e1d1 b4a4 d1e1 a4b4 e1d1 b4a4 d1e1`)).toBe(
      'RESULT_THREEFOLD',
    );
  });

  it('counts castling rights', () => {
    const shuffle = 'e1f1 e8f8 f1e1 f8e8';
    // The first time with the right to castle, then twice without.
    const fen = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';
    expect(resultAfter(fen, `${shuffle} ${shuffle}`)).toBe('RESULT_NONE');
    expect(resultAfter(fen, `${shuffle} ${shuffle} e1f1`)).toBe('RESULT_THREEFOLD');
  });

  it('includes the position that was set up, before the first move', () => {
    expect(resultAfter('4k3/8/8/8/8/8/8/R3K3 w - - 50 80', 'a1b1 e8d8 b1a1 d8e8 a1b1 e8d8 b1a1 d8e8')).toBe(
      'RESULT_THREEFOLD',
    );
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

describe('the end of a game', () => {
  it.each([
    ['mate goes before fifty moves', '7k/8/5KQ1/8/8/8/8/8 w - - 99 80', 'g6', 'g7', 'RESULT_MATE'],
    [
      'a move that is the hundredth without a capture ends it',
      '7k/8/5KR1/8/8/8/8/8 w - - 99 80',
      'g6',
      'g1',
      'RESULT_FIFTY',
    ],
  ])('%s', (_, fen, from, to, result) => {
    const engine = engineAt(fen);
    playMove(engine, { from, to } as Pick<Move, 'from' | 'to'>);
    expect(engine.read('result')).toBe(engine.symbol(result));
  });

  it.each([
    [99, 'RESULT_NONE'],
    [100, 'RESULT_FIFTY'],
    [128, 'RESULT_FIFTY'],
    [240, 'RESULT_FIFTY'],
    [300, 'RESULT_FIFTY'],
  ])('reaches a position from outside after %i plies: %s', (clock, result) => {
    const fen = `7k/8/5KR1/8/8/8/8/8 w - - ${clock} 160`;
    const engine = engineAt(fen);
    expect(engine.read('result')).toBe(engine.symbol(result));
    // Its moves are counted nevertheless.
    expect(perft(engine, fen, 1)).toMatchObject({ nodes: new Chess(fen).moves().length });
  });
});

describe('a position from outside', () => {
  it.each([
    ['castles only with its rooks and kings at home', 'r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1', 'Kq', '-'],
    ['castles with no king on its square', 'r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'KQ', '-'],
    ['takes in passing', '4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1', '-', 'e3'],
    ['takes in passing as white', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', '-', 'd6'],
    ['takes nothing in passing where no pawn stands', '4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1', '-', '-'],
    ['nor where it cannot have come from', '4k3/8/8/8/3pP3/8/4B3/4K3 b - e3 0 1', '-', '-'],
    ['nor on a square that is occupied', '4k3/8/8/8/3pP3/4B3/8/4K3 b - e3 0 1', '-', '-'],
    ['nor its own pawn', '4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1', '-', '-'],
  ])('%s', (_, fen, castling, passant) => {
    const engine = engineAt(fen);
    expect(bufferFen(engine).split(' ')[2]).toBe(castling);
    expect(engine.read('positionPassant')).toBe(passant === '-' ? 0 : engine.square(passant));
    const placement = fen.split(' ');
    const chess = new Chess([placement[0], placement[1], castling, passant, '0', '1'].join(' '), {
      skipValidation: true,
    });
    expect(engine.read('legalMoves')).toBe(chess.moves().length);
    expect(engine.readNumber('key')).toBe(expectedKey(chess));
  });
});

describe('the Zobrist keys', () => {
  it('differ, also in pairs, so that no two changes look alike', () => {
    const keys = Array.from({ length: 781 }, (_, index) => zobristKey(index));
    expect(new Set(keys).size).toBe(781);
    // Two pieces on their squares exchanged for two others would be a pair of equal sums: 304,590 sums of 32
    // bits, of which a few coincide by chance alone (eleven are to be expected).
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
