/**
 * The tables that the engine builds from the position buffer, compared with the oracle, which shares no code with it:
 * board, piece lists, neighbours, attack maps.
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
