/**
 * A person at the machine: games played with the pad, with every move and every set of marked targets checked by a
 * chess library; check, mate and stalemate as the screen shows them.
 */
import { Chess, type Move } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { compareWithOracle } from '#chess';
import type { PadButton } from '#emulator';
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { bootedEngine, engineAssembly, engineAt, memoryOf } from '#test/engine/engine-fixture.ts';
import { tablesFen, randomNumbers, shortFen } from '#test/engine/reference-game.ts';
import { choosePromotion, press, pressAt, putCursor } from '#test/engine/player.ts';

const FILES = 'abcdefgh';

function markedSquares(engine: EngineSession): string[] {
  const names = [...FILES].flatMap((file) => [...'12345678'].map((rank) => file + rank));
  return names.filter((name) => engine.read('marked', engine.square(name)) === 1).sort();
}

/** Plays a move with the pad and compares targets and position with the library's. */
function play(engine: EngineSession, game: Chess, move: Move): void {
  pressAt(engine, move.from);
  const targets = new Set(game.moves({ square: move.from, verbose: true }).map(({ to }) => to));
  expect(markedSquares(engine)).toEqual([...targets].sort());
  choosePromotion(engine, move);
  pressAt(engine, move.to);
  game.move(move);
  expect(tablesFen(engine)).toBe(shortFen(game.fen()));
  expect(engine.read('legalMoves')).toBe(game.moves().length);
}

/** A legal move by its coordinates or in standard notation. */
function moveNamed(game: Chess, name: string): Move {
  const found = game.moves({ verbose: true }).find(({ lan, san }) => lan === name || san === name);
  if (found === undefined) throw new Error(`${name} is not legal`);
  return found;
}

