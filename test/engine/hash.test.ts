/** What the search remembers about positions: keys of nodes, the hash table. `cases/search.txt` has the draws. */
import { describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME, PIXELS_PER_LINE } from '#isa';
import { KIWIPETE, position } from '#test/chess/positions.ts';
import { engineAt } from '#test/engine/engine-fixture.ts';
import { LEFT, panelPixels, panelText } from '#test/engine/panel.ts';
import { type } from '#test/engine/player.ts';
import { zobristKey } from '#test/engine/reference-game.ts';
import { beginSearch, stopsAt, SEARCH_LIMIT, searchScore, think, type Limits } from '#test/engine/searching.ts';

const PASSING = 'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3';

/** The key in a node's frame. */
function keptKey(engine: EngineSession, page: number): number {
  const first = engine.machine.ramIndex(engine.address('nodeKey', page));
  return [3, 2, 1, 0].reduce((key, byte) => key * 256 + engine.machine.ram[first + byte]!, 0);
}

/** The key of the position on the board, after a move made by the search. */
function keyOfTables(engine: EngineSession): number {
  const [a1, kings] = [engine.symbol('A1'), engine.address('whiteKingPlace', engine.symbol('A1')) & 0xff];
  const indices: number[] = [];
  for (let index = 0; index < 64; index++) {
    const piece = engine.read('board', a1 + (index & 7) + 10 * (index >> 3));
    if (piece === 0) continue;
    const code = engine.read('squaresOf', piece) - kings + engine.symbol('CODE_KING');
    indices.push(12 * (index ^ 56) + (code ^ 14) - 2);
  }
  const [from, to] = [engine.read('from'), engine.read('to')];
  const rights = engine.read('castling') & engine.read('keeps', from) & engine.read('keeps', to);
  for (let bit = 0; bit < 4; bit++) if ((rights >> bit) & 1) indices.push(769 + bit);
  if (engine.read('own') === engine.symbol('WHITE')) indices.push(768);
  const passed = engine.read('passantNext');
  const pawns = [to - 1, to + 1].map((square) => engine.read('board', square));
  const takers = pawns.filter((piece) => engine.read('kind', piece & 0x7f) === engine.symbol('PAWN') && piece < 0x80);
  if (passed !== 0 && takers.some((piece) => (piece & 1) !== engine.read('own'))) indices.push(773 + ((to - a1) % 10));
  return indices.reduce((key, index) => (key ^ zobristKey(index)) >>> 0, 0);
}

function scoreOf(engine: EngineSession, limits: Limits): number {
  think(engine, limits);
  return searchScore(engine);
}

describe('keys in the search', () => {
  it.each([
    ['castling, captures and promotions', KIWIPETE],
    ['taking in passing', PASSING],
    ['pawns before their last rank', 'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1'],
  ])('are those of the positions: %s', (_, fen) => {
    const engine = engineAt(fen);
    beginSearch(engine, { depth: 3 });
    const stops = stopsAt(engine, 'findAgain');
    for (let seen = 0; seen < 300; seen++) {
      if (engine.run(100_000_000, stops).kind !== 'breakpoint') break;
      expect(engine.readNumber('key')).toBe(keyOfTables(engine));
      expect(keptKey(engine, engine.read('plyPage') + 1)).toBe(engine.readNumber('key'));
      engine.run(1);
    }
  });
});

describe('the hash table', () => {
  it('saves nodes, and keeps every mate', () => {
    const mate = 'r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1';
    const engine = engineAt(mate);
    const without = scoreOf(engine, { depth: 4 });
    expect(scoreOf(engine, { depth: 4, options: ['HASH'] })).toBe(without);
    engine.setUp(position(KIWIPETE));
    scoreOf(engine, { depth: 4 });
    const nodes = engine.nodes();
    scoreOf(engine, { depth: 4, options: ['HASH'] });
    expect(engine.nodes()).toBeLessThan(nodes);
  });

  it.each([
    ['the score', 'a unit apart', [0, 5, 0, 6], ['useEntry.tooGood', 'useEntry.atMost']],
    ['the score', 'a unit apart, with a carry', [0, 127, 1, 0], ['useEntry.tooGood', 'useEntry.atMost']],
    ['only the move', 'as far apart as without bounds', [6, 126, 62, 127], ['useEntry.known']],
  ])(
    'gives %s if the bounds of the node are %s',
    (_what, _bounds, [alphaHigh, alphaLow, betaHigh, betaLow], places) => {
      const engine = engineAt(KIWIPETE);
      beginSearch(engine, { depth: 3, options: ['HASH'] });
      expect(engine.run(SEARCH_LIMIT, stopsAt(engine, 'useEntry.deep')).kind).toBe('breakpoint');
      for (const [cell, value] of Object.entries({ alphaHigh, alphaLow, betaHigh, betaLow })) {
        engine.machine.ram[engine.symbol(cell)] = value!;
      }
      const answers = stopsAt(engine, 'useEntry.tooGood', 'useEntry.atMost', 'useEntry.known');
      const reason = engine.run(SEARCH_LIMIT, answers);
      expect(places.map((place) => engine.symbol(place))).toContain(reason.kind === 'breakpoint' && reason.address);
    },
  );

  it('keeps what lies in the frames from search to search of a game, and forgets it for a new one', () => {
    const nodesAfter = (...acts: readonly ((engine: EngineSession) => void)[]): number => {
      const engine = engineAt('8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1');
      scoreOf(engine, { depth: 6, options: ['HASH'] });
      for (const act of acts) act(engine);
      scoreOf(engine, { depth: 5, options: ['HASH'] });
      return engine.nodes();
    };
    const play = (engine: EngineSession): void => type(engine, 'b4f4h4g3');
    const setUp = (engine: EngineSession): void => {
      engine.setUp(position('8/2p5/3p4/KP5r/5R2/6k1/4P1P1/8 w - - 1 2'));
    };
    expect(nodesAfter(play)).toBeLessThan(nodesAfter(setUp));
    expect(nodesAfter(play, setUp)).toBe(nodesAfter(setUp));
  });

  it('lies in the rows of the panel too, which no frame shows until its characters are painted again', () => {
    const engine = engineAt(KIWIPETE);
    const { monitor } = engine.machine;
    const shown = panelPixels(engine);
    expect(shown).toEqual(panelText(engine));
    const [left, ink, bright] = ['PANEL_LEFT', 'INK', 'BRIGHT_INK'].map((name) => engine.symbol(name));
    const colours = new Set([0, ink, bright]);
    beginSearch(engine, { depth: 5, options: ['HASH'] });
    for (let frame = 0; frame < 60; frame++) {
      engine.run(CYCLES_PER_FRAME);
      const beside = monitor.pixels.filter((_, at) => at % PIXELS_PER_LINE >= LEFT + left!);
      expect(beside.every((colour) => colours.has(colour))).toBe(true);
    }
    const row = engine.symbol('HASH_FIRST_ROW');
    const entries = Array.from({ length: engine.symbol('HASH_ROWS') }, (_, i) => engine.read('inRow', row + i));
    expect(entries.some((byte) => byte !== 0)).toBe(true);
    engine.write('searchStop', 1);
    for (let frame = 0; frame < 20 && engine.read('command') !== 0; frame++) engine.run(CYCLES_PER_FRAME);
    expect(panelPixels(engine)).toEqual(shown);
  });
});
