/**
 * The tables that the engine builds at power-on, compared with the oracle, which shares no code with it: board, piece
 * lists, neighbours, attack maps (perft.test.ts does so with positions from outside); the set tables in RAM, compared
 * with their definition; and making and unmaking, which leaves all tables as they were.
 */
import { describe, expect, it } from 'vitest';
import { Chess } from 'chess.js';
import fc from 'fast-check';
import type { EngineSession } from '#engine-driver';
import { position } from '#test/chess/positions.ts';
import { bootedEngine, oracleComparison } from '#test/engine/engine-fixture.ts';
import { forAll } from '#test/draws.ts';
import { expectTablesOf } from '#test/engine/perft-counts.ts';
import { countLeaves } from '#test/engine/searching.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

describe('the engine at power-on', () => {
  it.each([0, 1, 77, 0xdead])('builds the start position from RAM of seed %i', (seed) => {
    const engine = bootedEngine({ seed });
    expectTablesOf(engine, START);
    expect(oracleComparison(engine).compared).toBeGreaterThan(700);
  });
});

const DIRECTIONS = ['north', 'east', 'south', 'west', 'northEast', 'southEast', 'southWest', 'northWest'] as const;
const OPPOSITES = ['south', 'west', 'north', 'east', 'southWest', 'northWest', 'northEast', 'southEast'] as const;
const STEPS = [10, 1, -10, -1, 11, -9, -11, 9];
/** Pieces by attack bit, as the design numbers them. */
const SLIDERS = [0x38, 0x34, 0x1c, 0x1a, 0x12, 0x14, 0x16, 0x18];
const LEAPERS = [0x80, 0x81, 0x3c, 0x3a, 0x32, 0x30, 0x10, 0];

const lowestBit = (set: number): number => 31 - Math.clz32(set & -set);

describe('set tables', () => {
  const engine = bootedEngine({ seed: 9 });
  const tables: readonly [name: string, entry: (set: number) => number][] = [
    ['stripBit', (set) => set & (set - 1)],
    ['set2dir', (set) => engine.symbol(DIRECTIONS[lowestBit(set)]!)],
    ['set2back', (set) => engine.symbol(OPPOSITES[lowestBit(set)]!)],
    ['set2step', (set) => STEPS[lowestBit(set)]! & 0xff],
    ['set2slider', (set) => SLIDERS[lowestBit(set)]!],
    ['set2leaper', (set) => LEAPERS[lowestBit(set)]!],
  ];

  it.each(tables)('%s', (name, entry) => {
    for (let set = 1; set < 256; set++) expect([set, engine.read(name, set)]).toEqual([set, entry(set)]);
    expect(engine.read(name, 0)).toBe(0);
  });

  it('attack bits and the tables that extract them agree', () => {
    for (const [bit, piece] of SLIDERS.entries()) expect(engine.read('attackBit', piece)).toBe(1 << bit);
    for (const [bit, piece] of LEAPERS.slice(2, 7).entries()) {
      expect(engine.read('attackBit', piece)).toBe(0x80 | (4 << bit));
      expect(engine.read('attackBit', piece | 1)).toBe(0x80 | (4 << bit));
    }
  });
});

/**
 * Making and unmaking: from positions of random games, every legal move is made and unmade, two plies deep, and
 * afterwards all tables are as before, byte for byte.
 */
describe('making and unmaking', () => {
  /** Columns that are only valid on occupied squares and guards. */
  const OCCUPIED = [...DIRECTIONS, 'whiteSliders', 'blackSliders'];
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

  it('leaves no trace of any legal move in positions of random games', () => {
    const engine = bootedEngine();
    forAll(40, [randomPosition], (fen) => {
      fc.pre(engine.setUp(position(fen)) === undefined);
      const before = tables(engine);
      for (const depth of [1, 2]) {
        expect(countLeaves(engine, depth)).toBe(leaves(fen, depth));
        expect(tables(engine)).toEqual(before);
      }
      expect(engine.machine.monitor.faults).toEqual([]);
    });
  });
});
