/**
 * The engine as a UCI engine: lines in, lines out. Times are emulated; how fast they pass is an option.
 *
 * The search advances a frame at a time, and the host decides when the next one follows, so that a line that arrives
 * while the engine thinks is answered within a frame. Source of the protocol: UCI of April 2006 by Stefan Meyer-Kahlen.
 */
import { counted, failure, isFailure, type Failure } from '#basics';
import { CLOCK_HZ, CYCLES_PER_FRAME } from '#isa';
import type { GameSoFar } from '../search/best-move.ts';
import { levelLimits, type SearchLimits } from '../search/search-report.ts';
import { legalMoves, type Searcher } from '../search/searcher.ts';
import {
  NOT_WHILE_THINKING,
  parseCommand,
  type CommandWords,
  goLimits,
  parseGo,
  TIMELESS,
  type GoWords,
  parsePosition,
  START_FEN,
  countLine,
  infoLine,
} from './uci-words.ts';
import { DEFAULT_OPTIONS, OPTION_LINES, setOption, type UciOptions } from './uci-options.ts';

export interface UciHost {
  readonly name: string;
  /** Writes a line to the program that drives the engine. */
  send(line: string): void;
  /** Makes a machine with the engine; called when it is first needed. */
  boot(): Searcher | Failure;
  /** Does something after some milliseconds, and after everything that has arrived in the meantime. */
  later(milliseconds: number, task: () => void): void;
  /** Milliseconds of some clock. */
  now(): number;
  /** A number 0 ≤ x < 1, by which the opening book chooses among its moves. */
  random(): number;
  /** Shows the machine's picture, for the option ShowScreen; a failure says why that is impossible. */
  show(searcher: Searcher, place: string): Failure | undefined;
}

/** Frames between two displayed pictures. */
const SHOWN_EVERY = 30;
/** Frames between two infos while there is no new iteration. */
const NEWS_EVERY = 120;

interface Thought {
  readonly began: number;
  readonly mate: number | undefined;
  /** Whether the answer waits for `stop`, or for `ponderhit`. */
  waits: boolean;
  /** Limits that count from `ponderhit`; undefined unless it is awaited. */
  ponder: SearchLimits | undefined;
  /** Those limits once they count: cycles of the search after which no iteration begins, and after which it ends. */
  clock: { readonly soft: number; readonly hard: number; depth: number } | undefined;
  iteration: number;
  frames: number;
  /** Whether `stop` has arrived. */
  stopping: boolean;
  done: boolean;
}

export class UciEngine {
  private options: UciOptions = DEFAULT_OPTIONS;
  private searcher: Searcher | undefined;
  private game: GameSoFar | Failure = { fen: START_FEN, moves: [] };
  private thought: Thought | undefined;
  /** Commands that arrived between `stop` and its answer. */
  private readonly held: CommandWords[] = [];
  private ended = false;

  constructor(private readonly host: UciHost) {}

  get thinking(): boolean {
    return this.thought !== undefined;
  }

  /** Takes a line. @returns false for `quit` */
  receive(line: string): boolean {
    const parsed = parseCommand(line);
    if (parsed === undefined) {
      if (line.trim() !== '') this.say(`unknown command "${line.trim().split(/\s/)[0]}".`);
      return true;
    }
    if (parsed.command === 'quit') return false;
    this.take(parsed);
    return true;
  }

  /** The input has ended, which also ends an infinite search. */
  endOfInput(): void {
    this.ended = true;
    if (this.thought?.waits === true) this.stop();
  }

  /** Carries out a command, or keeps it until the stopped search has given its answer. */
  private take(parsed: CommandWords): void {
    const stopping = this.thought?.stopping === true;
    if (stopping && (this.held.length > 0 || NOT_WHILE_THINKING.has(parsed.command))) this.held.push(parsed);
    else this.carryOut(parsed);
  }

  private carryOut({ command, words }: CommandWords): void {
    const refused = this.thought !== undefined && NOT_WHILE_THINKING.has(command);
    if (refused) return this.say(`${command}: the engine is thinking; send stop first.`);
    if (command === 'uci') this.introduce();
    else if (command === 'isready') this.ready();
    else if (command === 'setoption') this.setOption(words);
    else if (command === 'ucinewgame') this.newGame();
    else if (command === 'position') this.position(words);
    else if (command === 'go') this.go(words);
    else if (command === 'stop') this.stop();
    else if (command === 'ponderhit') this.ponderHit();
  }

