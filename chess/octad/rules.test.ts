import { describe, expect, it } from 'vitest';
import { octadPosition as position } from '#test/chess/positions.ts';
import { OCTAD_START, parseOfen, toOfen } from './position.ts';
import { octadEnd, octadMoves, octadMoveText, octadPerft, octadPlay } from './rules.ts';
import { projectText } from '#test/project.ts';

interface Suite {
  readonly positions: readonly { readonly ofen: string; readonly perft: Readonly<Record<string, number>> }[];
}
const suite = JSON.parse(projectText('test/data/octad-perft.json')) as Suite;

describe('the rules of Octad', () => {
  it.each(suite.positions)('count the moves of $ofen', ({ ofen, perft }) => {
    for (const [depth, nodes] of Object.entries(perft).filter(([, nodes]) => nodes <= 2500))
      expect(octadPerft(position(ofen), Number(depth)), `depth ${depth}`).toBe(nodes);
  });

  it('castle with each partner, also with one that is two files away', () => {
    const castles = (ofen: string): string[] =>
      octadMoves(position(ofen)).flatMap((move) => (move.castle ? [octadMoveText(move)] : []));
    expect(castles(OCTAD_START)).toEqual(['O', 'O-O']);
    expect(castles('3k/4/4/NK1P w F - 0 1')).toEqual([]);
    expect(castles('3k/4/4/NK1P w NC - 0 1')).toEqual(['O', 'O-O-O']);
  });

  it('put king and partner where they belong', () => {
    const after = (ofen: string, text: string): string => {
      const before = position(ofen);
      const move = octadMoves(before).find((candidate) => octadMoveText(candidate) === text);
      if (!move) throw new Error(`${text} is not legal`);
      return toOfen(octadPlay(before, move));
    };
    expect(after(OCTAD_START, 'O')).toBe('ppkn/4/4/KNPP b ncf - 0 1');
    expect(after(OCTAD_START, 'O-O')).toBe('ppkn/4/4/NPKP b ncf - 0 1');
    expect(after('3k/4/4/NK1P w C - 3 7', 'O-O-O')).toBe('3k/4/4/NPK1 b - - 0 7');
  });

  it.each([
    ['3k/3Q/2K1/4 b - - 0 1', 'checkmate'],
    ['3k/1Q2/2K1/4 b - - 0 1', 'stalemate'],
    ['3k/4/4/K3 w - - 0 1', 'dead'],
    ['3k/4/4/KN2 w - - 0 1', 'dead'],
    ['b2k/4/4/KB2 w - - 0 1', 'dead'],
    ['3k/b3/4/KB2 w - - 0 1', null],
    ['3k/4/4/KR2 w - - 50 40', 'quiet'],
    [OCTAD_START, null],
  ])('know how %s ends: %s', (ofen, end) => {
    expect(octadEnd(position(ofen))).toBe(end);
  });
});

describe('OFEN', () => {
  it.each(suite.positions)('reads and writes $ofen', ({ ofen }) => {
    expect(toOfen(position(ofen))).toBe(ofen);
  });

  it.each([
    ['', 'six fields'],
    ['ppkn/4/NKPP w - - 0 1', 'four ranks'],
    ['ppkn/5/4/NKPP w - - 0 1', 'neither a piece'],
    ['ppkn/3/4/NKPP w - - 0 1', 'four squares'],
    ['pp1n/4/4/NKPP w - - 0 1', 'Black has 0 kings'],
    ['ppkn/4/4/NKPP x - - 0 1', 'side to move'],
    ['ppkn/4/4/NKPP w NN - 0 1', 'Castling rights'],
    ['ppkn/4/4/NKPP w - e4 0 1', 'en-passant square'],
    ['ppkn/4/4/NKPP w - a2 0 1', 'just passed'],
    ['ppkn/4/4/NKPP w - - x 1', 'halfmove clock'],
    ['ppkn/4/4/NKPP w - - 0 0', 'move number'],
  ])('refuses %j', (ofen, reason) => {
    expect(parseOfen(ofen)).toMatchObject({ message: expect.stringContaining(reason) as string });
  });
});
