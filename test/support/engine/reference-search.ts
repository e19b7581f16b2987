/**
 * The engine's search in plain words: every move to the given depth, then captures alone, the side to move free to take
 * nothing; scored with the ROM's own values. Best victims first, cut by bounds alone: what the ROM must find as well.
 * With captures alone left, nothing takes what is worth less and is defended. Who is put into check has a ply more,
 * on the last ply if no piece but the king can take what came.
 */
import { Chess, type Move } from 'chess.js';
import { parseFen, type PlainPosition } from '#chess';
import { materialOf, phaseOf, setOfPhase, squareTable, type PieceValues } from '#engine-driver';

/** The score of being mated at the root, as the ROM's constant; mate in n plies is worth this less n. */
const MATE = 8000;
/** What a quiet move of the last ply gains at most; where that is too little none is tried, unless in check. */
const QUIET_MARGIN = 64;
/** Kinds of pieces as chess.js names them, the least valuable first. */
const ORDER = 'pnbrqk';
/** What pieces are worth when it is asked whether a capture is bad: knight and bishop the same. */
const RANK = { p: 0, n: 1, b: 1, r: 2, q: 3, k: 4 };

/** The root's score to a depth of at least 1, in units, as its side to move sees it; undefined without a legal move. */
export function referenceScore(values: PieceValues, fen: string, depth: number): number | undefined {
  const board = new Chess(fen);
  if (board.moves().length === 0) return undefined;
  const set = setOfPhase(phaseOf(plain(fen)));
  const root = board.turn();
  const entries = Object.fromEntries(
    (['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const).map((kind) => [
      kind,
      squareTable(values, kind, set),
    ]),
  );

  /** What stands on the board, as the side to move at the root sees it: the squares are those of the root's phase. */
  const standing = (): number => {
    const { squares } = plain(board.fen());
    const sum = squares.reduce((total, piece, square) => {
      if (piece === null) return total;
      const seen = piece.side === 'white' ? square : square ^ 56;
      const worth = materialOf(values, piece.kind, (seen >> 3) + 1) + entries[piece.kind]![seen]!;
      return total + (piece.side === 'white' ? worth : -worth);
    }, 0);
    return root === 'w' ? sum : -sum;
  };

  /** The ROM's negative is −1 − x: at odd plies 0 of the side to move is −1 of the root. */
  const drawn = (ply: number): number => (ply % 2 === 0 ? 0 : -1);

  /** What the side to move lacks to be better than what it has. */
  const gap = (alpha: number, beta: number, maximises: boolean): number =>
    maximises ? alpha - standing() : standing() - beta;

  /** Best score for the root's side, with bounds in its eyes. */
  const search = (left: number, ply: number, low: number, high: number): number => {
    const maximises = ply % 2 === 0;
    let [alpha, beta] = [low, high];
    const moves: readonly Move[] = board.moves({ verbose: true });
    if (left > 0 && moves.length === 0) {
      if (!board.isCheck()) return drawn(ply);
      return maximises ? -MATE + ply : MATE - ply;
    }
    if (left <= 0) {
      const pat = standing();
      if (maximises) alpha = Math.max(alpha, pat);
      else beta = Math.min(beta, pat);
    }
    const captures = moves.filter((move) => move.captured !== undefined && (left > 0 || !isBad(board, move)));
    captures.sort((a, b) => ORDER.indexOf(b.captured!) - ORDER.indexOf(a.captured!));
    const quiet = left > 0 ? moves.filter((move) => move.captured === undefined) : [];
    const calm = left === 1 && !board.isCheck() && quiet.every((move) => move.promotion === undefined);
    for (const move of [...captures, ...quiet]) {
      if (alpha >= beta) break;
      if (calm && move.captured === undefined && gap(alpha, beta, maximises) >= QUIET_MARGIN) break;
      board.move(move);
      const score = search(leftAfter(board, move, left), ply + 1, alpha, beta);
      board.undo();
      if (maximises) alpha = Math.max(alpha, score);
      else beta = Math.min(beta, score);
    }
    return maximises ? alpha : beta;
  };
  return search(depth, 0, -Infinity, Infinity);
}

/** Whether a capture gives up more than it takes, the piece taken being defended. */
function isBad(board: Chess, { captured, color, piece, to }: Move): boolean {
  if (captured === undefined || RANK[piece] <= RANK[captured]) return false;
  return board.attackers(to, color === 'w' ? 'b' : 'w').length > 0;
}

/** Plies that are left after a move: a check does not use its ply up. */
function leftAfter(board: Chess, move: Move, left: number): number {
  return left > 0 && board.isCheck() && (left > 1 || !canBeTaken(board, move)) ? left : left - 1;
}

/** Whether what has moved stands where another piece than the king can go. */
function canBeTaken(board: Chess, { to, color }: Move): boolean {
  return board.attackers(to, color === 'w' ? 'b' : 'w').some((square) => board.get(square)?.type !== 'k');
}

function plain(fen: string): PlainPosition {
  const parsed = parseFen(fen);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.position;
}
