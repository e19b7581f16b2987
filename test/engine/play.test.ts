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
import { bootedEngine, engineAssembly, engineAt, memoryOf, position } from '#test/engine/engine-fixture.ts';
import { gameRecord, tablesFen, randomNumbers, shortFen } from '#test/engine/reference-game.ts';
import { panelText } from '#test/engine/panel.ts';
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
    expect(engine.machine.monitor.faults).toEqual([]);
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
    expect(engine.machine.monitor.faults).toEqual([]);
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
    expect(engine.machine.monitor.faults).toEqual([]);
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

  it('plays nothing that is not legal', () => {
    const engine = bootedEngine();
    pressAt(engine, 'e2');
    pressAt(engine, 'e5');
    expect([engine.read('selected'), engine.read('side')]).toEqual([0, 0]);
    pressAt(engine, 'e7');
    expect(engine.read('selected')).toBe(0);
    pressAt(engine, 'd2');
    pressAt(engine, 'g1');
    expect(markedSquares(engine)).toEqual(['f3', 'h3']);
    press(engine, 'b');
    expect(engine.read('selected')).toBe(0);
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
    expect(engine.machine.monitor.faults).toEqual([]);
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

  it('announces fifty moves', () => {
    const fen = '7k/8/8/8/8/8/1R6/K7 w - - 98 80';
    const engine = engineAt(fen);
    const game = new Chess(fen);
    play(engine, game, moveNamed(game, 'b2b3'));
    expect(engine.read('result')).toBe(engine.symbol('RESULT_NONE'));
    play(engine, game, moveNamed(game, 'h8g8'));
    expect(engine.read('result')).toBe(engine.symbol('RESULT_FIFTY'));
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

  it('plays on after a mate when a position comes from outside', () => {
    const engine = bootedEngine();
    engine.setUp(position('7k/8/5KQ1/8/8/8/8/8 b - - 0 1'));
    expect(engine.read('result')).toBe(engine.symbol('RESULT_STALE'));
    engine.setUp(position('7k/8/5KQ1/8/8/8/8/8 w - - 0 1'));
    expect(engine.read('result')).toBe(engine.symbol('RESULT_NONE'));
  });

  it('begins a new game', () => {
    const engine = bootedEngine();
    play(engine, new Chess(), new Chess().moves({ verbose: true })[0]!);
    const before = tablesFen(engine);
    press(engine, 'start');
    expect(panelText(engine).slice(4, 6)).toEqual(['NEW GAME?', 'Again: yes']);
    press(engine, 'up', 'start', 'b');
    expect(tablesFen(engine)).toBe(shortFen(new Chess().fen())); // the turn was taken back: no new game yet
    play(engine, new Chess(), new Chess().moves({ verbose: true })[0]!);
    expect(tablesFen(engine)).toBe(before);
    press(engine, 'start', 'start');
    expect(tablesFen(engine)).toBe(shortFen(new Chess().fen()));
    press(engine, 'b');
    expect(gameRecord(engine).turns).toEqual([]);
  });

  it('begins a new game at once where no turn would be lost', () => {
    const engine = engineAt('7k/8/5KQ1/8/8/8/8/8 w - - 0 1');
    press(engine, 'start');
    expect(tablesFen(engine)).toBe(shortFen(new Chess().fen()));
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
    expect(engine.machine.monitor.faults).toEqual([]);
  });

  it('turns the board, and the arrows with it', () => {
    const engine = bootedEngine();
    play(engine, new Chess(), moveNamed(new Chess(), 'e2e4'));
    pressAt(engine, 'd7');
    press(engine, 'select', 'up', 'up', 'a');
    expect(engine.read('board', engine.square('d5'))).not.toBe(0);
    press(engine, 'left', 'up', 'a');
    expect(engine.read('selected')).toBe(engine.square('e4'));
    press(engine, 'select', 'left', 'up', 'a');
    expect(engine.read('board', engine.square('d5')) & 1).toBe(0);
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

  it('goes on where a pawn has no slot to promote to, and says so when it does', () => {
    // Three queens beyond the first: a pawn can only become a knight.
    const engine = engineAt('6k1/P7/8/8/8/2QQ4/2QQ4/K7 w - - 0 1');
    expect(engine.read('result')).toBe(engine.symbol('RESULT_NONE'));
    pressAt(engine, 'a7');
    press(engine, 'up', 'a');
    expect(panelText(engine)[2]).toBe('No game');
    expect(panelText(engine).slice(6)).toEqual(['Too many pro-', 'moted pieces']);
    press(engine, 'b');
    pressAt(engine, 'a7');
    choosePromotion(engine, { promotion: 'n' });
    press(engine, 'up', 'a');
    expect(panelText(engine)[0]).toMatch(/^>Black/);
    expect(panelText(engine)[3]).toBe('Last a7a8n');
  });

  it('does not call it mate where the only move is a promotion without a slot', () => {
    // The pawn takes the knight: no other piece can, and the king is shut in.
    const engine = bootedEngine();
    const refusal = engine.setUp(position('5nNN/4P1NK/6PN/8/8/7k/8/QQQQ4 w - - 0 1'));
    expect(refusal?.code).toBe('STATUS_OVERFLOW');
    expect(engine.read('result')).toBe(engine.symbol('RESULT_REFUSED'));
    expect(panelText(engine).slice(6)).toEqual(['Too many pro-', 'moted pieces']);
  });
});
