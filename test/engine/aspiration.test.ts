/**
 * Iterations that look for a score near the last one: where nothing else of the search depends on its bounds, they find
 * the same scores as iterations that look for any, however narrow the bounds are.
 */
import { describe, expect, it } from 'vitest';
import { EngineSession } from '#engine-driver';
import { assemblyWith, perftSuite, position, underWatch } from '#test/engine/engine-fixture.ts';

const LIMIT = 4_000_000_000;
const DEPTH = 4;

/** Parts whose cuts depend on the bounds, or that remember what an earlier search has found. */
const PLAIN = { HASH: 0, NULL_MOVE: 0, REDUCTIONS: 0, STATIC_CUT: 0, FUTILITY: 0, MATE_DISTANCE: 0 };

/** Positions with few pieces, and two in which much changes from one iteration to the next. */
const FENS = [
  ...perftSuite()
    .map(({ fen }) => fen)
    .filter((fen) => (/^\S+/.exec(fen)?.[0].match(/[a-z]/gi) ?? []).length < 10)
    .slice(0, 8),
  'r3k3/1p1n4/2p2p2/3b4/2N1P3/3Q1P2/1P6/4K2R w - - 0 1',
  '2k5/4Q3/5P2/8/4K3/2P5/8/8 w - - 0 1',
];

function engineWith(defines: Readonly<Record<string, number>>): EngineSession {
  const { image, debugInfo } = assemblyWith({ ...PLAIN, ...defines });
  const engine = underWatch(new EngineSession(image, debugInfo, { seed: 1 }));
  expect(engine.runUntilReady()).toBe(true);
  return engine;
}

/** The two bytes of the score, and the depth that was completed. */
function think(engine: EngineSession, fen: string): number[] {
  expect(engine.setUp(position(fen))).toBeUndefined();
  engine.write('searchDepth', DEPTH);
  expect(engine.command('COMMAND_SEARCH', LIMIT)).toBe(true);
  return [engine.read('searchScore', 1), engine.read('searchScore', 0), engine.read('depthDone')];
}

/** How often the root was left in a search, which is once an iteration if no score was outside the bounds. */
function timesLeft(engine: EngineSession, fen: string): number {
  expect(engine.setUp(position(fen))).toBeUndefined();
  const breakpoints = new Uint8Array(0x10000);
  const left = engine.symbol('rootLeft');
  const done = engine.symbol('finishCommand');
  breakpoints[left] = breakpoints[done] = 1;
  engine.write('searchDepth', DEPTH);
  engine.write('command', engine.symbol('COMMAND_SEARCH'));
  for (let times = 0; ;) {
    const reason = engine.machine.run(LIMIT, { breakpoints });
    if (reason.kind !== 'breakpoint') throw new Error('the search does not end');
    if (reason.address === done) return times;
    // A check that fails runs its first word once more, from the trampoline.
    if (engine.machine.nextAddress === left + 1) times++;
  }
}

describe('an iteration that expects the last score', () => {
  const whole = engineWith({ ASPIRATION: 0 });
  const narrow = engineWith({ ASPIRATION_FROM: 2, ASPIRATION_MARGIN: 1 });

  it.each(FENS)('finds the score that one without expectation finds: %s', (fen) => {
    expect(think(narrow, fen)).toEqual(think(whole, fen));
  });

  it('is done again if its score is outside, and only then', () => {
    const times = FENS.map((fen) => timesLeft(narrow, fen));
    expect(Math.max(...times)).toBeGreaterThan(DEPTH);
    expect(FENS.map((fen) => timesLeft(whole, fen)).every((count) => count <= DEPTH)).toBe(true);
  });
});
