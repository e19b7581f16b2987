/** The words of UCI: commands, `position`, `go` with the limits that it sets, and `info`. */
import { Chess } from 'chess.js';
import { words, failure, isFailure, type Result } from '#basics';
import { parseFen } from '#chess';
import { type SearchLimits, nodesPerSecond, type SearchInfo } from '../search/search-report.ts';
import type { GameSoFar } from '../search/best-move.ts';
import { playIfLegal } from '../search/searcher.ts';
import { wholeFen } from '../engine-session.ts';

/** What `go` says; times in milliseconds. */
export interface GoWords {
  readonly numbers: ReadonlyMap<string, number>;
  readonly moves: readonly string[];
  /** Whether the answer waits for `stop`. */
  readonly infinite: boolean;
  /** Whether it waits for `stop` or `ponderhit`, and the limits count from there. */
  readonly ponder: boolean;
  /** What is wrong with the rest, which is ignored; a sentence each. */
  readonly problems: readonly string[];
}

const NUMBERS = ['depth', 'nodes', 'movetime', 'wtime', 'btime', 'winc', 'binc', 'movestogo', 'mate'];
const WORDS = [...NUMBERS, 'searchmoves', 'infinite', 'ponder'];
/** A move in coordinate notation. */
const MOVE = /^[a-h][1-8][a-h][1-8][qrbn]?$/;
/** Times may be negative, since some programs send a clock that has run out. */
const CLOCKS = ['wtime', 'btime', 'winc', 'binc'];

/** Parses the words after `go`. Anything wrong is ignored, since the program that asks for a move waits for one. */
export function parseGo(words: readonly string[]): GoWords {
  const numbers = new Map<string, number>();
  const moves: string[] = [];
  const problems: string[] = [];
  let [infinite, ponder] = [false, false];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (NUMBERS.includes(word)) {
      const text = WORDS.includes(left[0] ?? '') ? '' : (left.shift() ?? '');
      const least = CLOCKS.includes(word) ? -Infinity : 0;
      if (/^-?\d{1,15}$/.test(text) && Number(text) >= least) numbers.set(word, Number(text));
      else problems.push(`go: ${word} needs a whole number, not "${text}", and is ignored.`);
    } else if (word === 'searchmoves') {
      const other = left.findIndex((each) => !MOVE.test(each));
      moves.push(...left.splice(0, other < 0 ? left.length : other));
      if (moves.length === 0) problems.push('go: searchmoves needs moves such as e2e4, and is ignored.');
    } else if (word === 'infinite') infinite = true;
    else if (word === 'ponder') ponder = true;
    else problems.push(`go: the word "${word}" is unknown, and is ignored.`);
  }
  return { numbers, moves, infinite, ponder, problems };
}

/** Moves expected until the end of a game if the clock is not for a number of moves. */
const MOVES_TO_COME = 28;
/** Milliseconds kept in reserve: for sending the move, and for the end of the search. */
const RESERVE = 150;
/** The part of a move's share of the clock after which no iteration begins; none lasts beyond the share. */
const FIRST_PART = 0.6;
/** No position needs deeper iterations than this to find a mate in a few moves. */
const EXTRA_MATE_PLIES = 8;
/** For a search without an end of its own. */
export const TIMELESS = { seconds: undefined, softSeconds: undefined };
/** Seconds of the shortest search. */
const SHORTEST = 0.02;

/** The limits of a search; `black` says whose clock runs. All times are emulated. */
export function goLimits({ numbers, moves }: GoWords, black: boolean): SearchLimits {
  const [depth, nodes, mate] = [numbers.get('depth'), numbers.get('nodes'), numbers.get('mate')];
  const plies = mate === undefined ? depth : Math.min(depth ?? Infinity, 2 * mate - 1 + EXTRA_MATE_PLIES);
  return {
    ...(plies === undefined ? {} : { depth: Math.max(1, plies) }),
    ...(nodes === undefined ? {} : { nodes: Math.max(1, nodes) }),
    ...clockLimits(numbers, black),
    moves,
  };
}

function clockLimits(numbers: ReadonlyMap<string, number>, black: boolean): SearchLimits {
  const [moveTime, clock] = [numbers.get('movetime'), numbers.get(black ? 'btime' : 'wtime')];
  if (moveTime !== undefined) return { seconds: Math.max(SHORTEST, moveTime / 1000) };
  if (clock === undefined) return {};
  const increment = Math.max(0, numbers.get(black ? 'binc' : 'winc') ?? 0);
  const toGo = Math.max(1, numbers.get('movestogo') ?? MOVES_TO_COME);
  const left = Math.max(0, clock - RESERVE);
  const share = Math.min(left, left / toGo + 0.8 * increment) / 1000;
  return { softSeconds: Math.max(SHORTEST, FIRST_PART * share), seconds: Math.max(SHORTEST, share) };
}

/** A line of UCI: its command and the words after it. */
export interface CommandWords {
  readonly command: string;
  readonly words: readonly string[];
}

/** Words before the command are ignored, as the protocol says; undefined if the line has no command. */
export function parseCommand(line: string): CommandWords | undefined {
  const all = line.trim().split(/\s+/);
  const at = all.findIndex((word) => COMMANDS.has(word));
  const [command, ...rest] = at < 0 ? [] : all.slice(at);
  return command === undefined ? undefined : { command, words: rest };
}

const COMMANDS: ReadonlySet<string> = new Set(
  words('uci debug isready setoption register ucinewgame position go stop ponderhit quit'),
);

/** Commands that are refused while the engine thinks. */
export const NOT_WHILE_THINKING: ReadonlySet<string> = new Set(['setoption', 'ucinewgame', 'position', 'go']);

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The game that the words after `position` describe; all its moves are legal. A failure is a sentence. */
export function parsePosition(words: readonly string[]): Result<GameSoFar> {
  const at = words.indexOf('moves');
  const head = at < 0 ? words : words.slice(0, at);
  const moves = at < 0 ? [] : words.slice(at + 1).map((move) => move.toLowerCase());
  const fen = firstPosition(head);
  if (isFailure(fen)) return fen;
  const board = new Chess(fen, { skipValidation: true });
  for (const move of moves) {
    if (!playIfLegal(board, move)) return failure(`position: the move ${move} is not legal.`);
  }
  return { fen, moves };
}

function firstPosition([kind, ...rest]: readonly string[]): Result<string> {
  if (kind === 'startpos' && rest.length === 0) return START_FEN;
  if (kind !== 'fen') return failure('position: it must begin with startpos or fen.');
  const parsed = parseFen(rest.join(' '));
  if (isFailure(parsed)) return failure(`position: ${parsed.message}`);
  return wholeFen(rest);
}

/** What a search has found so far, as an `info` line of UCI: depth, score and principal variation. */
export function infoLine(info: SearchInfo): string {
  const { depth, selectiveDepth, score, pv } = info;
  const depths = `info depth ${depth} seldepth ${Math.max(depth, selectiveDepth)}`;
  const value = 'cp' in score ? `cp ${score.cp}` : `mate ${score.mate}`;
  return `${depths} score ${value} ${counts(info)}${pv.length === 0 ? '' : ` pv ${pv.join(' ')}`}`;
}

/** The `info` line between two iterations. */
export function countLine(info: SearchInfo): string {
  const { currentMove } = info;
  return `info ${counts(info)}${currentMove === undefined ? '' : ` currmove ${currentMove}`}`;
}

function counts(info: SearchInfo): string {
  return `nodes ${info.nodes} nps ${nodesPerSecond(info)} time ${Math.round(1000 * info.seconds)}`;
}
