/** The ROM's search: values, fixed depths compared with a plain reference, mates, limits; also tables and picture. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluate, EngineSession, type PieceValues } from '#engine-driver';
import { engineAt, perftSuite, position, verifyingAssembly } from '#test/engine/engine-fixture.ts';
import { referenceScore } from '#test/engine/reference-search.ts';

const VALUES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../engine-asm/evaluation/piece-values.json'), 'utf8'),
) as PieceValues;
const LIMIT = 4_000_000_000;
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const FENS = perftSuite().map(({ fen }) => fen);

/** Positions in which a plain search ends soon. */
const FEW_PIECES = FENS.filter((fen) => (/^\S+/.exec(fen)?.[0].match(/[a-z]/gi) ?? []).length < 16);

/** Positions full of captures of defended pieces, by attackers of all kinds. */
const DEFENDED = [
  'r3k3/1p1n4/2p2p2/3b4/2N1P3/3Q1P2/1P6/4K2R w - - 0 1',
  '3rk3/2p2p2/1n1b4/4p3/3N1B2/2P3Q1/5P2/3RK3 b - - 0 1',
  '2r1k3/1p3q2/2p1b3/3n4/2B1N3/2Q2P2/1P6/2R1K3 w - - 0 1',
];

/** A score of the mailbox: 128 * high + low. */
function score(engine: EngineSession): number {
  const high = engine.read('searchScore', 1);
  return 128 * (high > 127 ? high - 256 : high) + engine.read('searchScore', 0);
}

function name(engine: EngineSession, square: number): string {
  const at = square - engine.symbol('A1');
  return 'abcdefgh'.charAt(at % 10) + String(Math.floor(at / 10) + 1);
}

function think(engine: EngineSession, limits: { depth?: number; frames?: number; nodes?: number }): string {
  engine.write('searchDepth', limits.depth ?? 0);
  for (let byte = 0; byte < 3; byte++) engine.write('searchFrames', ((limits.frames ?? 0) >> (8 * byte)) & 0xff, byte);
  for (let byte = 0; byte < 4; byte++) engine.write('searchNodes', ((limits.nodes ?? 0) >> (8 * byte)) & 0xff, byte);
  expect(engine.command('COMMAND_SEARCH', LIMIT)).toBe(true);
  return name(engine, engine.read('bestFrom')) + name(engine, engine.read('bestTo'));
}

describe('COMMAND_EVALUATE', () => {
  it('gives the value of the model on the host', () => {
    const engine = engineAt();
    for (const fen of FENS.slice(0, 60)) {
      expect(engine.setUp(position(fen))).toBeUndefined();
      engine.command('COMMAND_EVALUATE', LIMIT);
      expect(score(engine), fen).toBe(evaluate(VALUES, position(fen)));
    }
  });
});

