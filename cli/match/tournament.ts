/** A match: pairs of games with colours reversed, several at once, each with its own two programs. */
import { type Adjudication, type GameSoFar, countGame, countPair, emptyTally, type Tally } from '#engine-driver';
import type { Player } from '../players/player.ts';
import { elementAt, isFailure } from '#basics';
import type { CommandFailure } from '../output.ts';
import { type PlayedGame, playGame } from './play-game.ts';

interface MatchPlan {
  /** Starts the two programs of the match, ours first. */
  readonly start: readonly [() => Promise<Player | CommandFailure>, () => Promise<Player | CommandFailure>];
  readonly openings: readonly GameSoFar[];
  /** Games in total; an even number. */
  readonly games: number;
  /** Games that are played at the same time. */
  readonly places: number;
  readonly adjudication: Adjudication;
  readonly onGame: (game: PlayedGame, tally: Tally, points: number) => void;
}

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
    plan.onGame(game, tally, points);
    if (!game.dead) continue;
    await Promise.all(players.map((player) => player.close()));
    const again = await startBoth(plan);
    if (isFailure(again)) return again;
    [players[0], players[1]] = again;
  }
  return undefined;
}
