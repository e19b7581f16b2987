import { describe, expect, it } from 'vitest';
import { countGame, countPair, emptyTally, strength, type Tally } from './elo.ts';

const tallyOf = (wins: number, draws: number, losses: number, pairs: Tally['pairs'] = [0, 0, 0, 0, 0]): Tally => ({
  wins,
  draws,
  losses,
  pairs,
});

describe('strength', () => {
  it('is nothing before the first game', () => expect(strength(emptyTally())).toBeUndefined());

  it('is even for an even score', () => {
    expect(strength(tallyOf(30, 40, 30))).toMatchObject({ score: 0.5, elo: 0, model: 'trinomial' });
  });

  it('is 191 for three quarters, and the opposite for one', () => {
    expect(strength(tallyOf(75, 0, 25))!.elo).toBeCloseTo(190.85, 2);
    expect(strength(tallyOf(25, 0, 75))!.elo).toBeCloseTo(-190.85, 2);
  });

  it('has the error of the mean score: 100 decided games, 0.5 ± 1.96 · 0.05', () => {
    const bound = 400 * Math.log10(0.598 / 0.402);
    expect(strength(tallyOf(50, 0, 50))!.error).toBeCloseTo(bound, 6);
  });

  it('halves the error with four times the games', () => {
    const [few, many] = [strength(tallyOf(40, 30, 30))!, strength(tallyOf(160, 120, 120))!];
    expect(few.error! / many.error!).toBeCloseTo(2, 1);
  });

  it('takes the variance of pairs where all games are in pairs: openings that decide a game say nothing', () => {
    const paired = strength(tallyOf(50, 0, 50, [0, 0, 50, 0, 0]))!;
    expect(paired).toMatchObject({ model: 'pentanomial', elo: 0, error: null });
    expect(strength(tallyOf(50, 0, 50, [5, 0, 40, 0, 5]))!.error!).toBeLessThan(strength(tallyOf(50, 0, 50))!.error!);
  });

  it('has no bound where all games ended alike', () => {
    expect(strength(tallyOf(8, 0, 0))).toMatchObject({ score: 1, elo: null, error: null });
    expect(strength(tallyOf(0, 0, 8))).toMatchObject({ score: 0, elo: null, error: null });
  });

  it('counts games and pairs', () => {
    const tally = emptyTally();
    for (const points of [1, 0.5, 0]) countGame(tally, points);
    countPair(tally, 1.5);
    expect(tally).toEqual(tallyOf(1, 1, 1, [0, 0, 0, 1, 0]));
  });
});