describe('COMMAND_SEARCH', () => {
  it.each([...FEW_PIECES.slice(0, 12), ...DEFENDED])('finds at depth 1 what a plain search finds: %s', (fen) => {
    const engine = engineAt(fen);
    const expected = referenceScore(VALUES, fen, 1);
    think(engine, { depth: 1 });
    if (expected !== undefined) expect(score(engine)).toBe(expected);
  });

  it.each([
    ['6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1', 'd1d8', 1, 1],
    ['r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1', 'd2h6', 3, 3],
    ['2k5/4Q3/5P2/8/4K3/2P5/8/8 w - - 0 1', 'f6f7', 3, 4],
    ['5r1k/pbp2p2/1pn1p1BB/3p4/3P2Q1/8/PP3PPP/RN3RK1 w - - 0 1', 'g6h7', 3, 5],
    // Quiet moves against a bare king: with reductions, the first is seen at depth 10, the second not at 11.
    ['8/3k4/5P2/4Q3/4K3/2P5/8/8 w - - 0 1', 'e4d5', 5, 8],
    ['8/8/8/4Pp2/2Q2q2/3P4/2K1k3/8 w - - 0 1', 'c4f4', 7, 10],
  ])('mates: %s', (fen, move, plies, depth) => {
    const engine = engineAt(fen);
    expect(think(engine, { depth })).toBe(move);
    expect(score(engine)).toBe(engine.symbol('MATE_SCORE') - plies);
  });

  it('ends with the iteration that is deep enough for the mate that it has found, whatever the limits', () => {
    const engine = engineAt('r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1');
    expect(think(engine, {})).toBe('d2h6');
    expect(score(engine)).toBe(engine.symbol('MATE_SCORE') - 3);
    expect(engine.read('depthDone')).toBe(3);
  });

  it('searches nothing where only a later mate could be found than the one that is known', () => {
    const engine = engineAt('6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1');
    expect(think(engine, { depth: 6 })).toBe('d1d8');
    expect(score(engine)).toBe(engine.symbol('MATE_SCORE') - 1);
    expect(engine.nodes()).toBeLessThan(600);
  });

  it('searches only the named moves of the root, a promotion among them, and says which one', () => {
    const engine = engineAt('7k/P7/8/8/8/8/7P/K7 w - - 0 1');
    for (const [from, to, code] of [
      ['h2', 'h3', 0],
      ['a7', 'a8', engine.symbol('CODE_ROOK')],
    ] as const) {
      engine.write('rootMoveCount', 1);
      engine.write('rootMoves', engine.square(from), 0);
      engine.write('rootMoves', engine.square(to), 1);
      engine.write('rootMoves', code, 2);
      expect(think(engine, { depth: 3 })).toBe(from + to);
      expect(engine.read('bestPromotion')).toBe(code);
      const current = [0, 1, 2].map((byte) => engine.read('currentRootMove', byte));
      expect(current).toEqual([engine.square(from), engine.square(to), code]);
      expect(engine.read('selectiveDepth')).toBeGreaterThanOrEqual(2);
    }
    engine.write('rootMoveCount', 0);
    expect(think(engine, { depth: 3 })).toBe('a7a8');
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
    engine.write('searchDepth', 0);
    engine.write('command', engine.symbol('COMMAND_SEARCH'));
    engine.machine.run(3_000_000);
    expect(engine.read('command')).not.toBe(0);
    engine.write('searchStop', 1);
    expect(engine.runUntilReady(12 * 521 * 200)).toBe(true);
    expect(engine.read('bestFrom')).not.toBe(0);
  });

  it.each([
    ['7k/8/8/8/8/8/p7/K1B5 w - - 0 1', true],
    ['7k/8/8/8/8/8/p7/KN6 w - - 0 1', true],
    ['7k/8/8/8/8/8/p7/K1R5 w - - 0 1', false],
    ['7k/8/8/8/8/8/p7/K1BN4 w - - 0 1', false],
    ['7k/8/8/8/8/7p/p7/K1B5 w - - 0 1', false],
  ])('knows a dead position after a capture: %s', (fen, dead) => {
    const engine = engineAt(fen);
    engine.write('rootMoveCount', 1);
    for (const [index, square] of ['a1', 'a2'].entries()) engine.write('rootMoves', engine.square(square), index);
    engine.write('rootMoves', 0, 2);
    expect(think(engine, { depth: 2 })).toBe('a1a2');
    expect(score(engine) === 0).toBe(dead);
  });

  it('has no move where there is none', () => {
    const engine = engineAt('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');
    think(engine, { depth: 3 });
    expect([engine.read('bestFrom'), engine.read('bestTo'), score(engine)]).toEqual([0, 0, 0]);
  });

  it.each([
    ['overlooks all moves', 'overlooks', 128],
    ['may search only moves that are not legal', 'rootMoveCount', 1],
  ])('is over at once, without a move, if it %s', (_, limit, value) => {
    const engine = engineAt('8/8/8/8/3R4/8/8/4K2k b - - 45 23');
    for (const byte of [0, 1, 2]) engine.write('rootMoves', 0, byte);
    engine.write(limit, value);
    const start = engine.machine.cycle;
    think(engine, { frames: 600 });
    expect(engine.machine.cycle - start).toBeLessThan(60 * 521 * 200);
    expect(engine.read('bestFrom')).toBe(0);
  });

  it('has all tables right in every node', () => {
    const { image, debugInfo } = verifyingAssembly();
    const engine = new EngineSession(image, debugInfo, { seed: 1 });
    engine.runUntilReady();
    for (const fen of [KIWIPETE, ...FENS.slice(0, 6)]) {
      engine.setUp(position(fen));
      think(engine, { depth: 2, nodes: 2000 });
      expect(engine.difference(), fen).toBeUndefined();
      expect(engine.machine.monitor.faultCount).toBe(0);
    }
  });
});

describe('COMMAND_PLAY', () => {
  it('plays only legal moves', () => {
    const engine = engineAt();
    const play = (from: string, to: string): number => {
      engine.write('moveFrom', engine.square(from));
      engine.write('moveTo', engine.square(to));
      engine.command('COMMAND_PLAY', LIMIT);
      return engine.read('status');
    };
    expect(play('e2', 'e5')).toBe(engine.symbol('STATUS_ILLEGAL'));
    expect(play('e2', 'e4')).toBe(0);
    expect(play('e4', 'e5')).toBe(engine.symbol('STATUS_ILLEGAL'));
    expect(play('e7', 'e5')).toBe(0);
    expect(engine.read('position', 28)).toBe(engine.symbol('CODE_PAWN'));
    expect(engine.read('positionSide')).toBe(0);
  });
});
