/**
 * The engine's search as plainly as possible: every move to the given depth, then only captures, with the side to move
 * free to stand pat; scored with the ROM's own values. Best victims come first, and only bounds cut: the ROM must find
 * the same. In the search of captures, nothing captures a defended piece of less value. A check gets an extra ply, at
 * the last ply only if no piece but the king can capture the piece that gives it.
 */
import { Chess, type Move } from 'chess.js';
import { position } from '../chess/positions.ts';
import { rootSquares, whiteAhead, type PieceValues } from '#engine-driver';

/** The score of being mated at the root, as in the ROM's constant; mate in n plies is worth this minus n. */
const MATE = 8000;
/** The most that a quiet move gains at the last ply; if that is not enough, none is tried unless in check. */
const QUIET_MARGIN = 64;
/** Captures are followed down to this ply plus twice the depth, as in the ROM's constant. */
const SETTLED_PLIES = 3;
/** Kinds of pieces as chess.js names them, the least valuable first. */
const ORDER = 'pnbrqk';
/** Values that decide whether a capture is bad: knight and bishop are worth the same. */
const RANK = { p: 0, n: 1, b: 1, r: 2, q: 3, k: 4 };

/** The root's score to a depth of at least 1, in units, as its side to move sees it; undefined without a legal move. */
export function referenceScore(values: PieceValues, fen: string, depth: number): number | undefined {
  const board = new Chess(fen);
  if (board.moves().length === 0) return undefined;
  return new ReferenceSearch(values, board, 2 * depth + SETTLED_PLIES).search(depth, 0, -Infinity, Infinity);
}

class ReferenceSearch {
  private readonly root: 'w' | 'b';
  private readonly tables: ReturnType<typeof rootSquares>;

  constructor(
    private readonly values: PieceValues,
    private readonly board: Chess,
    private readonly deepest: number,
  ) {
    this.root = board.turn();
    this.tables = rootSquares(values, position(board.fen()));
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
      if (ply > this.deepest) return maximises ? alpha : beta;
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
    return this.material() + (maximises ? this.values.tempo : -this.values.tempo);
  }

  /** The value of the board for the side to move at the root; squares count as the root knows them. */
  private material(): number {
    const ahead = whiteAhead(this.values, position(this.board.fen()), this.tables);
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
