/**
 * Making and unmaking: from positions of random games, every legal move is made and unmade, two plies deep, and
 * afterwards all tables are as before, byte for byte.
 */
import { Chess } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { bootedEngine, position } from '#test/engine/engine-fixture.ts';

const LINES = ['north', 'east', 'south', 'west', 'northEast', 'southEast', 'southWest', 'northWest'];
/** Columns that are only valid on occupied squares and guards. */
const OCCUPIED = [...LINES, 'whiteSliders', 'blackSliders'];
/** Columns that are valid on every square, even beyond the edge. */
const EVERYWHERE = ['board', 'whiteLeapers', 'blackLeapers', 'zone', 'keeps'];
/** Columns of listed pieces. */
const LISTED = ['location', 'previous', 'next', 'kind', 'slides', 'attackBit', 'toggle', 'generate'];
const CELLS = ['side', 'castling', 'passant'];
const END = 0x80;

/** The position after a game in which each number chooses among the legal moves; it is not over. */
const randomPosition = fc.array(fc.nat(), { maxLength: 90 }).map((choices) => {
  const game = new Chess();
  for (const choice of choices) {
    const moves = game.moves();
    game.move(moves[choice % moves.length]!);
    if (game.isGameOver()) {
      game.undo();
      break;
    }
  }
  return game.fen();
});

function bytesOf(engine: EngineSession, table: string, indices: Iterable<number>): Record<string, number> {
  return Object.fromEntries([...indices].map((index) => [`${table} ${index}`, engine.read(table, index)]));
}

function chain(engine: EngineSession, first: number): number[] {
  const entries: number[] = [];
  for (let entry = first; entry < END && entries.length < 32; entry = engine.read('next', entry)) entries.push(entry);
  return entries;
}

/** Every byte of the tables that means something. */
function tables(engine: EngineSession): Record<string, number> {
  const squares = Array.from({ length: 0x78 }, (_, i) => i + 8);
  const occupied = squares.filter((square) => engine.read('board', square) !== 0);
  const listed = [0, 1].flatMap((colour) => chain(engine, engine.symbol('KING') + colour));
  const free = ['qSlots', 'nSlots'].flatMap((name) => [0, 1].map((colour) => engine.read(name, colour)));
  return Object.assign(
    {},
    ...CELLS.map((cell) => ({ [cell]: engine.read(cell) })),
    ...EVERYWHERE.map((table) => bytesOf(engine, table, squares)),
    ...OCCUPIED.map((table) => bytesOf(engine, table, occupied)),
    ...LISTED.map((table) => bytesOf(engine, table, listed)),
    ...free.map((first, slot) => ({ [`chain ${slot}`]: chain(engine, first).join(' ') })),
  ) as Record<string, number>;
}

/** Legal moves, and those of all positions after them. */
function leaves(fen: string, depth: number): number {
  const game = new Chess(fen);
  if (depth === 1) return game.moves().length;
  return game.moves({ verbose: true }).reduce((sum, { after }) => sum + leaves(after, depth - 1), 0);
}

describe('every legal move of positions of random games', () => {
  const engine = bootedEngine();

  it('is made and unmade without a trace', () => {
    fc.assert(
      fc.property(randomPosition, (fen) => {
        fc.pre(engine.setUp(position(fen)) === undefined);
        const before = tables(engine);
        for (const depth of [1, 2]) {
          engine.write('perftDepth', depth);
          expect(engine.command('COMMAND_PERFT', 200_000_000)).toBe(true);
          expect(engine.nodes()).toBe(leaves(fen, depth));
          expect(tables(engine)).toEqual(before);
        }
        expect(engine.machine.monitor.faults).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
