/** The build with VERIFY: the machine itself compares its tables with ones built from scratch in every node. */
import { describe, expect, it } from 'vitest';
import { perft, type EngineSession } from '#engine-driver';
import { KIWIPETE, position } from '#test/chess/positions.ts';
import {
  engineOf,
  mistakenAssembly,
  perftSuite,
  sharedEngine,
  verifyingAssembly,
  underWatch,
} from '#test/engine/engine-fixture.ts';
import { stopsAt, beginPerft, countLeaves } from '#test/engine/searching.ts';

const verifying = verifyingAssembly();

function verifyingEngine(fen: string): EngineSession {
  const engine = underWatch(sharedEngine(verifying.image, () => engineOf(verifying)));
  expect(engine.setUp(position(fen))).toBeUndefined();
  return engine;
}

describe('a build with VERIFY', () => {
  it('assembles without a finding, every time check exact', () => {
    const { diagnostics, debugInfo } = verifying.checked();
    expect(diagnostics).toEqual([]);
    expect(debugInfo.timing.filter(({ verdict }) => verdict !== 'exact')).toEqual([]);
  });

  it.each(perftSuite().slice(0, 24))('finds no difference in $fen', ({ fen, perft: counts }) => {
    const engine = verifyingEngine(fen);
    expect(countLeaves(engine, 2)).toBe(counts['2']);
    expect(engine.refusal()).toBeUndefined();
    expect(engine.machine.monitor.faults).toEqual([]);
  });
});

/** Tables over squares, and the square at which a byte of each is corrupted. */
const SQUARE_TABLES = [
  ...['whiteSliders', 'blackSliders', 'whiteLeapers', 'blackLeapers'],
  ...['north', 'east', 'south', 'west', 'northEast', 'southEast', 'southWest', 'northWest'],
] as const;

describe('a byte changed from outside stops the search:', () => {
  /** A search that is about to compare its tables, and a black pawn with its square. */
  function searching(): { engine: EngineSession; pawn: number; home: number } {
    const engine = verifyingEngine('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    beginPerft(engine, 3);
    engine.machine.run(3_000_000);
    expect(engine.machine.run(3_000_000, stopsAt(engine, 'verify')).kind).toBe('breakpoint');
    const home = engine.square('h7');
    return { engine, pawn: engine.read('board', home), home };
  }

  function expectDifference(
    engine: EngineSession,
    table: string,
    index: number,
    found: number,
    expected: number,
  ): void {
    expect(engine.runUntilReady()).toBe(true);
    expect(engine.difference()).toEqual({ table, index, found, expected });
    expect(engine.refusal()?.code).toBe('STATUS_VERIFY');
    expect(engine.refusal()?.message).toContain(`${table} of $`);
  }

  it.each(SQUARE_TABLES)('%s', (table) => {
    const { engine, home } = searching();
    const right = engine.read(table, home);
    engine.write(table, right ^ 0x40, home);
    expectDifference(engine, table, home, right ^ 0x40, right);
  });

  it('board', () => {
    const { engine, pawn, home } = searching();
    engine.write('board', 0, home);
    expectDifference(engine, 'board', home, 0, pawn);
  });

  it('location', () => {
    const { engine, pawn, home } = searching();
    engine.write('location', engine.square('a4'), pawn);
    expectDifference(engine, 'location', pawn, engine.square('a4'), home);
  });

  it('previous', () => {
    const { engine, pawn } = searching();
    const before = engine.read('previous', pawn);
    engine.write('previous', pawn, pawn);
    expectDifference(engine, 'previous', pawn, pawn, before);
  });

  it('next, where a piece is passed over', () => {
    const { engine, pawn } = searching();
    const [before, behind] = [engine.read('previous', pawn), engine.read('next', pawn)];
    engine.write('next', behind, before);
    if (behind < 0x80) engine.write('previous', before, behind);
    expectDifference(engine, 'next', before, behind, pawn);
  });

  it('next, where a list runs in a circle', () => {
    const { engine, pawn } = searching();
    const king = engine.symbol('KING') + 1;
    const before = engine.read('previous', pawn);
    engine.write('next', king, before);
    expectDifference(engine, 'next', before, king, 0x80);
  });
});

/** One mistake for each kind of table; the number of words stays the same, so that timing stays exact. */
const MISTAKES: readonly [file: string, after: string, right: string, wrong: string, tables: readonly string[]][] = [
  ['moves/move-macros.gtasm', '.macro unlinkLine', 'st   [y,ahead]', 'nop', SQUARE_TABLES.slice(4)],
  ['moves/link-lines.gtasm', '.macro linkLine', 'st   [y,north + o]', 'nop', SQUARE_TABLES.slice(4)],
  ['moves/toggles.gtasm', '.macro toggleRay', 'xora direction', 'xora 0', SQUARE_TABLES.slice(0, 2)],
  ['moves/toggles.gtasm', '.macro toggleLeap', 'xora attack', 'xora 0', SQUARE_TABLES.slice(2, 4)],
  ['moves/move-macros.gtasm', '.macro passThrough', 'xora [y,blackSliders]', 'ora  [y,blackSliders]', ['blackSliders']],
  ['moves/make-move.gtasm', 'dropped:', 'st   [y,location]', 'nop', ['location']],
  ['moves/make-move.gtasm', 'dropped:', 'st   [y,board]', 'nop', ['board']],
  ['moves/move-macros.gtasm', '.macro unlinkPiece', 'st   [y,previous]', 'nop', ['previous']],
  ['moves/move-macros.gtasm', '.macro unlinkPiece', 'st   [y,next]', 'nop', ['board']],
  ['moves/move-macros.gtasm', '.macro relinkPiece', 'st   [y,next]', 'nop', ['previous']],
];

describe('a build with a mistake stops at it:', () => {
  it.each(MISTAKES)('in %s, after "%s": for "%s" "%s"', (file, after, right, wrong, tables) => {
    const engine = engineOf(mistakenAssembly({ file, after, right, wrong }));
    expect(perft(engine, KIWIPETE, 2)).toMatchObject({ message: expect.stringContaining('differs') });
    expect(tables).toContain(engine.difference()?.table);
  });
});
