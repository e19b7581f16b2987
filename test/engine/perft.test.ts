/** Perft on the ROM, compared with counts by Stockfish. */
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { bootEngine, MOST_PLIES, perft as perftOf, perftReport } from '#engine-driver';
import type { EngineSession, PerftReport } from '#engine-driver';
import { CYCLES_PER_LINE } from '#isa';
import { position } from '#test/chess/positions.ts';
import {
  bootedEngine,
  engineAssembly,
  perftSuite,
  unwatchedEngine,
  oracleComparison,
} from '#test/engine/engine-fixture.ts';
import { expectCounts } from '#test/engine/perft-counts.ts';
import { stopsAt, beginPerft } from '#test/engine/searching.ts';

/** Counts with more leaves are left to `npm run fuzz -- -t perft`. */
const MOST_NODES = 3_000;

describe('perft', () => {
  it.each(perftSuite())('counts $fen', (entry) => expectCounts(entry, MOST_NODES));

  it('fails if the monitor counts a bad frame, whatever the count, but later counts do not', () => {
    const engine = unwatchedEngine();
    const { fen } = perftSuite()[0]!;
    // Lines that are added from outside, below or above the picture, make this one frame too long.
    while (engine.read('lineRoutine') !== (engine.symbol('blankLine') & 0xff)) engine.machine.run(CYCLES_PER_LINE);
    engine.write('lines', engine.read('lines') + 5);
    expect(perftOf(engine, fen, 1)).toMatchObject({ message: expect.stringContaining('1 bad frame') });
    expect(perftOf(engine, fen, 1)).toMatchObject({ nodes: 20 });
  });

  it('goes as deep as the host says', () => {
    expect(bootedEngine().symbol('MAX_DEPTH')).toBe(MOST_PLIES);
  });

  it('starts only with an engine, and one that comes up in sync', () => {
    const { image, debugInfo } = engineAssembly();
    const lacking = { ...debugInfo, tables: debugInfo.tables.filter(({ name }) => name !== 'perftDepth') };
    expect(bootEngine({ image, debugInfo: lacking })).toEqual(
      failure('the program is not a chess engine: it has no perftDepth'),
    );
    const late = image.slice();
    const word = debugInfo.symbols.find(({ name }) => name === 'shareLine')!.value;
    late[word]! += 1; // LINE_ACCOUNT: every line takes a cycle more
    expect(bootEngine({ image: late, debugInfo })).toMatchObject({ message: expect.stringContaining('bad lines') });
  });

  it.each([
    ['an en passant square that cannot be', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1', 20],
    ['rights to castle that cannot be', '4k3/8/8/8/8/8/8/4K1R1 w KQkq - 0 1', 14],
    ['counters that are not numbers', '4k3/8/8/8/3pP3/8/8/4K3 b - e3 x y', 7],
    ['no move', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 0],
  ])('divides a position with %s', (_, fen, nodes) => {
    const report = perftReport(bootedEngine(), engineAssembly(), fen, 1, { divided: true, profiled: true });
    // Shorter than two frames: there is nothing to profile.
    expect(report).toMatchObject({ nodes, handlerShare: null });
    expect(Object.keys((report as PerftReport).divide!)).toHaveLength(nodes);
  });

  it('counts once, and again only for a profile', () => {
    const engine = bootedEngine();
    const fen = perftSuite()[0]!.fen;
    const cyclesOf = (asked: { profiled?: boolean }): { spent: number; count: number } => {
      const before = engine.machine.cycle;
      const report = perftReport(engine, engineAssembly(), fen, 2, asked) as PerftReport;
      expect(report.handlerShare === null).toBe(asked.profiled !== true);
      return { spent: engine.machine.cycle - before, count: report.cycles };
    };
    const [plain, profiled] = [cyclesOf({}), cyclesOf({ profiled: true })];
    expect(plain.spent).toBeLessThan(2 * plain.count);
    expect(profiled.spent).toBeGreaterThan(2 * profiled.count);
  });

  it('has, in every node, the tables that the oracle builds from its board', () => {
    const suite = perftSuite().slice(0, 6);
    for (const { fen } of suite) {
      const engine = bootedEngine();
      engine.setUp(position(fen));
      beginPerft(engine, 2);
      expect(comparedNodes(engine)).toBeGreaterThan(15);
    }
  });
});

/**
 * Stops at every seventh move made, before it is judged, and compares all tables; returns the number of stops.
 * A check runs its first word again when it leaves for the handler, so a stop may occur twice.
 */
function comparedNodes(engine: EngineSession): number {
  const stops = stopsAt(engine, 'countMove');
  let moves = 0;
  let compared = 0;
  while (engine.read('command') !== 0 && compared < 150) {
    const reason = engine.machine.run(1_000_000, stops);
    if (reason.kind !== 'breakpoint' || moves++ % 7 !== 0) continue;
    expect(oracleComparison(engine).differences).toEqual([]);
    compared++;
  }
  return compared;
}
