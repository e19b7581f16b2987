/** What the engine's sources declare about a run, including the proven handler, holds when it runs. */
import { expect, it } from 'vitest';
import { EngineSession, perft } from '#engine-driver';
import { engineAssembly, underWatch } from '#test/engine/engine-fixture.ts';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

it('finds no false declaration from power-on through a count', () => {
  const { image, debugInfo } = engineAssembly().checked();
  expect(debugInfo.declarations.line).toBe(200);
  const engine = underWatch(new EngineSession(image, debugInfo, { seed: 1 }));
  engine.checkDeclarations();
  expect(engine.runUntilReady()).toBe(true);
  expect(perft(engine, KIWIPETE, 2)).toMatchObject({ nodes: 2039 });
  expect(engine.falseDeclarations).toEqual([]);
});
