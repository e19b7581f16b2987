/** A game on the Octad ROM: moves by mailbox, pad and keys; every way to end; what the panel says; the beep. */
import { describe, expect, it } from 'vitest';
import { isFailure } from '#basics';
import { OCTAD_START, octadMoves, octadPlay, octadStateBytes, toOfen, type OctadPosition } from '#chess';
import type { OctadSession } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { octadPosition } from '#test/chess/positions.ts';
import {
  octadBegin,
  octadGame,
  octadGo,
  octadNewGame,
  octadMoveNamed,
  octadPlayMove,
  octadTakeBack,
  octadSession,
} from '#test/octad/octad-game.ts';
import type { PadButton } from '#emulator';
import { good } from '#test/good.ts';

/** Plays a move, given as text, in the ROM and by the rules. */
function play(session: OctadSession, position: OctadPosition, text: string): OctadPosition {
  const move = octadMoveNamed(position, text);
  good(octadPlayMove(session, move));
  return octadPlay(position, move);
}

/** A line of the panel, without spaces at its end. */
function line(session: OctadSession, number: number): string {
  const page = (session.symbol('TEXT_PAGE') + number) * 256;
  const codes = Array.from({ length: 13 }, (_, column) => session.machine.readRam(page + column) & 0x7f);
  return String.fromCharCode(...codes).trimEnd();
}

/** Expects the ROM's game to be this one, in all 74 bytes. */
function expectPosition(session: OctadSession, position: OctadPosition, what: string): void {
  const { position: shown, problems } = octadGame(session);
  expect(problems, what).toEqual([]);
  expect(session.readBytes('octad', 74), what).toEqual(octadStateBytes(position));
  expect({ side: shown.sideToMove, clock: shown.halfmoveClock }, what).toEqual({
    side: position.sideToMove,
    clock: position.halfmoveClock,
  });
}

describe('a game by mailbox', () => {
  const session = octadSession();

  it('refuses what is not legal, and says so', () => {
    good(octadNewGame(session));
    const refused = octadPlayMove(session, { from: 2, to: 15, promotion: null, castle: null });
    expect(isFailure(refused) && refused.message).toBe('c1d4 is not legal');
    expect(line(session, 3)).toBe('ILLEGAL MOVE');
    expect(isFailure(octadTakeBack(session))).toBe(true);
    expectPosition(session, octadPosition(OCTAD_START), 'unchanged');
  });

  it.each([
    ['1k2/4/4/KP2 w C - 0 1', 'O-O'],
    ['2k1/4/4/K1P1 w C - 0 1', 'O-O-O'],
    ['k1p1/4/4/2K1 b c - 0 1', 'O-O-O'],
  ])('writes castling as the rules do: %s %s', (ofen, text) => {
    const position = octadPosition(ofen);
    good(octadBegin(session, position));
    const after = play(session, position, text);
    expectPosition(session, after, text);
    expect(line(session, 2)).toBe(`Last ${text}`);
    good(octadTakeBack(session));
    expectPosition(session, position, 'back');
  });

  it('is played by the machine on both sides', () => {
    good(octadNewGame(session));
    for (let ply = 0; ply < 4; ply++) {
      const { position } = octadGame(session);
      good(octadGo(session, 3, 100_000_000));
      const after = octadGame(session).position;
      const legal = octadMoves(position).map((move) => toOfen({ ...octadPlay(position, move), moveNumber: 1 }));
      expect(legal).toContain(toOfen(after));
    }
  });
});

describe('the end of a game', () => {
  const session = octadSession();

  it.each([
    ['mate', '3k/Q3/2K1/4 w - - 0 1', ['a3a4'], 'checkmate', 'White wins', 'CHECKMATE'],
    ['mate by black', '4/2k1/q3/3K b - - 0 1', ['a2a1'], 'checkmate', 'Black wins', 'CHECKMATE'],
    ['stalemate', '3k/4/2K1/1Q2 w - - 0 1', ['b1b3'], 'stalemate', 'Draw', 'STALEMATE'],
    ['bare kings', '3k/4/1pK1/4 w - - 0 1', ['c2b2'], 'dead', 'Draw', 'DEAD POSITION'],
    ['one knight', '3k/4/1rK1/N3 w - - 0 1', ['c2b2'], 'dead', 'Draw', 'DEAD POSITION'],
    ['bishops of one colour', 'kb2/4/1p2/B1K1 w - - 0 1', ['c1b2'], 'dead', 'Draw', 'DEAD POSITION'],
    ['fifty quiet plies', '3k/4/4/RK2 w - - 49 30', ['a1a2'], 'quiet', 'Draw', 'FIFTY PLIES'],
    [
      'a position for the third time',
      '3k/4/4/RK2 w - - 0 1',
      ['a1a2', 'd4d3', 'a2a1', 'd3d4', 'a1a2', 'd4d3', 'a2a1', 'd3d4'],
      'threefold',
      'Draw',
      'THREEFOLD',
    ],
  ] as const)('%s', (_, ofen, moves, result, first, second) => {
    let position = octadPosition(ofen);
    good(octadBegin(session, position));
    for (const text of moves) position = play(session, position, text);
    const game = octadGame(session);
    expect(game.result).toBe(result);
    expect([line(session, 1), line(session, 2)]).toEqual([second, first]);
    expect(session.read('soundVolume')).toBeGreaterThan(0);
    session.machine.run(40 * CYCLES_PER_FRAME);
    expect(session.read('soundVolume')).toBe(0);
  });
});

