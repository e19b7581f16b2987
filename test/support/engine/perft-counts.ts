/**
 * Perft on the ROM: the tables of the position are the oracle's, every leaf is made and unmade, sync is always exact, and
 * afterwards every table is as before.
 */
import { expect } from 'vitest';
import { compareBoard, compareWithOracle, decode } from '#chess';
import type { EngineSession } from '#engine-driver';
import { position } from '../chess/positions.ts';
import { bootedEngine, engineAssembly, memoryOf, type PerftEntry } from './engine-fixture.ts';

/** Far above what a node takes, so that a hung engine ends. */
const CYCLES_PER_NODE = 20_000;

/** Compares the counts of a position that have no more than `most` leaves. */
export function expectCounts({ fen, perft }: PerftEntry, most: number): void {
  const engine = bootedEngine();
  expect(engine.setUp(position(fen))).toBeUndefined();
  expectTablesOf(engine, fen);
  const depths = Object.entries(perft).filter(([, count]) => count <= most);
  expect(depths.length).toBeGreaterThan(0);
  const before = pieceLists(engine);
  for (const [depth, count] of depths)
    expect([depth, countLeaves(engine, Number(depth), count)]).toEqual([depth, count]);
  expect(engine.refusal()).toBeUndefined();
  expectTablesOf(engine, fen);
  expect(pieceLists(engine)).toEqual(before);
  expect(engine.machine.monitor.faults).toEqual([]);
}

function expectTablesOf(engine: EngineSession, fen: string): void {
  const [memory, declarations] = [memoryOf(engine), engineAssembly().debugInfo];
  expect(compareBoard(memory, declarations, position(fen))).toEqual([]);
  expect(compareWithOracle(memory, declarations)).toMatchObject({ problems: [], differences: [] });
  expect(decode(memory, declarations).problems).toEqual([]);
}

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
