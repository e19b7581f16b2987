/** What the Search view shows of the engine while it thinks: decoded from the declarations of its sources. */
import { expect, it } from 'vitest';
import { decode } from '#chess';
import { Searcher } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { bootedEngine, engineAssembly, memoryOf } from '#test/engine/engine-fixture.ts';

const ITALIAN = 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4';

it('names plies, line, nodes and depth of a search that goes on', () => {
  const session = bootedEngine();
  const searcher = new Searcher(session);
  expect(searcher.setPosition(ITALIAN, [])).toBeUndefined();
  searcher.start({ seconds: 4 });
  expect(searcher.advance(100 * CYCLES_PER_FRAME)).toBe('thinking');
  const search = decode(memoryOf(session), engineAssembly().debugInfo).search!;
  const info = searcher.info();
  expect(search).toMatchObject({ nodes: info.nodes, depth: info.depth, selectiveDepth: info.selectiveDepth });
  expect(search.frames).toBeGreaterThan(90);
  expect(search.hash).toMatchObject({ entries: 460 });
  expect(search.hash!.used).toBeGreaterThan(20);
  expect(search.line.map(({ text }) => text)).toEqual(info.pv);
  expect(search.plies).toHaveLength(search.ply!);
  const [root] = search.plies;
  expect(root!.move!.text).toMatch(/^[a-h][1-8][a-h][1-8]$/);
  expect(root!.values.map(({ name }) => name)).toEqual(['stage', 'alpha', 'beta', 'static', 'legal', 'depth']);
  expect(root!.values[0]!.label).not.toBeNull();
});