describe('a game by hand', () => {
  it('is played with the pad, answered by the machine, and taken back', () => {
    const session = octadSession();
    session.machine.run(10 * CYCLES_PER_FRAME);
    press(session, 'a'); // the pawn on c1, under the cursor
    expect(session.readBytes('marks', 2)).toEqual(squareBoards('c2', 'c3'));
    press(session, 'up');
    press(session, 'a');
    const start = octadPosition(OCTAD_START);
    const mine = octadMoveNamed(start, 'c1c2');
    expectPosition(session, octadPlay(start, mine), 'after c1c2');
    expect(line(session, 2)).toBe('Last c1c2');
    for (let frames = 0; frames < 600 && session.read('octadSide') === 1; frames++)
      session.machine.run(CYCLES_PER_FRAME);
    const replies = octadMoves(octadPlay(start, mine)).map((move) => octadPlay(octadPlay(start, mine), move));
    const { position } = octadGame(session);
    expect(replies.map((reply) => toOfen({ ...reply, moveNumber: 1 }))).toContain(toOfen(position));
    session.machine.run(5 * CYCLES_PER_FRAME);
    press(session, 'b');
    expectPosition(session, start, 'taken back, the reply as well');
    expect([line(session, 0), line(session, 7)]).toEqual([' Black  00:00', '>White  00:00']);
  });

  it('counts the time of both sides, and shows what the machine has found while it thinks', () => {
    const session = octadSession();
    type(session, 'lll');
    expect(line(session, 6)).toBe('Level 8');
    session.machine.run(60 * CYCLES_PER_FRAME);
    expect([line(session, 0), line(session, 7)]).toEqual([' Black  00:00', '>White  00:00']);
    type(session, '\n2\n');
    session.machine.run(125 * CYCLES_PER_FRAME);
    expect([line(session, 0), line(session, 7)]).toEqual(['>Black  00:02', ' White  00:00']);
    expect(line(session, 6)).toMatch(/^[1-8] [+-]\d+ [a-d][1-4][a-d][1-4]$/);
    type(session, 'k');
    session.machine.run(25 * 60 * CYCLES_PER_FRAME);
    expect(session.read('octadSide')).toBe(0);
  });

  it('is played with keys, castling and promotion among the moves', () => {
    const session = octadSession();
    good(octadBegin(session, octadPosition('1k2/3P/4/NK2 w N - 0 1')));
    type(session, 'b1\na1\n');
    expect(toOfen(octadGame(session).position)).toBe('1k2/3P/4/KN2 b - - 0 1');
    expect(line(session, 2)).toBe('Last O');
    type(session, 't');
    type(session, 'd3\n');
    expect(line(session, 4)).toBe('queen');
    type(session, 'p');
    expect(line(session, 4)).toBe('rook');
    type(session, 'd4\n');
    expect(toOfen(octadGame(session).position)).toBe('1k1R/4/4/NK2 b N - 0 1');
    expect(line(session, 2)).toBe('Last d3d4r');
    expect(line(session, 1)).toBe('CHECK');
    type(session, 'k');
    expect(line(session, 2)).toBe('t  take back');
    type(session, 'kn');
    expect(line(session, 3)).toBe('NEW GAME?');
    type(session, 'n');
    expectPosition(session, octadPosition(OCTAD_START), 'a new game');
  });
});

/** Holds a button for some frames, then releases it. */
function press(session: OctadSession, button: PadButton): void {
  session.machine.input.setPad([button]);
  session.machine.run(6 * CYCLES_PER_FRAME);
  session.machine.input.setPad([]);
  session.machine.run(10 * CYCLES_PER_FRAME);
}

function type(session: OctadSession, keys: string): void {
  for (const key of keys) {
    session.machine.input.typeKey(key);
    session.machine.run(16 * CYCLES_PER_FRAME);
  }
}

/** The board of some squares, first byte first. */
function squareBoards(...names: string[]): number[] {
  const board = names.reduce((sum, name) => sum | (0x8000 >> (name.charCodeAt(0) - 97 + 4 * (Number(name[1]) - 1))), 0);
  return [board >> 8, board & 0xff];
}
