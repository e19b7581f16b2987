/** The picture and the game pad: what a monitor shows and what the buttons do, with exact sync throughout. */
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import type { PadButton } from '#emulator';
import { CYCLES_PER_FRAME, PIXELS_PER_LINE, VISIBLE_LINES } from '#isa';
import { EngineSession, perft } from '#engine-driver';
import { KIWIPETE } from '#test/chess/positions.ts';
import {
  bootedEngine,
  changedAssembly,
  engineAssembly,
  engineOf,
  underWatch,
  oracleComparison,
} from '#test/engine/engine-fixture.ts';
import { tablesFen, shortFen } from '#test/engine/reference-game.ts';
import { LEFT, panelPixels, panelText, TOP } from '#test/engine/panel.ts';
import { beginPerft } from '#test/engine/searching.ts';

/** First pixel of the board, and pixels of a square both ways. */
const BOARD_LEFT = LEFT + 4;
const SIZE = 9;

/** Colours of the 9 rows of 9 pixels of a square, each row taken from the first of its four lines. */
function squarePixels(engine: EngineSession, name: string): number[] {
  const file = name.charCodeAt(0) - 'a'.charCodeAt(0);
  const rank = Number(name.charAt(1)) - 1;
  const { pixels } = engine.machine.monitor;
  const colours: number[] = [];
  for (let row = 0; row < SIZE; row++) {
    const line = TOP + 4 * (SIZE * (7 - rank) + row);
    const start = line * PIXELS_PER_LINE + BOARD_LEFT + SIZE * file;
    colours.push(...pixels.subarray(start, start + SIZE));
  }
  return colours;
}

/** Holds a button for two frames and lets it go for six. */
function press(engine: EngineSession, ...buttons: PadButton[]): void {
  for (const button of buttons) {
    engine.machine.input.setPad([button]);
    engine.machine.run(2 * CYCLES_PER_FRAME);
    engine.machine.input.setPad([]);
    engine.machine.run(6 * CYCLES_PER_FRAME);
  }
}

describe('the time account', () => {
  it('loses time, never sync, where a check leaves at the very start of a line', () => {
    const limit = { file: 'machine/timing.gtasm', after: 'ACCOUNT_LIMIT ', right: '146', wrong: '156' };
    expect(perft(engineOf(changedAssembly(limit)), KIWIPETE, 2)).toMatchObject({ nodes: 2039 });
  });
});

describe('the picture', () => {
  it('shows the pieces of the start position', () => {
    const engine = bootedEngine();
    engine.machine.run(2 * CYCLES_PER_FRAME);
    const [white, black] = [engine.symbol('WHITE_PIECE'), engine.symbol('BLACK_PIECE')];
    const [light, dark] = [engine.symbol('LIGHT'), engine.symbol('DARK')];
    expect(new Set(squarePixels(engine, 'a1'))).toEqual(new Set([dark, white]));
    expect(new Set(squarePixels(engine, 'h8'))).toEqual(new Set([dark, black]));
    expect(new Set(squarePixels(engine, 'd4'))).toEqual(new Set([dark]));
    expect(new Set(squarePixels(engine, 'e4'))).toEqual(new Set([light]));
    // All six shapes differ, and both sides use the same.
    const shapes = ['a', 'b', 'c', 'd', 'e'].map((file) => shapeOf(engine, `${file}1`, white));
    shapes.push(shapeOf(engine, 'a2', white));
    expect(new Set(shapes).size).toBe(6);
    expect(shapeOf(engine, 'd8', black)).toBe(shapes[3]);
  });

  it('shows nothing of the contents of RAM at power-on, a moment later', () => {
    const { image, debugInfo } = engineAssembly();
    const engine = underWatch(new EngineSession(image, debugInfo, { seed: 9 }));
    engine.machine.run(3 * CYCLES_PER_FRAME);
    // The painting of the board has begun; the rest is black.
    const painted = ['LIGHT', 'DARK', 'WHITE_PIECE', 'BLACK_PIECE', 'COORDINATE'].map((name) => engine.symbol(name));
    expect([...new Set(engine.machine.monitor.pixels)].filter((colour) => !painted.includes(colour))).toEqual([]);
  });

  it('shows the title for a second after power-on, or until a key is pressed', () => {
    const { image, debugInfo } = engineAssembly();
    const framesTo = (key?: string): number => {
      const engine = underWatch(new EngineSession(image, debugInfo, { seed: 9 }));
      engine.machine.run(40 * CYCLES_PER_FRAME);
      expect(panelText(engine).map((line) => line.trim())).toEqual(['', '', '', 'GIGATRON', 'CHESS', '', '', '']);
      expect(panelPixels(engine)).toEqual(panelText(engine));
      if (key !== undefined) engine.machine.input.typeKey(key);
      expect(engine.runUntilReady()).toBe(true);
      expect(tablesFen(engine)).toBe(shortFen(new Chess().fen()));
      return engine.machine.cycle / CYCLES_PER_FRAME;
    };
    expect(framesTo()).toBeGreaterThan(60);
    expect(framesTo('k')).toBeLessThan(50);
  });

  it('stays in sync for 300 frames after any power-on, with the pad in use', () => {
    for (const seed of [0, 5, 0xbeef]) {
      const engine = bootedEngine({ seed });
      press(engine, 'a', 'up', 'up', 'a', 'left', 'down', 'b', 'start', 'select', 'right');
      engine.machine.run(200 * CYCLES_PER_FRAME);
      const { monitor } = engine.machine;
      expect(monitor.frames).toBeGreaterThan(280);
      expect([monitor.badLines, monitor.badFrames, monitor.faults]).toEqual([0, 0, []]);
    }
  });
});

