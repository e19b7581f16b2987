/** The ROM's search: depth 1 compared with a plain reference, limits, tables. `cases/search.txt` has what it finds. */
import { Chess, type Move } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { rootSquares, whiteAhead } from '#engine-driver';
import { KIWIPETE, position } from '#test/chess/positions.ts';
import { engineAt, engineOf, perftSuite, PIECE_VALUES, verifyingAssembly } from '#test/engine/engine-fixture.ts';
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

/** The score of being mated at the root, as in the ROM's constant; mate in n plies is worth this minus n. */
const MATE = 8000;
/** The most that a quiet move gains at the last ply; if that is not enough, none is tried unless in check. */
const QUIET_MARGIN = 64;
const DEPTH = 1;
/** Captures are followed down to this ply, as in the ROM's constants. */
const DEEPEST = 2 * DEPTH + 3;
/** Kinds of pieces as chess.js names them, the least valuable first. */
const ORDER = 'pnbrqk';
/** Values that decide whether a capture is bad: knight and bishop are worth the same. */
const RANK = { p: 0, n: 1, b: 1, r: 2, q: 3, k: 4 };

/** The root's score at depth 1, in units, as its side to move sees it; undefined without a legal move. */
function referenceScore(fen: string): number | undefined {
  const board = new Chess(fen);
  if (board.moves().length === 0) return undefined;
  return new ReferenceSearch(board).search(DEPTH, 0, -Infinity, Infinity);
}

/**
 * The engine's search as plainly as possible: every move to depth 1, then only captures, with the side to move
 * free to stand pat; scored with the ROM's own values. Best victims come first, and only bounds cut: the ROM must find
 * the same. In the search of captures, nothing captures a defended piece of less value. A check gets an extra ply, at
 * the last ply only if no piece but the king can capture the piece that gives it.
 */
class ReferenceSearch {
  private readonly root: 'w' | 'b';
  private readonly tables: ReturnType<typeof rootSquares>;

  constructor(private readonly board: Chess) {
    this.root = board.turn();
    this.tables = rootSquares(PIECE_VALUES, position(board.fen()));
  }

  /** Best score for the root's side, with bounds from its point of view. */
  search(left: number, ply: number, low: number, high: number): number {
    const { board } = this;
    const maximises = ply % 2 === 0;
    let [alpha, beta] = [low, high];
    const moves: readonly Move[] = board.moves({ verbose: true });
    if (left > 0 && moves.length === 0) {
      if (!board.isCheck()) return drawn(ply);
      return maximises ? -MATE + ply : MATE - ply;
    }
    if (left <= 0) {
      const pat = this.worth(maximises);
      if (maximises) alpha = Math.max(alpha, pat);
      else beta = Math.min(beta, pat);
      if (ply > DEEPEST) return maximises ? alpha : beta;
    }
    const captures = moves.filter((move) => move.captured !== undefined && (left > 0 || !isBad(board, move)));
    captures.sort((a, b) => ORDER.indexOf(b.captured!) - ORDER.indexOf(a.captured!));
    const quiet = left > 0 ? moves.filter((move) => move.captured === undefined) : [];
    const calm = left === 1 && !board.isCheck() && quiet.every((move) => move.promotion === undefined);
    for (const move of [...captures, ...quiet]) {
      if (alpha >= beta) break;
      if (calm && move.captured === undefined && this.gap(alpha, beta, maximises) >= QUIET_MARGIN) break;
      board.move(move);
      const score = this.search(leftAfter(board, move, left), ply + 1, alpha, beta);
      board.undo();
      if (maximises) alpha = Math.max(alpha, score);
      else beta = Math.min(beta, score);
    }
    return maximises ? alpha : beta;
  }

  /** What the side to move must gain to improve on its bound. */
  private gap(alpha: number, beta: number, maximises: boolean): number {
    const worth = this.worth(!maximises);
    return maximises ? alpha - worth : worth - beta;
  }

  /** The value of the position, including the tempo. */
  private worth(maximises: boolean): number {
    return this.material() + (maximises ? PIECE_VALUES.tempo : -PIECE_VALUES.tempo);
  }

  /** The value of the board for the side to move at the root; squares count as the root knows them. */
  private material(): number {
    const ahead = whiteAhead(PIECE_VALUES, position(this.board.fen()), this.tables);
    return this.root === 'w' ? ahead : -ahead;
  }
}

/** The ROM's negative is −1 − x: at odd plies, 0 for the side to move is −1 for the root. */
function drawn(ply: number): number {
  return ply % 2 === 0 ? 0 : -1;
}

/** Whether a capture gives up more than it takes, the piece taken being defended. */
function isBad(board: Chess, { captured, color, piece, to }: Move): boolean {
  if (captured === undefined || RANK[piece] <= RANK[captured]) return false;
  return board.attackers(to, color === 'w' ? 'b' : 'w').length > 0;
}

/** Plies left after a move: a check does not use up its ply. */
function leftAfter(board: Chess, move: Move, left: number): number {
  return left > 0 && board.isCheck() && (left > 1 || !canBeTaken(board, move)) ? left : left - 1;
}

/** Whether a piece other than the king can capture what has moved. */
function canBeTaken(board: Chess, { to, color }: Move): boolean {
  return board.attackers(to, color === 'w' ? 'b' : 'w').some((square) => board.get(square)?.type !== 'k');
}

describe('a search', () => {
  it.each([...FEW_PIECES.slice(0, 12), ...DEFENDED])('finds at depth 1 what a plain search finds: %s', (fen) => {
    const engine = engineAt(fen);
    const expected = referenceScore(fen);
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
