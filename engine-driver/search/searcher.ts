/**
 * The engine's search, driven through the mailbox: a position with the game that led to it, then one search after
 * another, each advanced in slices so that its caller can look and listen in between.
 */
import { Chess } from 'chess.js';
import { failure, type Failure } from '#basics';
import { parseFen } from '#chess';
import { CLOCK_HZ, CYCLES_PER_FRAME } from '#isa';
import type { EngineSession } from '../engine-session.ts';
import { possibleFen } from '../possible-fen.ts';
import { decodeMove, encodeMove } from './move-code.ts';
import type { Score, SearchInfo, SearchLimits, SearchResult } from './search-report.ts';

/** Playing a move takes the ROM less than this many cycles. */
const PLAY_LIMIT = 50_000_000;
/** Frames that a search may take beyond its limit before the engine counts as hung. */
const GRACE_FRAMES = 120;
const FRAMES_PER_SECOND = CLOCK_HZ / CYCLES_PER_FRAME;
/** A score so near to mate is one; no line is longer. */
const LONGEST_MATE = 100;

/** Where a search is. */
export type SearchState = 'idle' | 'thinking' | 'done' | Failure;

export class Searcher {
  readonly session: EngineSession;
  private readonly mainLoop = new Uint8Array(0x10000);
  private fen: string | undefined;
  private moves: readonly string[] = [];
  private ownBoard = new Chess();
  private ownStart = 0;
  private end = Infinity;

  /** @param session has come up and waits */
  constructor(session: EngineSession) {
    this.session = session;
    this.mainLoop[session.symbol('mainLoop')] = 1;
  }

  /** The position that is searched, on the host. */
  get board(): Chess {
    return this.ownBoard;
  }

  /** Cycles since the search began. */
  get cycles(): number {
    return this.session.machine.cycle - this.ownStart;
  }

  /**
   * Takes over a game: its first position, and moves in coordinate notation. Where it goes on from the game before,
   * only the new moves are played.
   */
  setPosition(fen: string, moves: readonly string[]): Failure | undefined {
    const parsed = parseFen(fen);
    if (!parsed.ok) return failure(parsed.message);
    const follows = fen === this.fen && this.moves.every((move, index) => moves[index] === move);
    if (!follows) {
      this.fen = undefined;
      const refusal = this.session.setUp(parsed.position);
      if (refusal !== undefined) return failure(refusal.message);
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
    const hard = frames(limits.seconds);
    session.write('searchDepth', Math.min(limits.depth ?? 0, 0xff));
    session.writeNumber('searchNodes', limits.nodes ?? 0);
    session.writeNumber('searchFrames', hard);
    session.writeNumber('searchSoftFrames', frames(limits.softSeconds));
    session.write('searchOptions', this.options(limits));
    const moves = (limits.moves ?? []).length > session.symbol('ROOT_MOVES') ? [] : (limits.moves ?? []);
    session.write('rootMoveCount', moves.length);
    for (const [index, move] of moves.entries()) this.writeMove('rootMoves', move, 3 * index);
    session.write('command', session.symbol('COMMAND_SEARCH'));
    this.ownStart = session.machine.cycle;
    this.end = hard === 0 ? Infinity : this.ownStart + (hard + GRACE_FRAMES) * CYCLES_PER_FRAME;
  }

  /** Has the search end within a frame. */
  stop(): void {
    this.session.write('searchStop', 1);
    this.end = Math.min(this.end, this.session.machine.cycle + GRACE_FRAMES * CYCLES_PER_FRAME);
  }

  /** Runs at most so many cycles of a search that was begun. */
  advance(cycles: number): SearchState {
    const { machine } = this.session;
    const end = machine.cycle + cycles;
    while (machine.cycle < end) {
      const reason = this.session.run(end - machine.cycle, { breakpoints: this.mainLoop });
      if (reason.kind === 'breakpoint' && this.session.read('command') === 0) {
        const refusal = this.session.refusal();
        return refusal === undefined ? 'done' : failure(refusal.message);
      }
    }
    return machine.cycle < this.end ? 'thinking' : failure('The engine does not come to an end of its search.');
  }

  /** Counts up whenever depth, score or principal variation are new. */
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

  /** What it has found in the end. */
  result(): SearchResult {
    const { session } = this;
    const [from, to, promotion] = [session.read('bestFrom'), session.read('bestTo'), session.read('bestPromotion')];
    return { ...this.info(), move: decodeMove(session, { from, to, promotion }) };
  }

  private rowMove(row: string): string | undefined {
    const { session } = this;
    const [from, to, promotion] = [0, 1, 2].map((byte) => session.read(row, byte));
    return decodeMove(session, { from: from!, to: to!, promotion: promotion! });
  }

  /** The static evaluation of the position, in the engine's units, as the side to move sees it; undefined if it gives none. */
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
    const { from, to, promotion } = encodeMove(session, move, black);
    try {
      this.ownBoard.move(move);
    } catch {
      return failure(`The move ${move} is not legal.`);
    }
    session.write('moveFrom', from);
    session.write('moveTo', to);
    session.write('movePromotion', promotion);
    if (!session.command('COMMAND_PLAY', PLAY_LIMIT)) return failure('The engine does not answer.');
    return session.read('status') === session.symbol('STATUS_ILLEGAL') ? this.leap() : undefined;
  }

  /** A game that the engine holds for finished goes on from the position alone: a GUI need not claim a draw. */
  private leap(): Failure | undefined {
    const parsed = parseFen(this.ownBoard.fen());
    if (!parsed.ok) return failure(parsed.message);
    const refusal = this.session.setUp(parsed.position);
    return refusal === undefined ? undefined : failure(refusal.message);
  }

  private writeMove(table: string, move: string, at: number): void {
    const { from, to, promotion } = encodeMove(this.session, move, this.ownBoard.turn() === 'b');
    for (const [index, byte] of [from, to, promotion].entries()) this.session.write(table, byte, at + index);
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

  /** The principal variation up to the first move that is none: the engine may be about to write it. */
  private pv(): string[] {
    const { session } = this;
    const board = new Chess(this.ownBoard.fen(), { skipValidation: true });
    const moves: string[] = [];
    for (let index = 0; index < session.read('pvLength'); index++) {
      const [from, to, promotion] = [0, 1, 2].map((byte) => session.read('pv', 3 * index + byte)) as [
        number,
        number,
        number,
      ];
      const move = decodeMove(session, { from, to, promotion });
      if (move === undefined || !legalMoves(board).includes(move)) break;
      board.move(move);
      moves.push(move);
    }
    return moves;
  }
}

/** Legal moves in coordinate notation. */
export function legalMoves(board: Chess): string[] {
  return board.moves({ verbose: true }).map(({ lan }) => lan);
}

/** Emulated seconds as frames, at least one; 0 for no limit. */
function frames(seconds: number | undefined): number {
  return seconds === undefined ? 0 : Math.max(1, Math.min(0xffffff, Math.round(seconds * FRAMES_PER_SECOND)));
}
