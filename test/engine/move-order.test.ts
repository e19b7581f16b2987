/**
 * The order in which a node tries its moves: captures before all others, victims in order of falling value, and their
 * attackers from the sets: pawns, knights and the king, then bishops, rooks and queens.
 */
import { describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { bootedEngine, perftSuite, position } from '#test/engine/engine-fixture.ts';

interface Tried {
  readonly capture: boolean;
  readonly victim: number;
  readonly mover: number;
}

/** The moves that a count one ply deep makes, in order, including those that turn out to be illegal. */
function triedMoves(engine: EngineSession): Tried[] {
  engine.write('perftDepth', 1);
  engine.write('command', engine.symbol('COMMAND_PERFT'));
  const breakpoints = new Uint8Array(0x10000);
  const places = ['countMove', 'finishCommand'].map((name) => engine.symbol(name));
  for (const place of places) breakpoints[place] = 1;
  const takes = engine.symbol('takeVictim') & 0xff;
  const moves: Tried[] = [];
  for (;;) {
    const reason = engine.machine.run(20_000_000, { breakpoints });
    if (reason.kind !== 'breakpoint') throw new Error('the count does not end');
    if (reason.address !== places[0]) break;
    const [afterLift, victim, mover] = ['afterLift', 'victim', 'mover'].map((cell) => engine.read(cell));
    moves.push({ capture: afterLift === takes, victim: victim!, mover: mover! });
  }
  expect(engine.runUntilReady()).toBe(true);
  return moves;
}

const KINDS = ['pawn', 'knight', 'king', 'bishop', 'rook', 'queen'];

/** Rank of an attacker in the sets, by what its index is at present. */
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
