/**
 * Games played with the keyboard: typed moves compared with a chess library, what the panel says about them, and keys
 * and pads that must not be mistaken for one another.
 */
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { compareWithOracle } from '#chess';
import { CYCLES_PER_FRAME } from '#isa';
import { bootedEngine, engineAssembly, engineAt, memoryOf } from '#test/engine/engine-fixture.ts';
import { tablesFen, randomNumbers, shortFen } from '#test/engine/reference-game.ts';
import { panelPixels, panelText } from '#test/engine/panel.ts';
import { press, type } from '#test/engine/player.ts';

const STATE_LINE = 2;
const MOVE_LINE = 3;
const TYPED_LINE = 4;

/** The line of the clock of the side to move. */
const toMove = (side: string): unknown => expect.stringMatching(new RegExp(`^>${side}[ :0-9]{7}$`));

describe('typed moves', () => {
  it.each([3, 4])('play random game %i', (seed) => {
    const engine = bootedEngine({ seed });
    const game = new Chess();
    const random = randomNumbers(seed);
    for (let ply = 0; ply < 24 && !game.isGameOver(); ply++) {
      const moves = game.moves({ verbose: true });
      const { lan } = game.move(moves[Math.floor(random() * moves.length)]!);
      type(engine, lan);
      expect(tablesFen(engine), lan).toBe(shortFen(game.fen()));
      expect(panelText(engine)).toEqual(
        expect.arrayContaining([toMove(game.turn() === 'w' ? 'White' : 'Black'), `Last ${lan}`]),
      );
    }
    expect(compareWithOracle(memoryOf(engine), engineAssembly().debugInfo).differences).toEqual([]);
  });
});

describe('keys', () => {
  it('are not mistaken for buttons of a pad', () => {
    const engine = bootedEngine();
    const hold = (...buttons: Parameters<typeof engine.machine.input.setPad>[0][number][]): void => {
      engine.machine.input.setPad(buttons);
      engine.machine.run(10 * CYCLES_PER_FRAME);
    };
    // A and Up together is the byte of a `w`; A, Up and Left that of a `u`.
    hold('a');
    hold('a', 'up');
    hold('a', 'up', 'left');
    hold();
    expect(engine.read('typedLength')).toBe(0);
    expect(engine.read('selected')).toBe(engine.square('e2'));
    expect(engine.read('cursor')).toBe(engine.square('d3'));
  });

  it('leave pads of type C working', () => {
    const engine = bootedEngine();
    engine.machine.input.setController('C');
    press(engine, 'right', 'a', 'up', 'up', 'a');
    expect(panelText(engine)[MOVE_LINE]).toBe('Last f2f4');
    press(engine, 'b');
    expect(panelText(engine)[MOVE_LINE]).toBe('Arrows and A');
    press(engine, 'left', 'left', 'down', 'select', 'select');
    expect(panelText(engine)[0]).toBe('w White moves');
  });
});

describe('the panel', () => {
  it.each([
    ['White wins', 'CHECKMATE', '7k/R7/6K1/8/8/8/8/8 w - - 0 1', 'a7a8'],
    ['Black wins', 'CHECKMATE', '7K/r7/6k1/8/8/8/8/8 b - - 0 1', 'a7a8'],
    ['Draw', 'STALEMATE', '7k/8/5KQ1/8/8/8/8/8 w - - 0 1', 'g6f7'],
    ['Draw', 'DEAD POSITION', '8/8/8/8/8/2k5/p7/K7 w - - 0 1', 'a1a2'],
    ['Draw', 'THREEFOLD', 'k7/8/8/8/8/8/7P/K7 w - - 0 1', 'a1b1a8b8b1a1b8a8a1b1a8b8b1a1b8a8'],
    ['Last g1h1', 'CHECK', '7k/8/8/8/8/8/8/K5R1 w - - 0 1', 'g1h1'],
    ['Last a7a6', '', '7k/p7/8/8/8/8/8/K5R1 b - - 0 1', 'a7a6'],
  ])('says %s, %s', (head, word, fen, moves) => {
    const engine = engineAt(fen);
    type(engine, moves);
    expect(panelText(engine).slice(STATE_LINE, MOVE_LINE + 1)).toEqual([word, head]);
    expect(panelPixels(engine)).toEqual(panelText(engine));
    if (!head.startsWith('Last')) {
      type(engine, 'a1a2');
      expect(panelText(engine)[TYPED_LINE]).toBe('GAME IS OVER');
      press(engine, 'up');
      expect(panelText(engine)[TYPED_LINE]).toBe('');
      press(engine, 'a');
      expect(panelText(engine)[TYPED_LINE]).toBe('GAME IS OVER');
    }
  });

  it('goes dark with the board while the engine counts, and comes back', () => {
    const engine = bootedEngine();
    engine.machine.run(2 * CYCLES_PER_FRAME);
    const before = panelPixels(engine);
    expect(before).toEqual(panelText(engine));
    engine.write('perftDepth', 3);
    engine.write('command', engine.symbol('COMMAND_PERFT'));
    engine.machine.run(20 * CYCLES_PER_FRAME);
    expect(new Set(panelPixels(engine))).toEqual(new Set(['']));
    while (engine.read('command') !== 0) engine.machine.run(CYCLES_PER_FRAME);
    engine.machine.run(2 * CYCLES_PER_FRAME);
    expect(panelPixels(engine)).toEqual(before);
  });
});
