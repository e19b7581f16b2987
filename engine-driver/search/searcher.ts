/**
 * The engine's search, driven through the mailbox: a position with the game that led to it, then one search after
 * another. Each advances in slices, so that its caller can look and listen in between.
 */
import { Chess } from 'chess.js';
import { failure, isFailure, type Failure } from '#basics';
import { parseFen } from '#chess';
import { CLOCK_HZ, CYCLES_PER_FRAME } from '#isa';
import { type EngineSession, possibleFen } from '../engine-session.ts';
import { decodeMove, encodeMove } from './search-report.ts';
import type { Score, SearchInfo, SearchLimits, SearchResult } from './search-report.ts';

/** The ROM takes fewer cycles than this to play a move. */
const PLAY_LIMIT = 50_000_000;
/** Frames that a search may take beyond its limit before the engine counts as hung. */
const GRACE_FRAMES = 120;
const FRAMES_PER_SECOND = CLOCK_HZ / CYCLES_PER_FRAME;
/** A score within this many plies of mate is a mate; no line is longer. */
const LONGEST_MATE = 100;

export type SearchState = 'idle' | 'thinking' | 'done' | Failure;

export class Searcher {
  private fen: string | undefined;
  private moves: readonly string[] = [];
  private ownBoard = new Chess();
  private ownStart = 0;
  private end = Infinity;
  private limits: SearchLimits = {};
  private stopping = false;

  /** @param session has started and waits */
  constructor(readonly session: EngineSession) {}

  /** The position that is searched, on the host. */
  get board(): Chess {
    return this.ownBoard;
  }

  /** Cycles since the search began. */
  get cycles(): number {
    return this.session.machine.cycle - this.ownStart;
  }

  /**
   * Takes over a game: its first position, and moves in coordinate notation. If it continues the last game, only the
   * new moves are played.
   */
  setPosition(fen: string, moves: readonly string[]): Failure | undefined {
    const parsed = parseFen(fen);
    if (isFailure(parsed)) return parsed;
    const follows = fen === this.fen && this.moves.every((move, index) => moves[index] === move);
    if (!follows) {
      this.fen = undefined;
      const refusal = this.session.setUp(parsed);
      if (refusal !== undefined) return refusal;
      this.ownBoard = new Chess(possibleFen(this.session, fen), { skipValidation: true });
      this.moves = [];
      this.fen = fen;
    }
    for (const move of moves.slice(this.moves.length)) {
      const failure = this.play(move);
      if (failure !== undefined) {
        this.fen = undefined;
        return failure;
      }
    }
    this.moves = [...moves];
    return undefined;
  }

  /** Forgets the game, so that the next position is set up from scratch. */
  forget(): void {
    this.fen = undefined;
  }

  /** Begins a search of the position; `advance` goes on with it. */
  start(limits: SearchLimits): void {
    const { session } = this;
    this.limits = limits;
    this.stopping = false;
    session.forgetPast();
    const hard = frames(limits.seconds);
    this.command(limits, hard);
    this.ownStart = session.machine.cycle;
    this.end = hard === 0 ? Infinity : this.ownStart + (hard + GRACE_FRAMES) * CYCLES_PER_FRAME;
  }

  /** Writes the mailbox. `hard`: frames, 0 for no limit. */
  private command(limits: SearchLimits, hard: number): void {
    const { session } = this;
    session.write('searchDepth', Math.min(limits.depth ?? 0, 0xff));
    session.writeNumber('searchNodes', limits.nodes ?? 0);
    session.writeNumber('searchFrames', hard);
    session.writeNumber('searchSoftFrames', frames(limits.softSeconds));
    session.write('searchOptions', this.options(limits));
    session.write('bookSeed', limits.bookSeed ?? 0);
    session.write('overlooks', limits.overlooks ?? 0);
    session.setDark(limits.dark ?? false);
    const { moves, count } = this.rootMoves(limits.moves ?? []);
    session.write('rootMoveCount', count);
    for (const [index, move] of moves.entries()) this.writeMove('rootMoves', move, 3 * index);
    session.write('bestFrom', 0);
    session.begin('COMMAND_SEARCH');
  }

  /**
   * The moves for the mailbox, so that only some legal moves are searched: these, or all others if those are fewer,
   * since it has room for ROOT_MOVES. If neither fits, there are none and all moves are searched.
   */
  private rootMoves(wanted: readonly string[]): { moves: readonly string[]; count: number } {
    const [most, allBut] = [this.session.symbol('ROOT_MOVES'), this.session.symbol('ALL_BUT')];
    const only = [...new Set(wanted)];
    if (only.length <= most) return { moves: only, count: only.length };
    const others = legalMoves(this.ownBoard).filter((move) => !only.includes(move));
    return others.length <= most ? { moves: others, count: allBut + others.length } : { moves: [], count: 0 };
  }

  /** Whether a search can be restricted to these legal moves. */
  canKeepTo(moves: readonly string[]): boolean {
    return moves.length === 0 || this.rootMoves(moves).count !== 0;
  }

  /** Makes the search end within a frame, or once it has a move. */
  stop(): void {
    this.stopping = true;
    this.end = Math.min(this.end, this.session.machine.cycle + GRACE_FRAMES * CYCLES_PER_FRAME);
  }