  private introduce(): void {
    const lines = [`id name ${this.host.name}`, 'id author the Gigatron Assembly project', ...OPTION_LINES, 'uciok'];
    for (const line of lines) this.host.send(line);
  }

  private ready(): void {
    const searcher = this.engine();
    if (isFailure(searcher)) this.say(searcher.message);
    this.host.send('readyok');
  }

  /** The engine; it is started when it is first needed. */
  private engine(): Searcher | Failure {
    if (this.searcher !== undefined) return this.searcher;
    const searcher = this.host.boot();
    if (!isFailure(searcher)) this.searcher = searcher;
    return searcher;
  }

  private setOption(words: readonly string[]): void {
    const options = setOption(this.options, words);
    if (isFailure(options)) this.say(options.message);
    else this.options = options;
  }

  private newGame(): void {
    this.searcher?.forget();
    this.game = { fen: START_FEN, moves: [] };
  }

  private position(words: readonly string[]): void {
    const game = parsePosition(words);
    if (isFailure(game)) return this.refuse(game);
    const searcher = this.engine();
    const refusal = isFailure(searcher) ? undefined : searcher.setPosition(game.fen, game.moves);
    if (refusal !== undefined) this.refuse(failure(`position: ${refusal.message}`));
    else this.game = game;
  }

  /** After a position that cannot be played there is none to search, until one is accepted. */
  private refuse(refusal: Failure): void {
    this.game = refusal;
    this.say(refusal.message);
  }

  private go(words: readonly string[]): void {
    const written = parseGo(words);
    for (const problem of written.problems) this.say(problem);
    if (isFailure(this.game)) return this.answer(`go: there is no position; ${this.game.message}`);
    const searcher = this.engine();
    if (isFailure(searcher)) return this.answer(searcher.message);
    const failure = searcher.setPosition(this.game.fen, this.game.moves);
    if (failure !== undefined) return this.answer(failure.message);
    const parsed = this.withLegalMoves(written, searcher);
    if (!searcher.canKeepTo(parsed.moves))
      this.say('go: too many searchmoves, and too many others; all moves are searched.');
    const limits = this.limits(parsed, searcher);
    searcher.start(parsed.ponder ? { ...limits, ...TIMELESS } : limits);
    this.thought = {
      began: this.host.now(),
      mate: parsed.numbers.get('mate'),
      waits: parsed.infinite || parsed.ponder,
      ponder: parsed.ponder && !parsed.infinite ? limits : undefined,
      clock: undefined,
      iteration: searcher.iteration,
      frames: 0,
      stopping: false,
      done: false,
    };
    this.host.later(0, () => this.think());
  }

  /** Leaves out moves that are not legal, and says so; without any that is, all are searched. */
  private withLegalMoves(go: GoWords, { board }: Searcher): GoWords {
    const legal = legalMoves(board);
    const wrong = go.moves.filter((move) => !legal.includes(move));
    for (const move of wrong) this.say(`go: the move ${move} is not legal, and is ignored.`);
    return { ...go, moves: go.moves.filter((move) => legal.includes(move)) };
  }

  /** What a search may use: what `go` says, and the options. */
  private limits(go: GoWords, { board, session }: Searcher): SearchLimits {
    const { Book: book, UseHash: hash, Level: level, DarkBoard, ShowScreen } = this.options;
    const dark = DarkBoard && ShowScreen === '';
    const limits = { ...goLimits(go, board.turn() === 'b'), hash, dark };
    if (go.infinite) return { ...limits, ...TIMELESS };
    const ofLevel = levelLimits(session, level);
    const limited = ['depth', 'nodes', 'seconds'].some((name) => name in limits);
    const whole = limited ? limits : { ...limits, seconds: ofLevel.seconds };
    // A question about the position gets the best answer; a move in a game is played at the chosen level.
    if (go.moves.length > 0 || go.numbers.has('mate')) return whole;
    const { overlooks, depth = Infinity } = ofLevel;
    if (overlooks === undefined) return { ...whole, book, bookSeed: Math.floor(256 * this.host.random()) };
    return { ...whole, depth: Math.min(depth, whole.depth ?? Infinity), overlooks };
  }

