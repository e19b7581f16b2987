/**
 * Elo differences from games, with their errors.
 *
 * Logistic model: a player who scores s of the games is 400 · log10(s / (1 − s)) better. The error comes from the
 * variance of the mean score, either of single games (trinomial) or of pairs of games with colours reversed
 * (pentanomial), which is better, since the two games of an opening are alike. Source: Michel Van den Bergh, "Comments
 * on Normalized Elo", which describes what Fishtest does.
 */
import { addAt } from '#basics';

/** 95 % of a normal distribution lies within this many standard errors of its mean. */
const CONFIDENCE = 1.96;

/** Results of the games so far, as the first player sees them. */
export interface Tally {
  wins: number;
  draws: number;
  losses: number;
  /** Pairs of games by their points: 0, ½, 1, 1½, 2. */
  readonly pairs: [number, number, number, number, number];
}

/** Elo difference; `null` if it is unbounded because all games ended alike. */
export interface Strength {
  /** Share of the points, 0 … 1. */
  readonly score: number;
  readonly elo: number | null;
  /** Half of the 95 % confidence interval. */
  readonly error: number | null;
  /** What the error was computed from. */
  readonly model: 'pentanomial' | 'trinomial';
}

export function emptyTally(): Tally {
  return { wins: 0, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 0] };
}

/** Counts a game: 1 won, ½ drawn, 0 lost. */
export function countGame(tally: Tally, points: number): void {
  if (points === 1) tally.wins++;
  else if (points === 0) tally.losses++;
  else tally.draws++;
}

/** Counts both games of an opening by their points together. */
export function countPair(tally: Tally, points: number): void {
  addAt(tally.pairs, 2 * points, 1);
}

/** How strong the first player is; undefined before the first game. */
export function strength({ wins, draws, losses, pairs }: Tally): Strength | undefined {
  const games = wins + draws + losses;
  if (games === 0) return undefined;
  const score = (wins + draws / 2) / games;
  const paired = 2 * pairs.reduce((sum, count) => sum + count, 0) === games;
  const error = standardError(paired ? pairs : [losses, draws, wins], score);
  const [low, high] = [eloOf(score - CONFIDENCE * error), eloOf(score + CONFIDENCE * error)];
  return {
    score,
    elo: eloOf(score),
    error: low === null || high === null || error === 0 ? null : (high - low) / 2,
    model: paired ? 'pentanomial' : 'trinomial',
  };
}

/** The standard error of a mean score: `counts` by result, evenly spread from 0 to 1. */
function standardError(counts: readonly number[], mean: number): number {
  const sum = counts.reduce((total, count) => total + count, 0);
  const variance = counts.reduce((total, count, index) => total + count * (index / (counts.length - 1) - mean) ** 2, 0);
  return Math.sqrt(variance / sum) / Math.sqrt(sum);
}

/** null if the score is all or nothing. */
function eloOf(score: number): number | null {
  return score <= 0 || score >= 1 ? null : 400 * Math.log10(score / (1 - score)) + 0;
}
