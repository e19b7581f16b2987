import { describe, expect, it } from 'vitest';
import { isSolved, parseEpd } from './epd.ts';

const BOARD = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq -';

describe('parseEpd', () => {
  it('reads moves in algebraic notation, mates and names', () => {
    expect(parseEpd(`# mates\n\n${BOARD} bm Qxf7#; dm 1; id "scholar; the first";\n`)).toEqual([
      { id: 'scholar; the first', fen: `${BOARD} 0 1`, best: ['f3f7'], avoid: [], mate: 1 },
    ]);
  });

  it('takes several moves, moves to avoid, and counts', () => {
    expect(parseEpd(`${BOARD} bm Qxf7 Bxf7+; am a3 Qf3-h3; hmvc 4; fmvn 9`)).toEqual([
      {
        id: 'line 1',
        fen: `${BOARD} 4 9`,
        best: ['f3f7', 'c4f7'],
        avoid: ['a2a3', 'f3h3'],
        mate: undefined,
      },
    ]);
  });

  it.each([
    ['', 'there are no positions'],
    ['8/8 w - - bm a3;', 'line 1: A FEN board has eight ranks'],
    [`${BOARD} bm Qxf8;`, 'line 1: the move Qxf8 is not legal'],
    [`${BOARD} dm many;`, 'line 1: dm needs a number of moves, not "many"'],
    [`\n${BOARD} id "nothing";`, 'line 2: it needs bm, am or dm'],
  ])('refuses %j', (text, reason) => {
    expect(parseEpd(text)).toMatchObject({ message: expect.stringContaining(reason) });
  });
});

describe('isSolved', () => {
  const position = { id: '', fen: '', best: ['f3f7'], avoid: [], mate: undefined };
  it('checks the best move, moves to avoid, and the mate', () => {
    expect(isSolved(position, 'f3f7', { cp: 0 })).toBe(true);
    expect(isSolved(position, 'c4f7', { cp: 900 })).toBe(false);
    expect(isSolved(position, undefined, { cp: 0 })).toBe(false);
    expect(isSolved({ ...position, best: [], avoid: ['f3f7'] }, 'f3f7', { cp: 0 })).toBe(false);
    expect(isSolved({ ...position, best: [], avoid: ['f3f7'] }, 'f3f6', { cp: 0 })).toBe(true);
    expect(isSolved({ ...position, mate: 2 }, 'f3f7', { mate: 2 })).toBe(true);
    expect(isSolved({ ...position, mate: 2 }, 'f3f7', { mate: 3 })).toBe(false);
    expect(isSolved({ ...position, mate: 2 }, 'f3f7', { mate: -1 })).toBe(false);
  });
});