  private stop(): void {
    if (this.thought === undefined || this.searcher === undefined) return;
    [this.thought.waits, this.thought.stopping] = [false, true];
    if (this.thought.done) this.finish(this.searcher);
    else this.searcher.stop();
  }

  /** The expected move was played: the time for the answer begins. */
  private ponderHit(): void {
    const [searcher, thought] = [this.searcher, this.thought];
    if (searcher === undefined || thought?.ponder === undefined) return this.say('ponderhit: go ponder comes first.');
    const { seconds = Infinity, softSeconds = Infinity } = thought.ponder;
    const { cycles, depth } = searcher.info();
    [thought.ponder, thought.waits] = [undefined, false];
    thought.clock = { soft: cycles + CLOCK_HZ * softSeconds, hard: cycles + CLOCK_HZ * seconds, depth };
    if (thought.done) this.finish(searcher);
  }

  /** Runs one frame of the search and reports what is new. */
  private think(): void {
    const [searcher, thought] = [this.searcher, this.thought];
    if (searcher === undefined || thought === undefined || thought.done) return;
    const state = searcher.advance(CYCLES_PER_FRAME);
    thought.frames++;
    this.show(searcher, thought.frames);
    if (isFailure(state)) {
      this.searcher = undefined;
      this.answer(state.message, searcher.info().pv[0]);
      return;
    }
    this.report(searcher, thought, state === 'done');
    this.limitPondered(searcher, thought);
    if (state !== 'done') this.host.later(this.wait(searcher, thought), () => this.think());
    else if (thought.waits) thought.done = true;
    else this.finish(searcher);
  }

  /** Stops a search at limits that arrived after its start. */
  private limitPondered(searcher: Searcher, { clock }: Thought): void {
    if (clock === undefined) return;
    const { cycles, depth } = searcher.info();
    if (cycles >= clock.hard || (cycles >= clock.soft && depth !== clock.depth)) searcher.stop();
    clock.depth = depth;
  }

  /** Milliseconds until the next frame is due. */
  private wait(searcher: Searcher, { began }: Thought): number {
    const { Speed: speed } = this.options;
    if (speed === 0) return 0;
    return Math.max(0, (1000 * searcher.info().seconds) / speed - (this.host.now() - began));
  }

  private report(searcher: Searcher, thought: Thought, done: boolean): void {
    const { iteration } = searcher;
    const isNew = iteration !== thought.iteration;
    if (!isNew && (done || thought.frames % NEWS_EVERY !== 0)) return;
    thought.iteration = iteration;
    const info = searcher.info();
    this.host.send(isNew ? infoLine(info) : countLine(info));
    const { score } = info;
    const found = isNew && thought.mate !== undefined && 'mate' in score && score.mate > 0;
    if (found && score.mate <= thought.mate!) searcher.stop();
  }

  private finish(searcher: Searcher): void {
    const { move, seconds, cycles, nodes, pv } = searcher.result();
    const { badLines, badFrames } = searcher.session.machine.monitor;
    if (badLines + badFrames > 0)
      this.say(`the monitor counted ${counted(badLines, 'bad line')} and ${counted(badFrames, 'bad frame')}`);
    this.host.send(`info nodes ${nodes} time ${Math.round(1000 * seconds)}`);
    this.host.send(`info string emulated ${seconds.toFixed(3)} s, ${cycles} cycles`);
    this.thought = undefined;
    const expected = this.options.Ponder && pv[0] === move ? pv[1] : undefined;
    this.host.send(`bestmove ${move ?? '0000'}${expected === undefined ? '' : ` ponder ${expected}`}`);
    this.takeHeld();
  }

  /** Ends a search that cannot go on, with an answer, since the program that asked for a move waits for one. */
  private answer(sentence: string, move = '0000'): void {
    this.thought = undefined;
    this.say(sentence);
    this.host.send(`bestmove ${move}`);
    this.takeHeld();
  }

  private takeHeld(): void {
    for (const parsed of this.held.splice(0)) this.take(parsed);
    if (this.ended) this.endOfInput();
  }

  private show(searcher: Searcher, frames: number): void {
    const { ShowScreen: place } = this.options;
    if (place === '' || frames % SHOWN_EVERY !== 1) return;
    const failure = this.host.show(searcher, place);
    if (failure === undefined) return;
    this.options = { ...this.options, ShowScreen: '' };
    this.say(failure.message);
  }

  private say(sentence: string): void {
    this.host.send(`info string ${sentence}`);
  }
}
