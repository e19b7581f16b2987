/**
 * Perft on the ROM: the tables of the position are the oracle's, every leaf is made and unmade, sync is always exact,
 * and in the end every table is as before.
 */
import { expect } from 'vitest';
import { compareBoard } from '#chess';
import type { EngineSession } from '#engine-driver';
import { position } from '../chess/positions.ts';
import { bootedEngine, engineAssembly, memoryOf, decoded, oracleComparison } from './engine-fixture.ts';
import type { PerftEntry } from './engine-fixture.ts';
import { countLeaves } from './searching.ts';

/** Compares the counts of a position, up to those with `most` leaves. */
export function expectCounts({ fen, perft }: PerftEntry, most: number): void {
  const engine = bootedEngine();
  expect(engine.setUp(position(fen))).toBeUndefined();
  expectTablesOf(engine, fen);
  const depths = Object.entries(perft).filter(([, count]) => count <= most);
  expect(depths.length).toBeGreaterThan(0);
  const before = pieceLists(engine);
  for (const [depth, count] of depths) expect([depth, countLeaves(engine, Number(depth))]).toEqual([depth, count]);
  expect(engine.refusal()).toBeUndefined();
  expectTablesOf(engine, fen);
  expect(pieceLists(engine)).toEqual(before);
  expect(engine.machine.monitor.faults).toEqual([]);
}

/** Board and tables must be those of a position. */
export function expectTablesOf(engine: EngineSession, fen: string): void {
  expect(compareBoard(memoryOf(engine), engineAssembly().debugInfo, position(fen))).toEqual([]);
  expect(oracleComparison(engine)).toMatchObject({ problems: [], differences: [] });
  expect(decoded(engine).problems).toEqual([]);
}

/** Order of both lists and of the free slots; entries that are in no list may hold anything. */
function pieceLists(engine: EngineSession): unknown {
  const lists = decoded(engine).pieceLists;
  return [lists?.white, lists?.black].map(
    (list) => list && { order: list.order, end: list.end, free: list.freeChains },
  );
}
