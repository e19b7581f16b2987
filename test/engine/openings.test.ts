/** The name of the opening in the panel, and the opening book of the ROM: it plays its lines if used, and only then. */
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { position } from '#test/chess/positions.ts';
import { bootedEngine } from '#test/engine/engine-fixture.ts';
import { panelText } from '#test/engine/panel.ts';
import { type } from '#test/engine/player.ts';
import { bestMove, think } from '#test/engine/searching.ts';
import { execFileSync } from 'node:child_process';
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { projectText, PROJECT } from '#test/project.ts';

const STATE_LINE = 2;
const linesOf = (file: string): string[] =>
  projectText('engine-asm', file)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const OPENINGS = linesOf('opening-names.txt').map((line) => line.split(': ') as [name: string, moves: string]);
const LINES = linesOf('book-lines.txt').map((line) => line.split(' '));

/** Moves in standard notation as they are typed. */
function typed(moves: string): string[] {
  const game = new Chess();
  return moves.split(' ').map((san) => game.move(san).lan);
}

describe('the name of an opening', () => {
  it.each(OPENINGS)('is shown: %s, after %s', (name, moves) => {
    const engine = bootedEngine();
    type(engine, typed(moves).join(''));
    expect(panelText(engine)[STATE_LINE]).toBe(name);
  });
});

function played(engine: EngineSession, game: Chess, book: boolean): string {
  engine.setUp(position(game.fen()));
  think(engine, { depth: 1, options: book ? ['BOOK'] : [] });
  return bestMove(engine);
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
        const move = played(engine, game, true);
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
    played(engine, new Chess(), false);
    expect([engine.read('rootMoveCount'), engine.read('depthDone')]).toEqual([0, 1]);
    played(engine, new Chess('8/P6k/8/8/8/8/7P/K7 w - - 0 1'), true);
    expect([engine.read('rootMoveCount'), engine.read('depthDone')]).toEqual([0, 1]);
  });

  it('is what its script makes from the lines', () => {
    const script = join(PROJECT, 'scripts', 'book.mjs');
    const made = execFileSync(process.execPath, [script, '--print'], { encoding: 'utf8' });
    const sources = ['book-moves', 'opening-names'].map((name) => projectText('engine-asm/book', `${name}.gtasm`));
    expect(made).toBe(sources.join(''));
  });
});
