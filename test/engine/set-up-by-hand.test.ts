/** Positions set up with the pad. `cases/set-up.txt` has what the keyboard does. */
import { describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { bootedEngine, engineAt } from '#test/engine/engine-fixture.ts';
import { panelPixels, panelText } from '#test/engine/panel.ts';
import { press } from '#test/engine/player.ts';
import { positionBytes } from '#test/engine/reference-game.ts';

const FILES = 'abcdefgh';

describe('the set-up with the pad', () => {
  /** Moves the cursor of the board to a square. */
  function moveTo(engine: EngineSession, square: string): void {
    const index = engine.read('cursorIndex');
    const file = FILES.indexOf(square.charAt(0)) - (index & 7);
    const rank = Number(square.charAt(1)) - 1 - (index >> 3);
    press(engine, ...Array<'left' | 'right'>(Math.abs(file)).fill(file < 0 ? 'left' : 'right'));
    press(engine, ...Array<'up' | 'down'>(Math.abs(rank)).fill(rank < 0 ? 'down' : 'up'));
  }

  /** Activates a line of the panel, once or several times, and goes back to the board. */
  function choose(engine: EngineSession, line: number, times: number): void {
    moveTo(engine, 'h4');
    press(engine, 'right', ...Array<'down'>(line).fill('down'), ...Array<'a'>(times).fill('a'), 'left');
  }

  /** Presses A on a square until the piece with this code is there. */
  function put(engine: EngineSession, square: string, name: string, black: boolean): void {
    moveTo(engine, square);
    const code = engine.symbol(name) + (black ? 1 : 0);
    for (let presses = 0; engine.read('position', engine.read('cursorIndex')) !== code; presses++) {
      if (presses > 12) throw new Error(`${name} does not come`);
      press(engine, 'a');
    }
  }

  it('sets a position up', () => {
    const fen = '4k3/8/8/3p4/8/8/8/4K2R w K - 0 1';
    const engine = bootedEngine();
    press(engine, 'select', 'select');
    choose(engine, 3, 1);
    put(engine, 'e1', 'CODE_KING', false);
    put(engine, 'h1', 'CODE_ROOK', false);
    put(engine, 'e8', 'CODE_KING', true);
    put(engine, 'd5', 'CODE_PAWN', true);
    moveTo(engine, 'a4');
    press(engine, 'a', 'b');
    choose(engine, 0, 2);
    choose(engine, 1, 1);
    choose(engine, 5, 1);
    expect(engine.read('mode')).toBe(engine.symbol('MODE_PLAY'));
    expect(positionBytes(engine)).toEqual(positionBytes(engineAt(fen)));
  });

  it('keeps the cursor of the menu on its lines, and shows where it is', () => {
    const engine = bootedEngine();
    press(engine, 'select', 'select');
    moveTo(engine, 'h4');
    press(engine, 'right', 'up', 'right');
    const emphasised = (line: number): boolean =>
      engine.read('text', engine.symbol('TEXT_PAGE') + line) >= engine.symbol('EMPHASIS');
    expect(emphasised(0)).toBe(true);
    press(engine, ...Array<'down'>(7).fill('down'));
    expect([emphasised(0), emphasised(5)]).toEqual([false, true]);
    expect(panelPixels(engine)).toEqual(panelText(engine));
    press(engine, 'left');
    expect(emphasised(5)).toBe(false);
    press(engine, 'select');
    expect(panelText(engine)[7]).toMatch(/^>White/);
  });
});