  /** Runs at most `cycles` of the search. */
  advance(cycles: number): SearchState {
    const { machine } = this.session;
    const end = machine.cycle + cycles;
    // A new search clears an earlier request to stop.
    if (this.stopping && this.session.read('bestFrom') !== 0) this.session.write('searchStop', 1);
    while (machine.cycle < end) {
      const reason = this.session.runToMainLoop(end - machine.cycle);
      if (reason.kind !== 'breakpoint' || this.session.read('command') !== 0) continue;
      const refusal = this.session.refusal();
      if (refusal !== undefined) return refusal;
      if (!this.hasOverlookedAll()) return 'done';
      this.limits = { ...this.limits, overlooks: 0 };
      this.command(this.limits, frames(this.limits.seconds));
    }
    return machine.cycle < this.end ? 'thinking' : failure('The engine does not end its search.');
  }

  /** Whether a weak search has overlooked every move: then it searches again, and overlooks none. */
  private hasOverlookedAll(): boolean {
    const { limits, session } = this;
    return (limits.overlooks ?? 0) > 0 && session.read('bestFrom') === 0 && this.ownBoard.moves().length > 0;
  }

  /** Goes up whenever depth, score or principal variation changes. */
  get iteration(): number {
    return this.session.read('iteration');
  }

  /** What the search has found so far. */
  info(): SearchInfo {
    const { session, cycles } = this;
    return {
      depth: session.read('depthDone'),
      selectiveDepth: session.read('selectiveDepth'),
      score: this.score(),
      nodes: session.nodes(),
      cycles,
      seconds: cycles / CLOCK_HZ,
      currentMove: this.rowMove('currentRootMove'),
      pv: this.pv(),
    };
  }

  result(): SearchResult {
    const best = ['bestFrom', 'bestTo', 'bestPromotion'].map((name) => this.session.read(name));
    return { ...this.info(), move: decodeMove(this.session, best) };
  }

  private rowMove(row: string, at = 0): string | undefined {
    const bytes = [0, 1, 2].map((byte) => this.session.read(row, at + byte));
    return decodeMove(this.session, bytes);
  }

  /** The static evaluation in the engine's units, as the side to move sees it; undefined if the engine gives none. */
  evaluate(): number | undefined {
    return this.session.command('COMMAND_EVALUATE', PLAY_LIMIT) ? this.units() : undefined;
  }

  private options({ book = false, hash = true }: SearchLimits): number {
    const { session } = this;
    return (book ? session.symbol('OPTION_BOOK') : 0) | (hash ? session.symbol('OPTION_HASH') : 0);
  }

  /** Plays a move in the engine and on the host's board. */
  private play(move: string): Failure | undefined {
    const { session } = this;
    const black = this.ownBoard.turn() === 'b';
    const [from, to, promotion] = encodeMove(session, move, black);
    if (!playIfLegal(this.ownBoard, move)) return failure(`The move ${move} is not legal.`);
    session.write('moveFrom', from);
    session.write('moveTo', to);
    session.write('movePromotion', promotion);
    if (!session.command('COMMAND_PLAY', PLAY_LIMIT)) return failure('The engine does not answer.');
    return session.read('status') === session.symbol('STATUS_ILLEGAL') ? this.leap() : undefined;
  }

  /** Goes on from the position alone where the game is over for the engine: a GUI need not claim a draw. */
  private leap(): Failure | undefined {
    const parsed = parseFen(this.ownBoard.fen());
    return isFailure(parsed) ? parsed : this.session.setUp(parsed);
  }

  private writeMove(table: string, move: string, at: number): void {
    const bytes = encodeMove(this.session, move, this.ownBoard.turn() === 'b');
    for (const [index, byte] of bytes.entries()) this.session.write(table, byte, at + index);
  }

  /** The score in the engine's units: a signed high byte, and a low one of seven bits with a sign. */
  private units(): number {
    const signed = (byte: number): number => (byte << 24) >> 24;
    return 128 * signed(this.session.read('searchScore', 1)) + signed(this.session.read('searchScore', 0));
  }

  private score(): Score {
    const units = this.units();
    const plies = this.session.symbol('MATE_SCORE') - Math.abs(units);
    if (plies > LONGEST_MATE) return { cp: Math.round((100 * units) / this.session.symbol('PAWN_VALUE')) };
    const moves = Math.ceil(plies / 2);
    return { mate: units < 0 ? -moves : moves };
  }

  /** The principal variation up to the first entry that is not a move: the engine may be about to write it. */
  private pv(): string[] {
    const { session } = this;
    const board = new Chess(this.ownBoard.fen(), { skipValidation: true });
    const moves: string[] = [];
    for (let index = 0; index < session.read('pvLength'); index++) {
      const move = this.rowMove('pv', 3 * index);
      if (move === undefined || !playIfLegal(board, move)) break;
      moves.push(move);
    }
    return moves;
  }
}

/**
 * Plays a move in coordinate notation, far faster than by comparing it with all legal ones.
 * @returns false if it is not legal; the board is then unchanged
 */
export function playIfLegal(board: Chess, move: string): boolean {
  const [from, to, promotion] = [move.slice(0, 2), move.slice(2, 4), move.slice(4)];
  try {
    const played = board.move({ from, to, ...(promotion !== '' && { promotion }) });
    if (played.lan === move) return true;
  } catch {
    return false;
  }
  board.undo();
  return false;
}

/** Legal moves in coordinate notation. */
export function legalMoves(board: Chess): string[] {
  return board.moves({ verbose: true }).map(({ lan }) => lan);
}

/** Emulated seconds as frames, at least one; 0 for no limit. */
function frames(seconds: number | undefined): number {
  return seconds === undefined ? 0 : Math.max(1, Math.min(0xffffff, Math.round(seconds * FRAMES_PER_SECOND)));
}
