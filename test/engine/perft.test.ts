/**
 * Perft on the ROM against counts by Stockfish: every leaf made and unmade, sync exact all the while,
 * and every table afterwards as before.
 *
 * Depths with more leaves than ENGINE_PERFT_NODES (default 3,000) are left to the long run
 * (`npm run test:engine` sets it to depth 4 of all positions).
 */
import { describe, expect, it } from 'vitest';
import { compareWithOracle, decode } from '#chess';
import { EngineSession, perft as perftOf } from '#engine-driver';
import { bootedEngine, engineAssembly, memoryOf, perftSuite, position } from './engine-fixture.ts';

const MOST_NODES = Number(process.env['ENGINE_PERFT_NODES'] ?? 3_000);
/** Far above what a node takes, so that a hung engine ends. */
const CYCLES_PER_NODE = 20_000;

function countLeaves(engine: EngineSession, depth: number, expected: number): number {
  engine.write('perftDepth', depth);
  expect(engine.command('COMMAND_PERFT', 20_000_000 + CYCLES_PER_NODE * expected)).toBe(true);
  return engine.nodes();
}

/** Order of both lists and of the free slots; entries that are in no list may hold anything. */
function pieceLists(engine: EngineSession): unknown {
  const lists = decode(memoryOf(engine), engineAssembly().debugInfo).pieceLists;
  return [lists?.white, lists?.black].map(
    (list) => list && { order: list.order, end: list.end, free: list.freeChains },
  );
}

describe('perft', () => {
  it.each(perftSuite().map(({ fen, perft }) => ({ fen, perft })))('counts $fen', ({ fen, perft }) => {
    const engine = bootedEngine();
    expect(engine.setUp(position(fen))).toBeUndefined();
    const depths = Object.entries(perft).filter(([, count]) => count <= MOST_NODES);
    expect(depths.length).toBeGreaterThan(0);
    const before = pieceLists(engine);
    for (const [depth, count] of depths)
      expect([depth, countLeaves(engine, Number(depth), count)]).toEqual([depth, count]);
    expect(engine.refusal()).toBeUndefined();
    expect(compareWithOracle(memoryOf(engine), engineAssembly().debugInfo).differences).toEqual([]);
    expect(pieceLists(engine)).toEqual(before);
    expect(engine.machine.monitor.faults).toEqual([]);
  });

  it('fails where the monitor counts a bad line, whatever the count', () => {
    const { image, debugInfo } = engineAssembly();
    const late = image.slice();
    const word = debugInfo.symbols.find(({ name }) => name === 'shareLine')!.value;
    late[word]! += 1; // LINE_ACCOUNT: every line takes a cycle more
    const engine = new EngineSession(late, debugInfo, { seed: 1 });
    expect(engine.runUntilReady()).toBe(true);
    expect(perftOf(engine, perftSuite()[0]!.fen, 1)).toMatchObject({ failure: expect.stringContaining('bad lines') });
  });

  it('has, in every node, the tables that the oracle builds from its board', () => {
    const suite = perftSuite().slice(0, 6);
    for (const { fen } of suite) {
      const engine = bootedEngine();
      engine.setUp(position(fen));
      engine.write('perftDepth', 2);
      engine.write('command', engine.symbol('COMMAND_PERFT'));
      expect(comparedNodes(engine)).toBeGreaterThan(15);
    }
  });
});

/**
 * Stops at every seventh move made, before it is judged, and compares all tables; the number of stops.
 * A check runs its first word again when it leaves for the handler, so a stop may come twice.
 */
function comparedNodes(engine: EngineSession): number {
  const { debugInfo } = engineAssembly();
  const breakpoints = new Uint8Array(0x10000);
  breakpoints[engine.symbol('countMove')] = 1;
  let moves = 0;
  let compared = 0;
  while (engine.read('command') !== 0 && compared < 150) {
    const reason = engine.machine.run(1_000_000, { breakpoints });
    if (reason.kind !== 'breakpoint' || moves++ % 7 !== 0) continue;
    const { differences } = compareWithOracle(memoryOf(engine), debugInfo);
    expect(differences).toEqual([]);
    compared++;
  }
  return compared;
}
