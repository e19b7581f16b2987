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
  type Mistake,
  underWatch,
} from '#test/engine/engine-fixture.ts';
import { breakpointsAt } from '#test/engine/searching.ts';

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
    engine.write('perftDepth', 2);
    expect(engine.command('COMMAND_PERFT', 2_000_000_000)).toBe(true);
    expect(engine.refusal()).toBeUndefined();
    expect(engine.nodes()).toBe(counts['2']);
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
    engine.write('perftDepth', 3);
    engine.write('command', engine.symbol('COMMAND_PERFT'));
    engine.machine.run(3_000_000);
    expect(engine.machine.run(3_000_000, breakpointsAt(engine, 'verify')).kind).toBe('breakpoint');
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

/** One mistake for each kind of table; words keep their number, so that time stays exact. */
const MISTAKES: readonly (Mistake & { readonly tables: readonly string[] })[] = [
  {
    file: 'moves/move-macros.gtasm',
    after: '.macro unlinkLine',
    right: 'st   [y,ahead]',
    wrong: 'nop',
    tables: SQUARE_TABLES.slice(4),
  },
  {
    file: 'moves/link-lines.gtasm',
    after: '.macro linkLine',
    right: 'st   [y,north + o]',
    wrong: 'nop',
    tables: SQUARE_TABLES.slice(4),
  },
  {
    file: 'moves/toggles.gtasm',
    after: '.macro toggleRay',
    right: 'xora direction',
    wrong: 'xora 0',
    tables: SQUARE_TABLES.slice(0, 2),
  },
  {
    file: 'moves/toggles.gtasm',
    after: '.macro toggleLeap',
    right: 'xora attack',
    wrong: 'xora 0',
    tables: SQUARE_TABLES.slice(2, 4),
  },
  {
    file: 'moves/move-macros.gtasm',
    after: '.macro passThrough',
    right: 'xora [y,blackSliders]',
    wrong: 'ora  [y,blackSliders]',
    tables: ['blackSliders'],
  },
  { file: 'moves/make-move.gtasm', after: 'dropped:', right: 'st   [y,location]', wrong: 'nop', tables: ['location'] },
  { file: 'moves/make-move.gtasm', after: 'dropped:', right: 'st   [y,board]', wrong: 'nop', tables: ['board'] },
  {
    file: 'moves/move-macros.gtasm',
    after: '.macro unlinkPiece',
    right: 'st   [y,previous]',
    wrong: 'nop',
    tables: ['previous'],
  },
  {
    file: 'moves/move-macros.gtasm',
    after: '.macro unlinkPiece',
    right: 'st   [y,next]',
    wrong: 'nop',
    tables: ['board'],
  },
  {
    file: 'moves/move-macros.gtasm',
    after: '.macro relinkPiece',
    right: 'st   [y,next]',
    wrong: 'nop',
    tables: ['previous'],
  },
];

describe('a build with a mistake stops at it:', () => {
  it.each(MISTAKES)('"$wrong" for "$right" after "$after"', ({ tables, ...mistake }) => {
    const engine = engineOf(mistakenAssembly(mistake));
    expect(perft(engine, KIWIPETE, 2)).toMatchObject({ message: expect.stringContaining('differs') });
    expect(tables).toContain(engine.difference()?.table);
  });
});
