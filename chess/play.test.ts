import { describe, expect, it } from 'vitest';
import type { MemoryReader } from './declared-tables.ts';
import type { DebugInfo } from '#assembler';
import { declared } from '#test/assembler/assembled-text.ts';
import {
  declaresBoard,
  decodePlay,
  gameToPgn,
  levelKeys,
  playLine,
  playToPgn,
  positionKeys,
  type DecodedPlay,
} from './play.ts';
import { Chess } from 'chess.js';
import type { PlayedTurn } from './decoded.ts';
import { PIECE_KINDS, placementPieces } from './fen-board.ts';

/** The program declares the byte `level`, the byte `thinking`, or a position to be entered. */
const LEVEL = '.zp level at $40 role=level from=1 keys="digit Escape"';
const THINKING = '.zp thinking at $41 role=thinking';
const POSITION = '.zp position at $42 fen=board keys="s x fen Enter"';
const program = (...lines: readonly string[]): DebugInfo => declared(lines.join('\n'));

/** RAM that is 0 except for some bytes. */
function memory(bytes: Readonly<Record<number, number>> = {}): MemoryReader {
  return { read: (address) => bytes[address] ?? 0 };
}

describe('what a program declares for its players', () => {
  it('is nothing by default', () => {
    const { thinking, level, takesPosition, tables } = decodePlay(memory(), program());
    expect({ thinking, level, takesPosition, board: tables.board }).toEqual({
      thinking: null,
      level: null,
      takesPosition: false,
      board: null,
    });
  });

  it('is whether it thinks, and its level as it shows it', () => {
    const play = decodePlay(memory({ 0x40: 4, 0x41: 2 }), program(LEVEL, THINKING, POSITION));
    expect(play).toMatchObject({ thinking: true, level: { level: 5, entered: 'digit' }, takesPosition: true });
  });

  it.each([
    ['l', 'next'],
    [undefined, null],
  ])('is how the level is entered: %s', (keys, entered) => {
    const level = `.zp level at $40 role=level ${keys === undefined ? '' : `keys="${keys}"`}`;
    expect(decodePlay(memory(), program(level)).level).toEqual({ level: 0, entered, from: 0, names: [] });
  });

  it('is what its levels are called, by the numbers that it shows', () => {
    const named = `${LEVEL} names="easy, 5 s a move"`;
    expect(decodePlay(memory({ 0x40: 1 }), program(named)).level).toMatchObject({
      level: 2,
      from: 1,
      names: ['easy', '5 s a move'],
    });
  });

  it('is a board of 64 squares, or of Octad', () => {
    const programs = [
      '.zp board, 64 index=square element=piece',
      '.row board, 0..0 at $0300 bytes 74 element=octad-state',
      LEVEL,
    ];
    expect(programs.map((line) => declaresBoard(program(line)))).toEqual([true, true, false]);
  });
});

describe('declared keys', () => {
  it('enter a position by the first four fields of its FEN', () => {
    const keys = positionKeys(program(POSITION), ' 4k3/8 w  KQ - 12 40 ');
    expect(keys).toEqual(['s', 'x', ...'4k3/8 w KQ -', 'Enter']);
  });

  it('enter a level', () => {
    expect(levelKeys(program(LEVEL), 7)).toEqual(['7', 'Escape']);
  });

  it('are none if none are declared', () => {
    expect([positionKeys(program(LEVEL), ''), levelKeys(program(POSITION), 1)]).toEqual([undefined, undefined]);
  });
});

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

/** The turns of a game by chess.js, as a record has them. */
function turnsOf(game: Chess): PlayedTurn[] {
  return game.history({ verbose: true }).map(({ from, to, piece, color, captured, promotion, flags, before }) => {
    const side = color === 'w' ? 'white' : 'black';
    const castle = flags.includes('k') ? 'castle-king-side' : flags.includes('q') ? 'castle-queen-side' : undefined;
    const taking = flags.includes('e') ? 'en-passant' : 'capture';
    const type = castle ?? (captured === undefined ? 'move' : taking);
    const becomes = promotion === undefined ? null : PIECE_KINDS[promotion]!;
    const other = color === 'w' ? 'black' : 'white';
    const taken = captured === undefined ? null : { kind: PIECE_KINDS[captured]!, side: other };
    return {
      from,
      to,
      type,
      piece: { kind: PIECE_KINDS[piece]!, side },
      captured: taken,
      promotion: becomes,
      castling: before.split(' ')[2],
    } as PlayedTurn;
  });
}

