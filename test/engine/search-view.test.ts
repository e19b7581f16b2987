/** What the Search view shows while the engine thinks: decoded from the declarations in its sources. */
import { expect, it } from 'vitest';
import { boardToFen, decodePlay, playLine } from '#chess';
import { Searcher } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { bootedEngine, decoded, engineAssembly, memoryOf } from '#test/engine/engine-fixture.ts';

const ITALIAN = 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4';

it('names plies, line, nodes and depth of a running search', () => {
  const session = bootedEngine();
  const searcher = new Searcher(session);
  expect(searcher.setPosition(ITALIAN, [])).toBeUndefined();
  searcher.start({ seconds: 4 });
  expect(searcher.advance(100 * CYCLES_PER_FRAME)).toBe('thinking');
  const search = decoded(session).search!;
  const info = searcher.info();
  expect(search).toMatchObject({ nodes: info.nodes, depth: info.depth, selectiveDepth: info.selectiveDepth });
  expect(search.frames).toBeGreaterThan(90);
  expect(search.hash).toMatchObject({ entries: 1200 });
  expect(search.hash!.used).toBeGreaterThan(20);
  expect(search.line.map(({ text }) => text)).toEqual(info.pv);
  expect(search.root).toBe(ITALIAN.split(' ')[0]);
  expect(playLine(search.root!, info.pv)).toHaveLength(info.pv.length);
  expect(search.plies).toHaveLength(search.ply! + 1);
  const [root] = search.plies;
  const depths = search.plies.map(({ values }) => (values.at(-1)!.value << 24) >> 24);
  // Each ply takes one from the depth, and a check gives it back; captures only begin at 0.
  expect(depths.every((depth, ply) => ply === 0 || depth <= Math.max(0, depths[ply - 1]!))).toBe(true);
  expect(root!.move!.text).toMatch(/^[a-h][1-8][a-h][1-8]$/);
  expect(root!.values.map(({ name }) => name)).toEqual(['stage', 'alpha', 'beta', 'static', 'legal', 'depth']);
  expect(root!.values[0]!.label).not.toBeNull();
});

it('shows the board of the current node, with its side to move', () => {
  const session = bootedEngine();
  const searcher = new Searcher(session);
  expect(searcher.setPosition(ITALIAN, [])).toBeUndefined();
  expect(decoded(session).board).toMatchObject({
    node: null,
    sideToMove: 'white',
  });
  searcher.start({ seconds: 4 });
  const plies = Array.from({ length: 5 }, () => {
    expect(searcher.advance(CYCLES_PER_FRAME)).toBe('thinking');
    // Between a move and the change of sides, the cells belong to two nodes.
    for (let steps = 0; session.machine.address !== session.symbol('searchNode') && steps < 400_000; steps++)
      session.machine.run(1);
    const { board, search } = decoded(session);
    expect(board!.node?.ply ?? 0).toBe(search!.ply);
    expect(board!.sideToMove).toBe(search!.ply! % 2 === 0 ? 'white' : 'black');
    return search!.ply;
  });
  expect(new Set(plies).size).toBeGreaterThan(1);
});

it('shows players the board of the game, whichever node is searched', () => {
  const fen = 'rnbqkb1r/ppp2ppp/4pn2/3pP3/8/2N5/PPPP1PPP/R1BQKBNR w Kq d6 0 1';
  const session = bootedEngine();
  const searcher = new Searcher(session);
  expect(searcher.setPosition(fen, [])).toBeUndefined();
  searcher.start({ nodes: 2000 });
  for (const ply of [1, 2, 3]) {
    while (session.read('ply') !== ply) session.machine.run(1000);
    const { tables } = decodePlay(memoryOf(session), engineAssembly().debugInfo);
    expect(boardToFen(tables.board!)).toBe(fen);
    expect(tables.board!.squares.find(({ name }) => name === 'd8')?.piece).toMatchObject({ kind: 'queen' });
  }
});

it('shows the board of the game before the first search and after one that was left in the middle', () => {
  const session = bootedEngine({ seed: 5 });
  const nodeShown = (): unknown => decoded(session).board!.node;
  expect(nodeShown()).toBeNull();
  const searcher = new Searcher(session);
  expect(searcher.setPosition(ITALIAN, [])).toBeUndefined();
  searcher.start({ nodes: 2000 });
  while (session.read('ply') < 2) session.machine.run(1000);
  expect(nodeShown()).not.toBeNull();
  while (searcher.advance(CYCLES_PER_FRAME) === 'thinking');
  expect(nodeShown()).toBeNull();
});
