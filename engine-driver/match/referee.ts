/** The rules of a match game: whose turn it is, which moves are legal, and when it is over. */
import { Chess } from 'chess.js';
import type { GameSoFar } from '../search/best-move.ts';
import type { Score } from '../search/search-report.ts';
import { playIfLegal } from '../search/searcher.ts';

/** White's points, and the reason in words for a PGN. */
export interface GameEnd {
  readonly result: '1-0' | '0-1' | '1/2-1/2';
  readonly reason: string;
}

/** When a game is adjudicated before the rules end it; absent: never. */
export interface Adjudication {
  /** Lost by a player who was at least `cp` hundredths down in all scores of both players for `moves` moves each. */
  readonly resign?: { readonly cp: number; readonly moves: number };
  /** Drawn if all scores of both were within `cp` hundredths for `moves` moves each, from move number `from` on. */
  readonly draw?: { readonly cp: number; readonly moves: number; readonly from: number };
}

/** A mate counts as this score, in hundredths. */
const MATE = 100_000;

export class Referee {
  readonly board: Chess;
  private readonly first: GameSoFar;
  private readonly moves: string[];
  /** Scores as white sees them, the newest last; undefined for a move without one. */
  private readonly scores: (number | undefined)[] = [];

  constructor(
    opening: GameSoFar,
    private readonly adjudication: Adjudication = {},
  ) {
    this.first = opening;
    this.moves = [...opening.moves];
    this.board = new Chess(opening.fen, { skipValidation: true });
    for (const move of opening.moves) this.board.move(move);
  }

  /** The game as it is sent to players. */
  get game(): GameSoFar {
    return { fen: this.first.fen, moves: this.moves };
  }

  get whiteToMove(): boolean {
    return this.board.turn() === 'w';
  }

  /** Plays a move of the player whose turn it is; false if it is not legal. */
  play(move: string, score: Score | undefined): boolean {
    const sign = this.whiteToMove ? 1 : -1;
    if (!playIfLegal(this.board, move)) return false;
    this.scores.push(score === undefined ? undefined : sign * hundredths(score));
    this.moves.push(move);
    return true;
  }

  /** How the game has ended; undefined while it goes on. */
  get end(): GameEnd | undefined {
    const { board } = this;
    if (board.isCheckmate()) return { result: this.whiteToMove ? '0-1' : '1-0', reason: 'checkmate' };
    if (board.isStalemate()) return drawn('stalemate');
    if (board.isInsufficientMaterial()) return drawn('insufficient material');
    if (board.isThreefoldRepetition()) return drawn('threefold repetition');
    if (board.isDrawByFiftyMoves()) return drawn('fifty moves');
    return this.adjudicated();
  }

  /** A loss for the player whose turn it is. */
  lossOfMover(reason: string): GameEnd {
    return { result: this.whiteToMove ? '0-1' : '1-0', reason };
  }

  private adjudicated(): GameEnd | undefined {
    const { resign, draw } = this.adjudication;
    if (resign !== undefined) {
      const scores = this.last(resign.moves);
      if (scores?.every((score) => score >= resign.cp) === true) return { result: '1-0', reason: 'adjudicated' };
      if (scores?.every((score) => score <= -resign.cp) === true) return { result: '0-1', reason: 'adjudicated' };
    }
    if (draw === undefined || this.board.moveNumber() < draw.from) return undefined;
    const near = this.last(draw.moves)?.every((score) => Math.abs(score) <= draw.cp) === true;
    return near ? drawn('adjudicated') : undefined;
  }

  /** The scores of the last moves of both; undefined if there are fewer, or one has none. */
  private last(moves: number): number[] | undefined {
    const scores = this.scores.slice(-2 * moves).filter((score) => score !== undefined);
    return scores.length === 2 * moves ? scores : undefined;
  }
}

function drawn(reason: string): GameEnd {
  return { result: '1/2-1/2', reason };
}

function hundredths(score: Score): number {
  return 'cp' in score ? score.cp : Math.sign(score.mate) * MATE;
}
