/**
 * Matches between two programs: single games, every move checked by the rules, and pairs of games with colours
 * reversed, several at once, each with its own two programs.
 */
import { Referee, countGame, countPair, emptyTally } from '#engine-driver';
import type { Adjudication, GameEnd, GameSoFar, Tally } from '#engine-driver';
import { elementAt, isFailure } from '#basics';
import { pgnLines } from '#chess';
import type { PlayedMove, Player, Started } from '../players/player.ts';
import type { CommandFailure } from '../output.ts';

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

/** Score and depth as the mover sees them, and the time it took: emulated for the engine. */
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
  const date = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
  const names = { Round: round, White: white, Black: black, Result: result, Termination: reason };
  for (const [name, value] of Object.entries({ Event: 'gigatron engine match', Date: date, ...names }))
    board.setHeader(name, tag(value));
  const [head = '', moves = ''] = board.pgn().split('\n\n');
  return `${head}\n\n${pgnLines(moves.split(' '))}\n`;
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

interface MatchPlan {
  /** Starts the two programs of the match, ours first. */
  readonly start: readonly [() => Started, () => Started];
  readonly openings: readonly GameSoFar[];
  /** Games in total; an even number. */
  readonly games: number;
  /** Games that are played at the same time. */
  readonly places: number;
  readonly adjudication: Adjudication;
  readonly onGame: (game: PlayedGame, tally: Tally) => void;
}

/** A match: pairs of games with colours reversed, several at once, each with its own two programs. */
export async function playMatch(plan: MatchPlan): Promise<Tally | CommandFailure> {
  const tally = emptyTally();
  let next = 0;
  const pairs = plan.games / 2;
  const place = async (): Promise<CommandFailure | undefined> => {
    const players = await startBoth(plan);
    if (isFailure(players)) return players;
    try {
      while (next < pairs) {
        const failure = await playPair(plan, players, next++, tally);
        if (failure !== undefined) return failure;
      }
      return undefined;
    } finally {
      await Promise.all(players.map((player) => player.close()));
    }
  };
  const ends = await Promise.all(Array.from({ length: Math.min(plan.places, pairs) }, place));
  return ends.find((end) => end !== undefined) ?? tally;
}

async function startBoth({ start }: MatchPlan): Promise<[Player, Player] | CommandFailure> {
  const ours = await start[0]();
  if (isFailure(ours)) return ours;
  const other = await start[1]();
  if (!isFailure(other)) return [ours, other];
  await ours.close();
  return other;
}

/** Plays both games of an opening; a program that has ended is restarted for the next. */
async function playPair(
  plan: MatchPlan,
  players: [Player, Player],
  index: number,
  tally: Tally,
): Promise<CommandFailure | undefined> {
  const opening = elementAt(plan.openings, index % plan.openings.length);
  let sum = 0;
  for (const reversed of [false, true]) {
    const [ours, other] = players;
    const round = `${index + 1}.${reversed ? 2 : 1}`;
    const game = await playGame(reversed ? [other, ours] : [ours, other], opening, plan.adjudication, round);
    const white = game.result === '1-0' ? 1 : game.result === '0-1' ? 0 : 0.5;
    const points = reversed ? 1 - white : white;
    countGame(tally, points);
    sum += points;
    if (reversed) countPair(tally, sum);
    plan.onGame(game, tally);
    if (!game.dead) continue;
    await Promise.all(players.map((player) => player.close()));
    const again = await startBoth(plan);
    if (isFailure(again)) return again;
    [players[0], players[1]] = again;
  }
  return undefined;
}
