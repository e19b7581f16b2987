/** One game of a match between two programs, every move checked by the rules. */
import { Referee, type Adjudication, type GameEnd, type GameSoFar } from '#engine-driver';
import type { PlayedMove, Player } from '../players/player.ts';

/** Characters of a line of a PGN. */
const LINE = 79;

export interface PlayedGame extends GameEnd {
  readonly white: string;
  readonly black: string;
  readonly plies: number;
  /** Whether a program broke the rules or stopped. */
  readonly failure: boolean;
  /** Whether the program that failed no longer answers. */
  readonly dead: boolean;
  readonly pgn: string;
}

/** Plays from an opening to the end. `players`: white, black. */
export async function playGame(
  players: readonly [Player, Player],
  opening: GameSoFar,
  adjudication: Adjudication,
  round: string,
): Promise<PlayedGame> {
  const referee = new Referee(opening, adjudication);
  for (const player of players) await player.newGame();
  let [failure, dead] = [false, false];
  let { end } = referee;
  while (end === undefined) {
    const player = players[referee.whiteToMove ? 0 : 1];
    const answer = await player.think(referee.game);
    if ('reason' in answer) {
      [failure, dead] = [!/resign/i.test(answer.reason), !answer.lost];
      end = referee.lossOfMover(`${player.name}: ${answer.reason}`);
    } else if (referee.play(answer.move, answer.score)) {
      referee.board.setComment(comment(answer));
      ({ end } = referee);
    } else {
      failure = true;
      end = referee.lossOfMover(`${player.name}: the move ${answer.move} is not legal`);
    }
  }
  const [white, black] = [players[0].name, players[1].name];
  return {
    ...end,
    white,
    black,
    failure,
    dead,
    plies: referee.game.moves.length,
    pgn: pgnOf(referee, { white, black, round }, end),
  };
}

/** Score and depth as the mover sees them, and its time: emulated for the engine. */
function comment({ score, depth, seconds }: PlayedMove): string {
  const value = score === undefined ? '' : 'cp' in score ? signed(score.cp / 100, 2) : `${signed(score.mate, 0)}M`;
  const found = value === '' ? '' : `${value}/${depth ?? 0} `;
  return `${found}${seconds.toFixed(2)}s`;
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(digits)}`;
}

function pgnOf(
  { board }: Referee,
  { white, black, round }: { white: string; black: string; round: string },
  { result, reason }: GameEnd,
): string {
  const headers = {
    Event: 'gigatron engine match',
    Date: today(),
    Round: round,
    White: white,
    Black: black,
    Result: result,
  };
  for (const [name, value] of Object.entries({ ...headers, Termination: reason })) board.setHeader(name, tag(value));
  const [head = '', moves = ''] = board.pgn().split('\n\n');
  return `${head}\n\n${wrapped(moves)}\n`;
}

/** Longest value of a tag, in characters. */
const LONGEST_TAG = 200;

/** The value of a tag, which may come from a program: one line without quotes. */
function tag(value: string): string {
  const plain = value
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .trim();
  return plain.slice(0, LONGEST_TAG);
}

/** The date in PGN's format. */
function today(): string {
  return new Date().toISOString().slice(0, 10).replaceAll('-', '.');
}

/** Text in lines of at most LINE characters, broken at spaces. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > LINE) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}
