import { describe, expect, it } from 'vitest';
import { countGame, countPair, emptyTally, strength, type Tally } from './elo.ts';
import { START_FEN } from '../uci/uci-words.ts';
import { Referee, type Adjudication } from './referee.ts';
import { parseOpenings } from './openings.ts';

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

  it('uses the variance of pairs if all games are in pairs: openings that decide a game say nothing', () => {
    const paired = strength(tallyOf(50, 0, 50, [0, 0, 50, 0, 0]))!;
    expect(paired).toMatchObject({ model: 'pentanomial', elo: 0, error: null });
    expect(strength(tallyOf(50, 0, 50, [5, 0, 40, 0, 5]))!.error!).toBeLessThan(strength(tallyOf(50, 0, 50))!.error!);
  });

  it('is unbounded if all games ended alike', () => {
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

const START = { fen: START_FEN, moves: [] };

/** Plays moves that must be legal, all with the same score for white. */
function played(moves: string, adjudication: Adjudication = {}, white = 0): Referee {
  const referee = new Referee(START, adjudication);
  for (const move of moves.split(' ')) {
    expect(referee.play(move, { cp: referee.whiteToMove ? white : -white })).toBe(true);
  }
  return referee;
}

const AROUND = 'g1f3 g8f6 f3g1 f6g8';

describe('Referee', () => {
  it('lets only legal moves be played', () => {
    const referee = new Referee(START);
    for (const move of ['e2e5', 'e7e5', 'nonsense', '0000', '']) expect(referee.play(move, undefined)).toBe(false);
    expect(referee.game.moves).toEqual([]);
  });

  it('sees mate, stalemate, repetition, fifty moves and dead positions', () => {
    expect(played('f2f3 e7e5 g2g4 d8h4').end).toEqual({ result: '0-1', reason: 'checkmate' });
    expect(played(`${AROUND} ${AROUND}`).end?.reason).toBe('threefold repetition');
    const from = (fen: string): string | undefined => new Referee({ fen, moves: [] }).end?.reason;
    expect(from('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1')).toBe('stalemate');
    expect(from('7k/8/8/8/8/8/8/K1N5 w - - 0 1')).toBe('insufficient material');
    expect(from('7k/8/8/8/8/8/8/K1R5 w - - 100 90')).toBe('fifty moves');
  });

  it('never ends a game on its own', () => {
    expect(played('e2e4 e7e5 g1f3 g8f6', {}, 900).end).toBeUndefined();
  });

  it('ends a game that is lost, or even, by all scores', () => {
    const rule: Adjudication = { resign: { cp: 600, moves: 2 }, draw: { cp: 10, moves: 2, from: 3 } };
    expect(played('e2e4 e7e5 g1f3', rule, 900).end).toBeUndefined();
    expect(played('e2e4 e7e5 g1f3 g8f6', rule, 900).end).toEqual({ result: '1-0', reason: 'adjudicated' });
    expect(played('e2e4 e7e5 g1f3 g8f6', rule, -900).end).toEqual({ result: '0-1', reason: 'adjudicated' });
    expect(played('e2e4 e7e5 g1f3 g8f6', rule, 5).end).toEqual({ result: '1/2-1/2', reason: 'adjudicated' });
    expect(played('e2e4 e7e5 g1f3 g8f6', rule, 50).end).toBeUndefined();
  });

  it('gives the game to the other player', () => {
    expect(new Referee(START).lossOfMover('time')).toEqual({ result: '0-1', reason: 'time' });
  });
});

describe('parseOpenings', () => {
  it('takes positions and lines of moves', () => {
    const fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1';
    expect(parseOpenings(`# two\n${fen}\n\n1. e4 e5 2.Nf3 b8c6\n`)).toEqual([
      { fen, moves: [] },
      { fen: START_FEN, moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6'] },
    ]);
  });

  it.each([
    ['', 'there are no openings'],
    ['e4 e4', 'line 1: the move e4 is not legal'],
    ['f3 e5 g4 Qh4', 'line 1: the game is over'],
    ['8/8/8/8 w - -', 'line 1: A FEN board has eight ranks'],
  ])('refuses %j', (text, reason) => {
    expect(parseOpenings(text)).toMatchObject({ message: expect.stringContaining(reason) });
  });
});
