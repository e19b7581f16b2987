/** The ROM's search: depth 1 compared with a plain reference, limits, tables. `cases/search.txt` has what it finds. */
import { describe, expect, it } from 'vitest';
import { KIWIPETE, position } from '#test/chess/positions.ts';
import { engineAt, engineOf, perftSuite, PIECE_VALUES, verifyingAssembly } from '#test/engine/engine-fixture.ts';
import { referenceScore } from '#test/engine/reference-search.ts';
import { beginSearch, SEARCH_LIMIT, searchScore, think, writeLimits } from '#test/engine/searching.ts';

const FENS = perftSuite().map(({ fen }) => fen);

/** Positions in which a plain search ends soon. */
const FEW_PIECES = FENS.filter((fen) => (/^\S+/.exec(fen)?.[0].match(/[a-z]/gi) ?? []).length < 16);

/** Positions full of captures of defended pieces, by attackers of all kinds. */
const DEFENDED = [
  'r3k3/1p1n4/2p2p2/3b4/2N1P3/3Q1P2/1P6/4K2R w - - 0 1',
  '3rk3/2p2p2/1n1b4/4p3/3N1B2/2P3Q1/5P2/3RK3 b - - 0 1',
  '2r1k3/1p3q2/2p1b3/3n4/2B1N3/2Q2P2/1P6/2R1K3 w - - 0 1',
];

describe('a search', () => {
  it.each([...FEW_PIECES.slice(0, 12), ...DEFENDED])('finds at depth 1 what a plain search finds: %s', (fen) => {
    const engine = engineAt(fen);
    const expected = referenceScore(PIECE_VALUES, fen, 1);
    think(engine, { depth: 1 });
    if (expected !== undefined) expect(searchScore(engine)).toBe(expected);
  });

  it('ends with the frames, with the nodes, and on request', () => {
    const engine = engineAt(KIWIPETE);
    const start = engine.machine.cycle;
    think(engine, { frames: 60 });
    expect(engine.machine.cycle - start).toBeLessThan(80 * 521 * 200);
    expect(engine.read('depthDone')).toBeGreaterThan(0);
    think(engine, { nodes: 1000 });
    expect(engine.nodes()).toBeLessThanOrEqual(1024);
    expect(engine.nodes()).toBeGreaterThanOrEqual(1000);
    think(engine, { depth: 1 });
    beginSearch(engine, {});
    engine.machine.run(3_000_000);
    expect(engine.read('command')).not.toBe(0);
    engine.write('searchStop', 1);
    expect(engine.runUntilReady(12 * 521 * 200)).toBe(true);
    expect(engine.read('bestFrom')).not.toBe(0);
  });

  it.each([
    ['overlooks all moves', 'overlooks', 128],
    ['may search only moves that are not legal', 'rootMoveCount', 1],
  ])('is over at once, without a move, if it %s', (_, limit, value) => {
    const engine = engineAt('8/8/8/8/3R4/8/8/4K2k b - - 45 23');
    for (const byte of [0, 1, 2]) engine.write('rootMoves', 0, byte);
    writeLimits(engine, { frames: 600 });
    engine.write(limit, value);
    const start = engine.machine.cycle;
    expect(engine.command('COMMAND_SEARCH', SEARCH_LIMIT)).toBe(true);
    expect(engine.machine.cycle - start).toBeLessThan(60 * 521 * 200);
    expect(engine.read('bestFrom')).toBe(0);
  });

  it('has all tables right in every node', () => {
    const engine = engineOf(verifyingAssembly());
    for (const fen of [KIWIPETE, ...FENS.slice(0, 6)]) {
      engine.setUp(position(fen));
      think(engine, { depth: 2, nodes: 2000 });
      expect(engine.difference(), fen).toBeUndefined();
    }
  });
});