describe('the board while the engine thinks', () => {
  const ROWS = [...Array(SIZE).keys()];
  const RANKS = [...'87654321'];

  it('leaves out only rows of pixels without any part of a piece', () => {
    const engine = bootedEngine();
    engine.machine.run(2 * CYCLES_PER_FRAME);
    for (const square of ['a1', 'b1', 'c1', 'd1', 'e1', 'a2', 'd8', 'e8']) {
      const colours = squarePixels(engine, square);
      const plain = ROWS.filter((row) => new Set(colours.slice(SIZE * row, SIZE * row + SIZE)).size === 1);
      expect(plain).toEqual(expect.arrayContaining([0, SIZE - 1]));
    }
  });

  it('is drawn in one line of four, each row where its player sees it', () => {
    const engine = bootedEngine();
    engine.machine.run(2 * CYCLES_PER_FRAME);
    const { pixels } = engine.machine.monitor;
    const whole = pixels.slice();
    beginPerft(engine, 3);
    engine.machine.run(20 * CYCLES_PER_FRAME);
    const drawn = RANKS.flatMap((_, rank) => ROWS.slice(1, -1).map((row) => TOP + 4 * (SIZE * rank + row)));
    for (let line = 0; line < VISIBLE_LINES; line++) {
      const start = line * PIXELS_PER_LINE;
      const end = start + BOARD_LEFT + 8 * SIZE;
      const expected = drawn.includes(line) ? [...whole.subarray(start, end)] : new Array<number>(end - start).fill(0);
      expect([...pixels.subarray(start, end)], `line ${line}`).toEqual(expected);
    }
  });
});

