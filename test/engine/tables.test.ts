/**
 * The tables that the engine builds from the position buffer, compared with the oracle, which shares no code with it:
 * board, piece lists, neighbours, attack maps; and the rows over sets in RAM, compared with their definition.
 */
import { describe, expect, it } from 'vitest';
import { compareBoard, compareWithOracle, decode } from '#chess';
import { bootedEngine, engineAssembly, memoryOf, perftSuite, position } from '#test/engine/engine-fixture.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

describe('the engine at power-on', () => {
  it.each([0, 1, 77, 0xdead])('builds the start position from RAM of seed %i', (seed) => {
    const engine = bootedEngine({ seed });
    const declarations = engineAssembly().debugInfo;
    expect(compareBoard(memoryOf(engine), declarations, position(START))).toEqual([]);
    const comparison = compareWithOracle(memoryOf(engine), declarations);
    expect(comparison.differences).toEqual([]);
    expect(comparison.compared).toBeGreaterThan(700);
    expect(decode(memoryOf(engine), declarations).problems).toEqual([]);
  });
});

describe('positions through the mailbox', () => {
  it.each(perftSuite().map(({ fen }) => fen))('builds the tables of %s', (fen) => {
    const engine = bootedEngine();
    const declarations = engineAssembly().debugInfo;
    expect(engine.setUp(position(fen))).toBeUndefined();
    expect(compareBoard(memoryOf(engine), declarations, position(fen))).toEqual([]);
    const comparison = compareWithOracle(memoryOf(engine), declarations);
    expect(comparison.problems).toEqual([]);
    expect(comparison.differences).toEqual([]);
    expect(decode(memoryOf(engine), declarations).problems).toEqual([]);
    expect(engine.machine.monitor.faults).toEqual([]);
  });

  it.each([
    ['no king', '8/8/8/8/8/8/8/K7 w - - 0 1', 'STATUS_KINGS'],
    ['two kings', 'k7/8/8/8/8/8/8/KK6 w - - 0 1', 'STATUS_KINGS'],
    ['a fifth queen', 'k7/8/8/8/8/8/8/KQQQQQ2 w - - 0 1', 'STATUS_SLOTS'],
    ['a fifth knight', 'k7/8/8/8/8/8/8/KNNNNN2 w - - 0 1', 'STATUS_SLOTS'],
    ['a ninth pawn', 'k7/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1', 'STATUS_PAWNS'],
    ['a pawn on its last rank', 'kP6/8/8/8/8/8/8/K7 w - - 0 1', 'STATUS_PAWNS'],
    ['a pawn on its first rank', 'k7/8/8/8/8/8/8/Kp6 w - - 0 1', 'STATUS_PAWNS'],
  ])('refuses %s', (_, fen, code) => {
    const engine = bootedEngine();
    expect(engine.setUp(position(fen))).toMatchObject({ code });
    expect(engine.setUp(position(START))).toBeUndefined();
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
