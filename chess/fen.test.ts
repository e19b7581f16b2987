import { describe, expect, it } from 'vitest';
import { isFailure } from '#basics';
import { position } from '#test/chess/positions.ts';
import type { Board, PlayedTurn } from './decoded.ts';
import { fenLetter } from './fen-board.ts';
import { boardToFen, parseFen } from './fen.ts';

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

  it.each([
    ['', 'w', '0 1'],
    ['e2e4', 'b', '0 1'],
    ['e2e4 b8c6', 'w', '1 2'],
    ['e2e4 b8c6 g1f3', 'b', '2 2'],
    ['e2e4 b8c6 g1f3 c6xe5', 'w', '0 3'],
    ['b8c6 g1f3', 'b', '2 2'],
  ])('counts the moves of the game: %j', (moves, side, counters) => {
    const sideToMove = side === 'w' ? 'white' : 'black';
    const turns = moves.split(' ').flatMap((text) => {
      const piece = {
        side: /[12]/.test(text.charAt(1)) ? 'white' : 'black',
        kind: text === 'e2e4' ? 'pawn' : 'knight',
      };
      return text === '' ? [] : [{ piece, captured: text.includes('x') ? { side: 'white', kind: 'pawn' } : null }];
    }) as unknown as PlayedTurn[];
    const board = { squares: [], sideToMove, castling: null, enPassant: null, node: null } as unknown as Board;
    expect(boardToFen(board, { turns })).toMatch(new RegExp(` ${side} - - ${counters}$`));
    const inSearch = { ...board, node: { ply: 1, move: null } } as unknown as Board;
    expect(boardToFen(inSearch, { turns })).toMatch(/ 0 1$/);
  });

  it('writes unknown kinds as empty squares', () => {
    expect(fenLetter('dummy', 'white')).toBe('1');
  });
});