describe('the record as PGN', () => {
  it('is read by others as the same game, with captures, castling and promotion', () => {
    const game = new Chess();
    const moves = 'e4 d5 exd5 Nf6 Nf3 Nxd5 d4 e6 Bd3 Be7 O-O O-O c4 b5 cxb5 c6 bxc6 Qb6 c7 Bb7 c8=Q Rxc8';
    for (const move of moves.split(' ')) game.move(move);
    const again = new Chess();
    again.loadPgn(gameToPgn({ turns: turnsOf(game) }));
    expect(again.history()).toEqual(game.history());
  });

  it('starts with black where the record does, and breaks long lines', () => {
    const game = new Chess('4k3/8/8/8/8/8/8/R3K3 b - - 0 1');
    for (let n = 0; n < 10; n++) for (const move of ['Ke7', 'Ra2', 'Ke8', 'Ra1']) game.move(move);
    const text = gameToPgn({ turns: turnsOf(game) });
    expect(text).toMatch(/^1\.\.\. Ke8e7 2\. Ra1a2 Ke7e8/);
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(79);
  });

  it.each([
    ['a king, a pawn and a promotion', '4k3/P7/8/8/8/8/4P3/4K3 w - - 0 1', 'e4 Kd7 a8=N Kc6'],
    [
      'castling and capturing en passant',
      'r3k2r/pppp1ppp/8/4p3/3P4/8/PPP2PPP/R3K2R w KQkq - 0 1',
      'O-O exd4 c4 dxc3 Rae1+',
    ],
    ['castling on the other side, with Black first', 'r3k2r/8/8/8/8/8/P7/R3K2R b KQkq - 0 1', 'O-O-O Rxh8'],
    ['a capture en passant at first', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'exd6 Kd7'],
    ['the usual pieces, with Black first', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1', 'e5 e4'],
  ])('has the position that it began with: %s', (_what, fen, moves) => {
    const game = new Chess(fen);
    for (const move of moves.split(' ')) game.move(move);
    const again = new Chess();
    const text = gameToPgn({ turns: turnsOf(game) }, game.fen().split(' ')[0]);
    expect(text).toMatch(/^\[SetUp "1"\]\n\[FEN "/);
    again.loadPgn(text);
    expect(again.history()).toEqual(game.history());
    expect(again.fen().split(' ')[0]).toBe(game.fen().split(' ')[0]);
  });

  it.each([
    ['8/8/8/8/8/8/4P3/4K2k', '[SetUp "1"]\n[FEN "8/8/8/8/8/8/4P3/4K2k w - - 0 1"]\n\n*\n'],
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR', '*\n'],
  ])('of no turns has the position %s if that was set up', (placement, pgn) => {
    const squares = placementPieces(placement)!.map((piece) => ({ place: 'board', piece }));
    const board = { node: null, squares, sideToMove: 'white', castling: '-', enPassant: null };
    const play = { tables: { board, game: { turns: [] }, search: null } } as unknown as DecodedPlay;
    expect(playToPgn(play)).toBe(pgn);
  });

  it.each([
    ['it began as usual', (placement: string) => placement],
    ['the pieces are not those after its turns', () => '4k3/8/8/8/8/8/8/4K3'],
    ['the pieces are not known', () => ''],
  ])('has no position if %s', (_why, placement) => {
    const game = new Chess();
    for (const move of ['e4', 'd5', 'exd5', 'Qxd5']) game.move(move);
    const text = gameToPgn({ turns: turnsOf(game) }, placement(game.fen().split(' ')[0]!));
    expect(text).toBe('1. e4 d5 2. exd5 Qd8xd5 *\n');
  });

  it('of no turns has only its end', () => {
    expect(gameToPgn({ turns: [] })).toBe('*\n');
  });
});
