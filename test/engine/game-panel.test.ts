/** What a person sees and does around a game: the clock, coordinates, paging through the turns. */
import { Chess } from 'chess.js';
import { constantFrom, integer, nat } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME, PIXELS_PER_LINE } from '#isa';
import { bootedEngine, decoded, middleGameFens, setUp } from '#test/engine/engine-fixture.ts';
import { gameRecord, tablesFen, randomNumbers, shortFen, oneOf } from '#test/engine/reference-game.ts';
import { LEFT, panelPixels, panelText, ROW_LINES, TOP } from '#test/engine/panel.ts';
import { atLevel, type, untilPlayed } from '#test/engine/player.ts';
import { draws, forAll } from '#test/draws.ts';

const FRAMES_PER_SECOND = 60;
const ABOVE = 0;
const BELOW = 7;
const SIZE = 9;

const wait = (engine: EngineSession, seconds: number): void => {
  engine.run(seconds * FRAMES_PER_SECOND * CYCLES_PER_FRAME);
};

/** The time that a line of the panel shows, in seconds; its first character says who is to move. */
function secondsOf(line: string): number {
  const [seconds, minutes, hours] = line.slice(6).trim().split(':').map(Number).reverse();
  return seconds! + 60 * minutes! + 3600 * (hours ?? 0);
}

describe('the chess clock', () => {
  it('runs for the side to move from the first move on, to the frame', () => {
    const engine = bootedEngine();
    wait(engine, 3);
    expect([panelText(engine)[ABOVE], panelText(engine)[BELOW]]).toEqual([' Black  00:00', '>White  00:00']);
    type(engine, 'e2e4');
    const start = engine.machine.monitor.frames;
    wait(engine, 20);
    expect(panelText(engine)[ABOVE]).toMatch(/^>Black/);
    const used = (engine.machine.monitor.frames - start) / FRAMES_PER_SECOND;
    expect(Math.abs(secondsOf(panelText(engine)[ABOVE]!) - used)).toBeLessThanOrEqual(1);
    type(engine, 'e7e5');
    const black = panelText(engine)[ABOVE]!;
    wait(engine, 3);
    expect(secondsOf(panelText(engine)[BELOW]!)).toBeGreaterThanOrEqual(2);
    expect(panelText(engine)[ABOVE]).toBe(black);
    expect(black).toMatch(/^ Black/);
    expect(panelPixels(engine)).toEqual(panelText(engine));
  });
});

describe('coordinates', () => {
  /** The pixels of the digits beside the ranks, from the top, and of the letters below the files, from the left. */
  function coordinates(engine: EngineSession): { ranks: string[]; files: string[] } {
    engine.run(2 * CYCLES_PER_FRAME);
    const { pixels } = engine.machine.monitor;
    const ink = engine.symbol('COORDINATE');
    const shape = (top: number, left: number): string =>
      [0, 1, 2, 3, 4]
        .map((row) => pixels.subarray((top + ROW_LINES * row) * PIXELS_PER_LINE + left).subarray(0, 3))
        .map((row) => [...row].map((colour) => (colour === ink ? '#' : '.')).join(''))
        .join(' ');
    const below = TOP + 8 * SIZE * ROW_LINES + engine.symbol('FILES_GAP');
    const places = [0, 1, 2, 3, 4, 5, 6, 7];
    return {
      ranks: places.map((rank) => shape(TOP + ROW_LINES * (SIZE * rank + 2), LEFT)),
      files: places.map((file) => shape(below, LEFT + engine.symbol('BOARD_LEFT') + SIZE * file + 3)),
    };
  }

  it('stand beside the board, and turn with it', () => {
    const engine = bootedEngine();
    const { ranks, files } = coordinates(engine);
    expect(ranks[7]).toBe('.#. ##. .#. .#. ###');
    expect(files[7]).toBe('#.. ##. #.# #.# #.#');
    expect([new Set(ranks).size, new Set(files).size]).toEqual([8, 8]);
    type(engine, 'v');
    expect(coordinates(engine)).toEqual({ ranks: ranks.toReversed(), files: files.toReversed() });
  });
});

describe('paging through the game', () => {
  const turns = (engine: EngineSession): number => gameRecord(engine).turns.length;

  it('goes back and forward through random games, and ends where it began', () => {
    const engine = bootedEngine();
    forAll(4, [nat(), integer({ min: 1, max: 12 })], (seed, back) => {
      type(engine, 'nn');
      const game = new Chess();
      const random = randomNumbers(seed);
      while (game.history().length < 12 && !game.isGameOver()) {
        type(engine, game.move(oneOf(random, game.moves({ verbose: true }))).lan);
      }
      const [whole, key] = [game.history().length, [0, 1, 2, 3].map((byte) => engine.read('key', byte))];
      const pages = Math.min(back, whole);
      type(engine, ','.repeat(pages));
      for (let ply = 0; ply < pages; ply++) game.undo();
      expect([turns(engine), tablesFen(engine)]).toEqual([whole - pages, shortFen(game.fen())]);
      type(engine, '.'.repeat(pages + 1));
      expect(turns(engine)).toBe(whole);
      expect([0, 1, 2, 3].map((byte) => engine.read('key', byte))).toEqual(key);
    });
  });
});

/** A score as a number, from the panel or from a page: pawns, or a mate, far from any of them. */
function scoreIn(text: string): number {
  const [, sign = '', moves] = /^(\+M|mate |-M|mated )(?:in )?(\d+)$/.exec(text) ?? [];
  return moves === undefined ? Number(text) : (sign === '-M' || sign === 'mated ' ? -1000 : 1000) + Number(moves);
}

describe('what the machine has found', () => {
  it('is on the panel what a page says beside it, to the tenth of a pawn', () => {
    const mates = ['6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1', '6k1/R7/1R6/8/8/8/8/K7 b - - 0 1'];
    forAll(draws(6), [constantFrom(...mates, ...mates, ...middleGameFens())], (position) => {
      const engine = atLevel(bootedEngine(), 1);
      setUp(engine, position);
      type(engine, 'm');
      untilPlayed(engine, 3000);
      const { depth, worth = '' } = decoded(engine).search ?? {};
      const [, plies, shown = ''] = /^D(\d+) (\S+) /m.exec(panelText(engine).join('\n')) ?? [];
      expect(Number(plies)).toBe(depth);
      // The panel cuts off hundredths.
      expect(Math.abs(scoreIn(shown) - scoreIn(worth)), `${shown}, ${worth}`).toBeLessThan(0.1);
    });
  });
});
