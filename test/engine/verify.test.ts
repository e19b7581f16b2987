/** The build with VERIFY: attack maps compared with maps from scratch in every node, on the machine itself. */
import { describe, expect, it } from 'vitest';
import { EngineSession } from '#engine-driver';
import { perftSuite, position, verifyingAssembly } from './engine-fixture.ts';

const { image, debugInfo, diagnostics } = verifyingAssembly();

function verifyingEngine(fen: string): EngineSession {
  const engine = new EngineSession(image, debugInfo, { seed: 1 });
  expect(engine.runUntilReady()).toBe(true);
  expect(engine.setUp(position(fen))).toBeUndefined();
  return engine;
}

describe('a build with VERIFY', () => {
  it('assembles without a finding, every time check exact', () => {
    expect(diagnostics).toEqual([]);
    expect(debugInfo.timing.filter(({ verdict }) => verdict !== 'exact')).toEqual([]);
  });

  it.each(perftSuite().slice(0, 24))('finds no difference in $fen', ({ fen, perft }) => {
    const engine = verifyingEngine(fen);
    engine.write('perftDepth', 2);
    expect(engine.command('COMMAND_PERFT', 400_000_000)).toBe(true);
    expect(engine.refusal()).toBeUndefined();
    expect(engine.read('nodes', 0) + 256 * engine.read('nodes', 1)).toBe(perft['2']);
    expect(engine.machine.monitor.faults).toEqual([]);
  });

  it.each(['whiteSliders', 'blackSliders', 'whiteLeapers', 'blackLeapers'])('stops at a wrong byte in %s', (map) => {
    const engine = verifyingEngine('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    engine.write('perftDepth', 3);
    engine.write('command', engine.symbol('COMMAND_PERFT'));
    engine.machine.run(3_000_000);
    const square = engine.square('h7');
    engine.write(map, engine.read(map, square) ^ 0x80, square);
    expect(engine.runUntilReady()).toBe(true);
    expect(engine.refusal()?.code).toBe('STATUS_VERIFY');
    expect(engine.read('verifySquare')).toBe(square);
    expect(engine.read('verifyColumn')).toBe(engine.symbol(map));
  });
});