describe('a dark board', () => {
  it.each([0, 1])(
    'has no pixel while the engine counts and sync to the cycle, and comes back after it, seed %i',
    (seed) => {
      const engine = bootedEngine({ seed });
      const { monitor } = engine.machine;
      const lit = (): number => monitor.pixels.filter((colour) => colour !== 0).length;
      engine.machine.run(2 * CYCLES_PER_FRAME);
      const whole = lit();
      for (const dark of [true, false, true]) {
        engine.setDark(dark);
        beginPerft(engine, 3);
        const before = monitor.frames;
        engine.machine.run(20 * CYCLES_PER_FRAME);
        expect(lit() > 0).toBe(!dark);
        expect(monitor.frames - before).toBeGreaterThanOrEqual(19);
        expect(engine.runUntilReady()).toBe(true);
        engine.machine.run(2 * CYCLES_PER_FRAME);
        expect([engine.nodes(), lit()]).toEqual([8902, whole]);
      }
    },
  );

  it('has a panel that goes dark as well, and comes back', () => {
    const engine = bootedEngine();
    const before = panelPixels(engine);
    expect(before).toEqual(panelText(engine));
    beginPerft(engine, 3);
    engine.machine.run(20 * CYCLES_PER_FRAME);
    expect(new Set(panelPixels(engine))).toEqual(new Set(['']));
    expect(engine.runUntilReady()).toBe(true);
    expect(panelPixels(engine)).toEqual(before);
  });

  it('leaves the count alone and takes less time for it', () => {
    const engine = bootedEngine();
    const [lit, dark] = [false, true].map((off) => {
      engine.setDark(off);
      const count = perft(engine, KIWIPETE, 3);
      if ('message' in count) throw new Error(count.message);
      return count;
    });
    expect([lit!.nodes, dark!.nodes]).toEqual([97862, 97862]);
    expect(dark!.cycles / lit!.cycles).toBeLessThan(0.95);
  });
});

function shapeOf(engine: EngineSession, square: string, colour: number): string {
  return squarePixels(engine, square)
    .map((pixel) => (pixel === colour ? '#' : '.'))
    .join('');
}

describe('the picture of a game', () => {
  it('marks the squares of the last move, and turns with the board', () => {
    const engine = bootedEngine();
    press(engine, 'a', 'up', 'up', 'a', 'left');
    const marks = ['LIGHT_LAST', 'DARK_LAST'].map((name) => engine.symbol(name));
    const marked = (): string[] =>
      [...'abcdefgh'].flatMap((file) =>
        [...'12345678'].map((rank) => file + rank).filter((name) => marks.includes(squarePixels(engine, name)[0]!)),
      );
    expect(marked()).toEqual(['e2', 'e4']);
    const rook = shapeOf(engine, 'a1', engine.symbol('WHITE_PIECE'));
    engine.machine.input.typeKey('v');
    engine.machine.run(10 * CYCLES_PER_FRAME);
    // The names are those of the upright board: d7 and d5 are where e2 and e4 are now.
    expect(marked()).toEqual(['d5', 'd7']);
    expect(shapeOf(engine, 'h8', engine.symbol('WHITE_PIECE'))).toBe(rook);
    press(engine, 'select', 'select');
    expect(engine.read('mode')).toBe(engine.symbol('MODE_SET_UP'));
    expect(marked()).toEqual([]);
  });

  it('shows every piece on every ground in another colour', () => {
    const engine = bootedEngine();
    const pieces = ['WHITE_PIECE', 'BLACK_PIECE'].map((name) => engine.symbol(name));
    const grounds = 'LIGHT DARK UNDER_CURSOR IN_HAND LIGHT_TARGET DARK_TARGET LIGHT_LAST DARK_LAST'.split(' ');
    const colours = [...grounds, 'CHECK_COLOUR', 'MATE_COLOUR', 'DRAW_COLOUR'].map((name) => engine.symbol(name));
    expect(new Set(colours).size).toBe(colours.length);
    /** Brightness, as an eye sees it, 0..3. */
    const light = (colour: number): number =>
      0.3 * (colour & 3) + 0.6 * ((colour >> 2) & 3) + 0.1 * ((colour >> 4) & 3);
    for (const piece of pieces) {
      for (const ground of colours) expect(Math.abs(light(piece) - light(ground))).toBeGreaterThan(0.75);
    }
  });
});

describe('the game pad', () => {
  it('puts a piece elsewhere and builds the tables again', () => {
    const engine = bootedEngine();
    press(engine, 'a');
    expect(engine.read('selected')).toBe(engine.square('e2'));
    press(engine, 'up', 'up', 'a', 'left');
    expect(engine.read('selected')).toBe(0);
    expect(engine.read('board', engine.square('e2'))).toBe(0);
    expect(shapeOf(engine, 'e4', engine.symbol('WHITE_PIECE'))).toContain('#');
    const { differences, compared } = oracleComparison(engine);
    expect(compared).toBeGreaterThan(700);
    expect(differences).toEqual([]);
  });
});
