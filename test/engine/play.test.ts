/**
 * A person at the machine: random games with the keyboard, compared with a chess library move by move, as those with the
 * pad in game-record.test.ts; and a pad whose buttons are tapped quickly, or held.
 */
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import type { PadButton } from '#emulator';
import { CYCLES_PER_FRAME } from '#isa';
import { bootedEngine, oracleComparison } from '#test/engine/engine-fixture.ts';
import { panelText } from '#test/engine/panel.ts';
import { pressAt, putCursor, type } from '#test/engine/player.ts';
import { randomNumbers, shortFen, tablesFen, oneOf } from '#test/engine/reference-game.ts';
import { beginPerft } from '#test/engine/searching.ts';

describe('playing with the pad', () => {
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

  it('takes over the last state of the pad if more happened than the queue holds', () => {
    const engine = bootedEngine();
    engine.machine.input.setPad(['a']);
    engine.machine.run(2 * CYCLES_PER_FRAME);
    beginPerft(engine, 3);
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
});

describe('typed moves', () => {
  it.each([3, 4])('play random game %i', (seed) => {
    const engine = bootedEngine({ seed });
    const game = new Chess();
    const random = randomNumbers(seed);
    for (let ply = 0; ply < 24 && !game.isGameOver(); ply++) {
      const { lan } = game.move(oneOf(random, game.moves({ verbose: true })));
      type(engine, lan);
      expect(tablesFen(engine), lan).toBe(shortFen(game.fen()));
      const toMove = new RegExp(`^>${game.turn() === 'w' ? 'White' : 'Black'}[ :0-9]{7}$`);
      expect(panelText(engine)).toEqual(expect.arrayContaining([expect.stringMatching(toMove), `Last ${lan}`]));
    }
    expect(oracleComparison(engine).differences).toEqual([]);
  });
});
