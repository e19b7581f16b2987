/**
 * The engine as a UCI engine: lines in, lines out. Times are emulated ones; how fast they go by is an option.
 *
 * The search advances a frame at a time, and the host decides when the next one follows, so that a line that
 * comes in while it thinks is answered within a frame. Source of the protocol: UCI of April 2006 by
 * Stefan Meyer-Kahlen.
 */
import { isFailure, type Failure } from '#basics';
import { CYCLES_PER_FRAME } from '#isa';
import { nodesPerSecond, type Score, type SearchInfo } from '../search/search-report.ts';
import { legalMoves, type Searcher } from '../search/searcher.ts';
import { goLimits, parseGo } from './go-words.ts';
import { parsePosition, START_FEN, type Game } from './position-words.ts';
import { DEFAULT_OPTIONS, OPTION_LINES, setOption, type UciOptions } from './uci-options.ts';

/** What the engine needs of whoever runs it. */
export interface UciHost {
  /** What the engine calls itself. */
  readonly name: string;
  /** Writes a line to the program that drives the engine. */
  send(line: string): void;
  /** A machine with the engine, at a time when it is needed first. */
  boot(): Searcher | Failure;
  /** Does something after so many milliseconds, after what has come in meanwhile. */
  later(milliseconds: number, task: () => void): void;
  /** Milliseconds of some clock. */
  now(): number;
  /** Shows the machine's picture, for the option ShowScreen; a failure says why it cannot. */
  show(searcher: Searcher, place: string): Failure | undefined;
}

/** Frames between two pictures that are shown. */
const SHOWN_EVERY = 30;
/** Info without a new iteration comes after so many frames. */
const NEWS_EVERY = 120;

/** A search that goes on. */
interface Thought {
  readonly began: number;
  readonly mate: number | undefined;
  /** Whether the answer waits for `stop`. */
  waits: boolean;
  iteration: number;
  frames: number;
  done: boolean;
}

export class UciEngine {
  private readonly host: UciHost;
  private options: UciOptions = DEFAULT_OPTIONS;
  private searcher: Searcher | undefined;
  private game: Game = { fen: START_FEN, moves: [] };
  private thought: Thought | undefined;

  constructor(host: UciHost) {
    this.host = host;
  }

  /** Whether a search goes on. */
  get thinking(): boolean {
    return this.thought !== undefined;
  }

  /**
   * Takes a line.
   * @returns false for `quit`
   */
  receive(line: string): boolean {
    const words = line.trim().split(/\s+/);
    const at = words.findIndex((word) => COMMANDS.has(word));
    const [command, ...rest] = at < 0 ? [] : words.slice(at);
    if (command === undefined) {
      if (line.trim() !== '') this.say(`there is no command "${words[0]}".`);
      return true;
    }
    if (command === 'quit') return false;
    this.carryOut(command, rest);
    return true;
  }

  /** The input has ended: a search without end ends too. */
  endOfInput(): void {
    if (this.thought?.waits === true) this.stop();
  }

  private carryOut(command: string, words: readonly string[]): void {
    if (this.thought !== undefined && WAIT.has(command)) {
      this.say(`${command}: the engine thinks; stop comes first.`);
      return;
    }
    if (command === 'uci') this.introduce();
    else if (command === 'isready') this.ready();
    else if (command === 'setoption') this.setOption(words);
    else if (command === 'ucinewgame') this.newGame();
    else if (command === 'position') this.position(words);
    else if (command === 'go') this.go(words);
    else if (command === 'stop') this.stop();
    else if (command === 'ponderhit') this.say('ponderhit: the engine does not ponder.');
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

  /** The engine; it comes up when it is needed first. */
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
    if (isFailure(game)) this.say(game.message);
    else this.game = game;
  }

  private go(words: readonly string[]): void {
    const parsed = parseGo(words);
    if (isFailure(parsed)) return this.say(parsed.message);
    const searcher = this.engine();
    if (isFailure(searcher)) return this.answer(searcher.message);
    const failure = searcher.setPosition(this.game.fen, this.game.moves);
    if (failure !== undefined) return this.answer(failure.message);
    const wrong = parsed.moves.find((move) => !legalMoves(searcher.board).includes(move));
    if (wrong !== undefined) return this.say(`go: the move ${wrong} is not legal.`);
    const limits = goLimits(parsed, searcher.board.turn() === 'b');
    const limited = parsed.infinite || ['depth', 'nodes', 'seconds'].some((name) => name in limits);
    const { Book: book, UseHash: hash, Level: level } = this.options;
    const { depth, nodes, moves } = limits;
    const whole = parsed.infinite ? { depth, nodes, moves } : limits;
    searcher.start({ ...(limited ? whole : { seconds: Number(level) }), book: book && !parsed.infinite, hash });
    this.thought = {
      began: this.host.now(),
      mate: parsed.numbers.get('mate'),
      waits: parsed.infinite,
      iteration: searcher.iteration,
      frames: 0,
      done: false,
    };
    this.host.later(0, () => this.think());
  }

  private stop(): void {
    if (this.thought === undefined || this.searcher === undefined) return;
    this.thought.waits = false;
    if (this.thought.done) this.finish(this.searcher);
    else this.searcher.stop();
  }

  /** One frame of the search, and what there is to say of it. */
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
    if (state !== 'done') this.host.later(this.wait(searcher, thought), () => this.think());
    else if (thought.waits) thought.done = true;
    else this.finish(searcher);
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
    const { move, seconds, cycles, nodes } = searcher.result();
    const { badLines, badFrames } = searcher.session.machine.monitor;
    if (badLines + badFrames > 0) this.say(`the monitor counted ${badLines} bad lines and ${badFrames} bad frames`);
    this.host.send(`info nodes ${nodes} time ${Math.round(1000 * seconds)}`);
    this.host.send(`info string emulated ${seconds.toFixed(3)} s, ${cycles} cycles`);
    this.thought = undefined;
    this.host.send(`bestmove ${move ?? '0000'}`);
  }

  /** Ends a search that cannot go on: a program that asked for a move waits for one. */
  private answer(sentence: string, move = '0000'): void {
    this.thought = undefined;
    this.say(sentence);
    this.host.send(`bestmove ${move}`);
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

/** What a line may begin with; words before it are passed over, as the protocol says. */
const COMMANDS: ReadonlySet<string> = new Set([
  'uci',
  'debug',
  'isready',
  'setoption',
  'register',
  'ucinewgame',
  'position',
  'go',
  'stop',
  'ponderhit',
  'quit',
]);
/** What is not done while the engine thinks. */
const WAIT: ReadonlySet<string> = new Set(['setoption', 'ucinewgame', 'position', 'go']);

/** Depth, score and principal variation as UCI has them. */
export function infoLine(info: SearchInfo): string {
  const { depth, selectiveDepth, score, pv } = info;
  const depths = `info depth ${depth} seldepth ${Math.max(depth, selectiveDepth)}`;
  return `${depths} score ${scoreWords(score)} ${counts(info)}${pv.length === 0 ? '' : ` pv ${pv.join(' ')}`}`;
}

/** What there is to tell between two iterations. */
export function countLine(info: SearchInfo): string {
  const { currentMove } = info;
  return `info ${counts(info)}${currentMove === undefined ? '' : ` currmove ${currentMove}`}`;
}

function counts(info: SearchInfo): string {
  return `nodes ${info.nodes} nps ${nodesPerSecond(info)} time ${Math.round(1000 * info.seconds)}`;
}

function scoreWords(score: Score): string {
  return 'cp' in score ? `cp ${score.cp}` : `mate ${score.mate}`;
}
