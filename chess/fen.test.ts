import { describe, expect, it } from 'vitest';
import { isFailure } from '#basics';
import { position } from '#test/chess/positions.ts';
import { fenLetter } from './fen-board.ts';
import { parseFen } from './fen.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

describe('parseFen', () => {
  it('reads board, side, castling and en passant', () => {
    const read = position('4k3/8/8/8/3Pp3/8/8/R3K3 b Q d3 0 1');
    expect(read).toMatchObject({ sideToMove: 'black', castling: 'Q', enPassant: 'd3' });
    expect(read.squares[0]).toEqual({ kind: 'rook', side: 'white' });
    expect(read.squares[28]).toEqual({ kind: 'pawn', side: 'black' });
    expect(read.squares.filter((piece) => piece !== null)).toHaveLength(5);
  });

  it.each([
    ['', 'eight ranks'],
    [`${START.replace('8/', '7/')} w - -`, 'does not fill eight squares'],
    [`${START.replace('8/', '9/')} w - -`, 'neither a piece'],
    [`${START.replace('8/', '44p/')} w - -`, 'does not fill'],
    [START, 'side to move'],
    [`${START} w KX -`, 'castling'],
    [`${START} w - e4`, 'en passant'],
  ])('refuses %j in one sentence', (text, message) => {
    const result = parseFen(text);
    expect(isFailure(result) && result.message).toContain(message);
  });

  it.each([
    ['w - - 37 60', 37],
    ['w - -', 0],
    ['w - - bm e4;', 0],
  ])('reads the halfmove clock of %j', (fields, halfmoveClock) => {
    expect(parseFen(`${START} ${fields}`)).toMatchObject({ halfmoveClock });
  });

  it('writes unknown kinds as empty squares', () => {
    expect(fenLetter('dummy', 'white')).toBe('1');
  });
});
