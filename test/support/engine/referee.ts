/**
 * Watches an engine while a person plays: at each position on the board, compares the game in RAM with a chess library,
 * and the tables with the oracle. The monitor must never count a fault.
 */
import type { Move, PieceSymbol, Square } from 'chess.js';
import { expect } from 'vitest';
import { breakpointsAt } from '#emulator';
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { oracleComparison } from './engine-fixture.ts';
import { panelPixels, panelText } from './panel.ts';
import { choosePromotion, pressAt } from './player.ts';
import { bufferFen, expectedKey, expectedWord, gameRecord, pieceCode } from './reference-game.ts';
import { ReferenceGame, shortFen, tablesFen } from './reference-game.ts';

/**
 * Compares everything that the engine keeps about a game.
 * @param kept how many of the last turns its record holds: all of them, unless it is full
 */
export function expectSameGame(engine: EngineSession, game: ReferenceGame, kept = game.words.length): void {
  const { chess } = game;
  const last = kept === 0 ? undefined : game.moves.at(-1);
  const promotion = last?.promotion === undefined ? 0 : pieceCode(engine, last.promotion);
  expect({
    fen: bufferFen(engine),
    quiet: engine.read('positionQuiet'),
    key: engine.readNumber('key'),
    moves: engine.read('legalMoves'),
    words: gameRecord(engine).turns.map(({ word }) => word),
    result: engine.read('result'),
    last: [engine.read('lastFrom'), engine.read('lastTo'), engine.read('lastPromotion')],
  }).toEqual({
    fen: shortFen(chess.fen()),
    quiet: Number(chess.fen().split(' ')[4]),
    key: expectedKey(chess),
    moves: chess.perft(1),
    words: game.words.slice(game.words.length - kept),
    result: engine.symbol(game.result()),
    last: last === undefined ? [0, 0, 0] : [engine.square(last.from), engine.square(last.to), promotion],
  });
}

/** The squares marked as targets of the piece in hand. */
export function markedSquares(engine: EngineSession): string[] {
  const names = [...'abcdefgh'].flatMap((file) => [...'12345678'].map((rank) => file + rank));
  return names.filter((name) => engine.read('marked', engine.square(name)) === 1);
}

/** Plays a move with the pad; compares first the marked targets, then everything about the game. */
export function playCompared(engine: EngineSession, game: ReferenceGame, move: Move): void {
  pressAt(engine, move.from);
  const targets = new Set(game.chess.moves({ square: move.from, verbose: true }).map(({ to }) => to));
  expect(markedSquares(engine)).toEqual([...targets].sort());
  choosePromotion(engine, move);
  pressAt(engine, move.to);
  game.play(move);
  expect(tablesFen(engine)).toBe(shortFen(game.chess.fen()));
  expectSameGame(engine, game);
}

/** The longest time without reading input: painting everything, or a search two plies deep. */
const BUSY_CYCLES = 1000 * CYCLES_PER_FRAME;
/** How long the machine may think in a game until it is told to move. */
const PATIENCE = 100 * CYCLES_PER_FRAME;
/** Promoted pieces of a side that the engine has indices for, beyond the initial set. */
const SLIDER_SLOTS = 3;
const KNIGHT_SLOTS = 2;

export class Referee {
  /** The game on the board; undefined until there is a position to compare. */
  game: ReferenceGame | undefined;
  /** Positions compared so far. */
  compared = 0;
  /** Turns of the game that the record holds. */
  private kept = 0;
  /** False after a byte of the position was changed without a command, until the next game. */
  private trusted = true;
  private readonly redraw: number;
  private readonly newPosition: number;
  private readonly waiting: number;

  constructor(readonly engine: EngineSession) {
    this.redraw = engine.symbol('redraw');
    this.newPosition = engine.symbol('playPosition');
    this.waiting = engine.symbol('mainLoop');
    this.look();
  }

  run(cycles: number): void {
    const end = this.engine.machine.cycle + cycles;
    while (this.engine.machine.cycle < end) this.runTo(end, false);
    this.expectSync();
  }

  /** Lets time pass until the engine has done everything that it was asked to do. */
  settle(): void {
    const { engine } = this;
    const end = engine.machine.cycle + BUSY_CYCLES;
    for (;;) {
      if (engine.machine.cycle >= end) throw new Error('the engine does not come back to its main loop');
      const idle = this.runTo(Math.min(end, engine.machine.cycle + PATIENCE), true) === this.waiting;
      if (engine.read('thinking') !== 0) engine.write('searchStop', 1);
      if (idle && engine.read('queueIn') === engine.read('queueOut') && engine.read('command') === 0) break;
    }
    this.expectSync();
  }