describe('playing with the pad', () => {
  it.each([1, 2])('plays random game %i', (seed) => {
    const engine = bootedEngine({ seed });
    const game = new Chess();
    const random = randomNumbers(seed);
    for (let ply = 0; ply < 30 && !game.isGameOver(); ply++) {
      const moves = game.moves({ verbose: true });
      play(engine, game, moves[Math.floor(random() * moves.length)]!);
    }
    expect(compareWithOracle(memoryOf(engine), engineAssembly().debugInfo).differences).toEqual([]);
  });

  it('misses no button, however short the tap, while it plays a move', () => {
    const engine = bootedEngine();
    pressAt(engine, 'e2');
    putCursor(engine, 'e4');
    const { input } = engine.machine;
    for (const button of ['a', 'up', 'left', 'left', 'up', 'up'] as const) {
      for (const buttons of [[button], []]) {
        input.setPad(buttons);
        engine.machine.run(CYCLES_PER_FRAME);
      }
    }
    engine.machine.run(100 * CYCLES_PER_FRAME);
    expect(engine.read('board', engine.square('e2'))).toBe(0);
    expect(engine.read('cursor')).toBe(engine.square('c7'));
  });

  it('takes the last state of the pad if more happened than the queue holds', () => {
    const engine = bootedEngine();
    engine.machine.input.setPad(['a']);
    engine.machine.run(2 * CYCLES_PER_FRAME);
    engine.write('perftDepth', 3);
    engine.write('command', engine.symbol('COMMAND_PERFT'));
    for (let tap = 0; tap < 40; tap++) {
      engine.machine.input.setPad(tap % 2 === 0 ? [] : ['b']);
      engine.machine.run(CYCLES_PER_FRAME);
    }
    engine.machine.input.setPad(['up']);
    expect(engine.command('COMMAND_PERFT', 100_000_000)).toBe(true);
    engine.machine.run(300 * CYCLES_PER_FRAME);
    expect(engine.read('queueIn')).toBe(engine.read('queueOut'));
    expect(engine.read('padHeld')).toBe(engine.symbol('BUTTON_UP'));
  });

  it.each([
    ['castling king side', 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1', ['e1g1', 'e8g8']],
    ['castling queen side', 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1', ['e1c1', 'e8c8']],
    ['taking in passing', '4k3/2p5/8/3P4/4p3/8/5P2/4K3 b - - 0 1', ['c7c5', 'd5c6', 'e8d8', 'f2f4', 'e4f3']],
    ['promotions', '1n2k3/P7/8/8/8/8/p7/1N2K3 w - - 0 1', ['a7a8n', 'a2b1q']],
  ])('knows %s', (_, fen, moves) => {
    const engine = engineAt(fen);
    const game = new Chess(fen);
    for (const text of moves) {
      play(engine, game, moveNamed(game, text));
    }
  });

  it.each([
    ['mate', 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2', 'd8', 'h4', 'RESULT_MATE', 'e1'],
    ['stalemate', '7k/8/5KQ1/8/8/8/8/8 w - - 0 1', 'g6', 'f7', 'RESULT_STALE', 'h8'],
    ['check', '7k/8/8/8/8/8/8/K5R1 w - - 0 1', 'g1', 'h1', 'RESULT_NONE', 'h8'],
  ])('shows %s', (_, fen, from, to, result, king) => {
    const engine = engineAt(fen);
    pressAt(engine, from);
    pressAt(engine, to);
    expect(engine.read('result')).toBe(engine.symbol(result));
    expect(engine.read('checkSquare')).toBe(engine.square(king));
    expect(engine.machine.leds).toBe(engine.symbol(result));
  });

  it('takes moves back, all of them', () => {
    const engine = bootedEngine();
    const game = new Chess();
    const fens = [game.fen()];
    for (const text of ['e4', 'd5', 'exd5', 'c5', 'dxc6', 'Nf6', 'cxb7', 'Bd7', 'bxa8=Q']) {
      play(engine, game, moveNamed(game, text));
      fens.push(game.fen());
    }
    for (const fen of fens.reverse().slice(1)) {
      press(engine, 'b');
      expect(tablesFen(engine)).toBe(shortFen(fen));
      expect(engine.read('legalMoves')).toBe(new Chess(fen).moves().length);
    }
    press(engine, 'b');
    expect(tablesFen(engine)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq');
  });

  it('announces threefold repetition, and goes on when it is taken back', () => {
    const engine = bootedEngine();
    const game = new Chess();
    const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
    for (const text of [...shuffle, ...shuffle]) {
      expect(engine.read('result')).toBe(engine.symbol('RESULT_NONE'));
      play(engine, game, moveNamed(game, text));
    }
    expect(engine.read('result')).toBe(engine.symbol('RESULT_THREEFOLD'));
    press(engine, 'b');
    expect(engine.read('result')).toBe(engine.symbol('RESULT_NONE'));
  });

  it.each([
    ['bare kings', '8/8/8/8/8/2k5/p7/K7 w - - 0 1', 'a1', 'a2', 'RESULT_DEAD'],
    ['a knight more', '8/8/8/8/4n3/2k5/p7/K7 w - - 0 1', 'a1', 'a2', 'RESULT_DEAD'],
    ['a rook more', '8/8/8/8/4r3/2k5/p7/K7 w - - 0 1', 'a1', 'a2', 'RESULT_NONE'],
    ['bishops on both colours', '8/8/8/8/B2b4/2k5/p7/K7 w - - 0 1', 'a1', 'a2', 'RESULT_NONE'],
    ['three bishops on light squares', '8/8/8/8/B3b3/2k5/p1B5/K7 w - - 0 1', 'a1', 'a2', 'RESULT_DEAD'],
    ['a knight and a bishop', '8/8/8/8/B3n3/2k5/p7/K7 w - - 0 1', 'a1', 'a2', 'RESULT_NONE'],
    ['two knights', '8/8/8/8/3Nn3/2k5/p7/K7 w - - 0 1', 'a1', 'a2', 'RESULT_NONE'],
  ])('judges %s', (_, fen, from, to, result) => {
    const engine = engineAt(fen);
    pressAt(engine, from);
    pressAt(engine, to);
    expect(engine.read('result')).toBe(engine.symbol(result));
  });

  it('repeats an arrow that is held, after a moment, and stops with it', () => {
    const engine = bootedEngine();
    const file = (): number => engine.read('cursorIndex') & 7;
    const hold = (frames: number, ...buttons: PadButton[]): void => {
      engine.machine.input.setPad(buttons);
      engine.machine.run(frames * CYCLES_PER_FRAME);
    };
    const [delay, rate] = [engine.symbol('REPEAT_DELAY'), engine.symbol('REPEAT_RATE')];
    hold(delay - 2, 'left');
    expect(file()).toBe(3);
    hold(2 * rate, 'left');
    expect(file()).toBe(1);
    hold(2 * delay);
    expect(file()).toBe(1);
    hold(2 * delay, 'a');
    expect(engine.read('selected')).toBe(engine.square('b2'));
    hold(delay + 10 * rate, 'up', 'right');
    expect(engine.read('cursor')).toBe(engine.square('h8'));
  });

  it('goes on where a command was refused', () => {
    const engine = bootedEngine();
    for (const depth of [33, 0]) {
      engine.write('perftDepth', depth);
      engine.command('COMMAND_PERFT', 20_000_000);
    }
    engine.write('command', 99);
    expect(engine.runUntilReady()).toBe(true);
    expect(engine.refusal()?.code).toBe('STATUS_UNKNOWN');
    play(engine, new Chess(), moveNamed(new Chess(), 'e2e4'));
    expect(engine.read('result')).toBe(engine.symbol('RESULT_NONE'));
  });
});
