import { describe, expect, it } from 'vitest';
import { playLine } from './play.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

describe('playLine', () => {
  it('gives the pieces after each move', () => {
    expect(playLine(START, ['e2e4', 'g8f6'])).toEqual([
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR',
      'rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR',
    ]);
  });

  it.each([
    ['r3k2r/8/8/8/8/8/8/R3K2R', 'e1g1', 'r3k2r/8/8/8/8/8/8/R4RK1'],
    ['r3k2r/8/8/8/8/8/8/R3K2R', 'e8c8', '2kr3r/8/8/8/8/8/8/R3K2R'],
    ['4k3/8/8/3pP3/8/8/8/4K3', 'e5d6', '4k3/8/3P4/8/8/8/8/4K3'],
    ['3qk3/4P3/8/8/8/8/8/4K3', 'e7d8n', '3Nk3/8/8/8/8/8/8/4K3'],
  ])('plays all that a move changes: %s %s', (placement, move, after) => {
    expect(playLine(placement, [move])).toEqual([after]);
  });

  it('begins after the first move where that has been played', () => {
    const played = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR';
    expect(playLine(played, ['e2e4', 'e7e5'])).toEqual([played, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR']);
  });

  it('ends where the line does not fit the position', () => {
    expect(playLine(START, ['e2e4', 'd2d4'])).toHaveLength(1);
    expect(playLine(START, ['e4e5', 'e7e6'])).toEqual([]);
    expect(playLine('no board', ['e2e4'])).toEqual([]);
  });
});