  /** A byte of the position was changed without a command: what is on the board until the next game is not checked. */
  distrust(): void {
    this.trusted = false;
    this.game = undefined;
  }

  /** All tables against the oracle, where there is a position. */
  compareTables(): void {
    if (this.game === undefined || this.engine.read('mode') !== this.engine.symbol('MODE_PLAY')) return;
    const { problems, differences } = oracleComparison(this.engine);
    expect({ problems, differences }).toEqual({ problems: [], differences: [] });
  }

  /** Compares the panel on the monitor with its text, unless that changes meanwhile or a search uses its pixels. */
  comparePanel(): void {
    const before = panelText(this.engine);
    const seen = panelPixels(this.engine);
    const changed = panelText(this.engine).join() !== before.join();
    if (!changed && this.engine.read('thinking') === 0) expect(seen).toEqual(before);
  }

  private runTo(end: number, toIdle: boolean): number | undefined {
    const { machine } = this.engine;
    const breakpoints = breakpointsAt(this.redraw, this.newPosition, ...(toIdle ? [this.waiting] : []));
    const reason = this.engine.run(end - machine.cycle, { breakpoints });
    if (reason.kind !== 'breakpoint') return undefined;
    if (reason.address === this.newPosition) this.begin();
    if (reason.address === this.redraw) this.look();
    return reason.address;
  }

  private expectSync(): void {
    const { badLines, badFrames, faults } = this.engine.machine.monitor;
    expect({ badLines, badFrames, faults }).toEqual({ badLines: 0, badFrames: 0, faults: [] });
  }

  private begin(): void {
    this.trusted = true;
    this.game = undefined;
  }

  /** A position is about to be shown: it begins a game, or follows the last one by a turn, or is the same. */
  private look(): void {
    const { engine } = this;
    if (engine.read('mode') !== engine.symbol('MODE_PLAY')) return;
    if (engine.read('result') === engine.symbol('RESULT_REFUSED')) this.game = undefined;
    else if (this.trusted) this.compare();
  }

  private compare(): void {
    const { engine } = this;
    const { turns, capacity, problem } = gameRecord(engine);
    expect(problem).toBeNull();
    if (this.game === undefined) {
      this.game = new ReferenceGame(wholeFen(engine));
      this.kept = 0;
    }
    const { game } = this;
    const last = turns.at(-1)?.word;
    if (turns.length < this.kept) {
      game.undo();
      this.kept--;
    } else if (turns.length > this.kept || (last !== undefined && last !== game.words.at(-1))) {
      const move = game.chess.moves({ verbose: true }).find((legal) => expectedWord(legal, game.castled()) === last);
      if (move === undefined) throw new Error(`${turns.at(-1)!.text} is not legal in ${game.chess.fen()}`);
      game.play(move);
      this.kept = Math.min(this.kept + 1, capacity);
    }
    // If there is no slot for a promotion, the engine knows fewer moves than the rules of chess.
    if (lacksSlots(game) || engine.read('result') === engine.symbol('RESULT_RESIGNED')) return;
    expectSameGame(engine, game, this.kept);
    this.compared++;
  }
}

/**
 * Whether the engine's slots may not suffice for a promotion: it then knows fewer moves than the rules, and says so
 * even if the promotion is illegal.
 */
export function lacksSlots({ chess }: ReferenceGame): boolean {
  const color = chess.turn();
  const own = (type: PieceSymbol): Square[] => chess.findPiece({ type, color });
  const beyond = (type: PieceSymbol, initial: number): number => Math.max(0, own(type).length - initial);
  if (beyond('q', 1) + beyond('r', 2) + beyond('b', 2) < SLIDER_SLOTS && beyond('n', 2) < KNIGHT_SLOTS) return false;
  return own('p').some((square) => square.charAt(1) === (color === 'w' ? '7' : '2'));
}

/** The position buffer as a FEN. */
function wholeFen(engine: EngineSession): string {
  const square = engine.squareName(engine.read('positionPassant')) ?? '-';
  return `${bufferFen(engine)} ${square} ${engine.read('positionQuiet')} 1`;
}
