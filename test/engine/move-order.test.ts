/**
 * The order in which a node tries its moves: captures before all others, victims in order of falling value, and their
 * attackers from the sets: pawns, knights and the king, then bishops, rooks and queens. Also the aspiration window of
 * the root.
 */
import { describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { position } from '#test/chess/positions.ts';
import { bootedEngine, perftSuite, assemblyWith, engineOf } from '#test/engine/engine-fixture.ts';
import { beginPerft, beginSearch, searchScore, think, untilEnd } from '#test/engine/searching.ts';

interface Tried {
  readonly capture: boolean;
  readonly victim: number;
  readonly mover: number;
}

/** The moves that a count one ply deep makes, in order, including those that turn out to be illegal. */
function triedMoves(engine: EngineSession): Tried[] {
  beginPerft(engine, 1);
  const takes = engine.symbol('takeVictim') & 0xff;
  const moves: Tried[] = [];
  untilEnd(engine, ['countMove'], () => {
    const [afterLift, victim, mover] = ['afterLift', 'victim', 'mover'].map((cell) => engine.read(cell));
    moves.push({ capture: afterLift === takes, victim: victim!, mover: mover! });
  });
  return moves;
}

const KINDS = ['pawn', 'knight', 'king', 'bishop', 'rook', 'queen'];

/** Rank of an attacker in the sets, by its present kind. */
function rankOf(engine: EngineSession, piece: number): number {
  const kind = engine.read('kind', piece);
  return KINDS.findIndex((name) => engine.symbol(name.toUpperCase()) === kind);
}

/** Places in the opponent's list, most valuable first. */
function placesOf(engine: EngineSession): Map<number, number> {
  const places = new Map<number, number>();
  let entry = engine.symbol('KING') | (engine.read('side') ^ 1);
  for (; entry < 0x80; entry = engine.read('next', entry)) places.set(entry, places.size);
  return places;
}

describe('a node tries', () => {
  it('captures first, victims in falling and attackers in rising value', () => {
    const engine = bootedEngine();
    let captures = 0;
    for (const { fen } of perftSuite()) {
      expect(engine.setUp(position(fen))).toBeUndefined();
      const places = placesOf(engine);
      const tried = triedMoves(engine);
      const firstQuiet = tried.findIndex(({ capture }) => !capture);
      expect(
        tried.slice(firstQuiet).filter(({ capture }) => capture),
        fen,
      ).toEqual([]);
      const order = tried
        .filter(({ capture }) => capture)
        .map(({ victim, mover }) => 10 * places.get(victim)! + rankOf(engine, mover));
      expect(order, fen).toEqual(order.toSorted((a, b) => a - b));
      captures += order.length;
    }
    expect(captures).toBeGreaterThan(300);
  });
});

/**
 * Iterations with an aspiration window around the last score: where nothing else in the search depends on its bounds,
 * they find the same scores as iterations with full bounds, however narrow the window is.
 */
describe('the aspiration window', () => {
  const DEPTH = 4;

  /** Parts whose cuts depend on the bounds, or that remember what an earlier search has found, are left out. */
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
    return engineOf(assemblyWith({ ...PLAIN, ...defines }));
  }

  /** The score, and the depth that was completed. */
  function found(engine: EngineSession, fen: string): number[] {
    expect(engine.setUp(position(fen))).toBeUndefined();
    think(engine, { depth: DEPTH });
    return [searchScore(engine), engine.read('depthDone')];
  }

  /** How often a search leaves the root: once per iteration if no score is outside the window. */
  function timesLeft(engine: EngineSession, fen: string): number {
    expect(engine.setUp(position(fen))).toBeUndefined();
    beginSearch(engine, { depth: DEPTH });
    let times = 0;
    untilEnd(engine, ['rootLeft'], () => {
      // A check that fails runs its first word once more, from the trampoline.
      if (engine.machine.nextAddress === engine.symbol('rootLeft') + 1) times++;
    });
    return times;
  }

  const whole = engineWith({ ASPIRATION: 0 });
  const narrow = engineWith({ ASPIRATION_FROM: 2, ASPIRATION_MARGIN: 1 });

  it.each(FENS)('does not change the score: %s', (fen) => {
    expect(found(narrow, fen)).toEqual(found(whole, fen));
  });

  it('repeats an iteration only if its score is outside', () => {
    const times = FENS.map((fen) => timesLeft(narrow, fen));
    expect(Math.max(...times)).toBeGreaterThan(DEPTH);
    expect(FENS.map((fen) => timesLeft(whole, fen)).every((count) => count <= DEPTH)).toBe(true);
  });

  it('widens by and by, which takes fewer nodes than leaving it out', () => {
    const nodes = [{}, { WIDEN: 0 }].map((defines) => {
      const engine = engineOf(assemblyWith(defines));
      expect(engine.setUp(position('6k1/6P1/4K1R1/8/4r3/8/8/8 w - - 73 107'))).toBeUndefined();
      think(engine, { depth: 8, options: ['HASH'] });
      return engine.nodes();
    });
    expect(nodes[0]).toBeLessThan(0.8 * nodes[1]!);
  });
});
