/** The opening book of the ROM: moves of its lines if it is used, and otherwise nothing. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { bootedEngine, position } from '#test/engine/engine-fixture.ts';

const LIMIT = 400_000_000;
const FOLDER = join(import.meta.dirname, '..', '..', 'engine-asm');
const LINES = readFileSync(join(FOLDER, 'book-lines.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' '));

function bestMove(engine: EngineSession, game: Chess, book: boolean): string {
  engine.setUp(position(game.fen()));
  engine.write('searchOptions', book ? engine.symbol('OPTION_BOOK') : 0);
  engine.write('searchDepth', 1);
  engine.write('rootMoveCount', 0);
  expect(engine.command('COMMAND_SEARCH', LIMIT)).toBe(true);
  const [from, to] = ['bestFrom', 'bestTo'].map((name) => engine.read(name) - engine.symbol('A1'));
  const name = (at: number): string => 'abcdefgh'.charAt(at % 10) + String(Math.floor(at / 10) + 1);
  return name(from!) + name(to!);
}

/** What the lines play in a position, in coordinate notation. */
function bookMoves(game: Chess): string[] {
  const history = game.history();
  const found = LINES.filter((line) => history.every((san, ply) => line[ply] === san) && line.length > history.length);
  return found.map((line) => {
    const { from, to } = new Chess(game.fen()).move(line[history.length]!);
    return from + to;
  });
}

describe('the opening book', () => {
  it('plays a line, and different ones at different times', () => {
    const engine = bootedEngine();
    const first = new Set<string>();
    for (let round = 0; round < 6; round++) {
      engine.write('bookSeed', 5 * round);
      const game = new Chess();
      for (let ply = 0; ply < 4; ply++) {
        const move = bestMove(engine, game, true);
        expect(bookMoves(game), game.fen()).toContain(move);
        expect(engine.read('depthDone')).toBe(2);
        if (ply === 0) first.add(move);
        game.move(move);
        engine.machine.run(13 * CYCLES_PER_FRAME);
      }
    }
    expect(first.size).toBeGreaterThan(1);
  });

  it('does not answer unless asked, and knows no other positions', () => {
    const engine = bootedEngine();
    bestMove(engine, new Chess(), false);
    expect([engine.read('rootMoveCount'), engine.read('depthDone')]).toEqual([0, 1]);
    bestMove(engine, new Chess('8/P6k/8/8/8/8/7P/K7 w - - 0 1'), true);
    expect([engine.read('rootMoveCount'), engine.read('depthDone')]).toEqual([0, 1]);
  });

  it('is what its script makes from the lines', () => {
    const script = join(FOLDER, '..', 'scripts', 'book.mjs');
    const made = execFileSync(process.execPath, [script, '--print'], { encoding: 'utf8' });
    const sources = ['book-moves', 'opening-names'].map((name) => join(FOLDER, 'book', `${name}.gtasm`));
    expect(made).toBe(sources.map((source) => readFileSync(source, 'utf8')).join(''));
  });
});
