/** The Octad ROM's search, compared with a full search on the host with the same piece values. */
import { expect, it } from 'vitest';
import {
  inOctadCheck,
  OCTAD_START,
  octadMoves,
  octadMoveText,
  octadPlay,
  parseOfen,
  toOfen,
  type OctadMove,
  type OctadPosition,
  type PlainKind,
} from '#chess';
import { isFailure } from '#basics';
import { octadBestMove, octadSession } from '#test/octad/octad-game.ts';
import { CLOCK_HZ } from '#isa';
import { draws } from '#test/draws.ts';

const POSITIONS = draws(25);
const WORTH: Readonly<Record<PlainKind, number>> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 };
const MATE = 60;

/** What a position is worth to the side to move, searched without cuts. */
function valueOf(position: OctadPosition, depth: number, ply = 0): number {
  if (depth === 0)
    return position.squares.reduce(
      (sum, piece) => sum + (piece ? (piece.side === position.sideToMove ? 1 : -1) * WORTH[piece.kind] : 0),
      0,
    );
  const moves = octadMoves(position);
  if (moves.length === 0) return inOctadCheck(position, position.sideToMove) ? ply - MATE : 0;
  return Math.max(...moves.map((move) => 0 - valueOf(octadPlay(position, move), depth - 1, ply + 1)));
}

function positionOf(ofen: string): OctadPosition {
  const parsed = parseOfen(ofen);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.position;
}

/** The move with a text; a ROM that names another is wrong. */
function legal(position: OctadPosition, text: string): OctadMove {
  const move = octadMoves(position).find((candidate) => octadMoveText(candidate) === text);
  if (!move) throw new Error(`${text} is not legal in ${toOfen(position)}`);
  return move;
}

it('is worth what a full search says, and plays a move that is worth as much', () => {
  const session = octadSession();
  let position = positionOf(OCTAD_START);
  let random = 4711;
  for (let count = 0; count < POSITIONS; count++) {
    const depth = 1 + (count % 3);
    const best = octadBestMove(session, toOfen(position), depth);
    if (isFailure(best)) throw new Error(best.message);
    expect(best.score, `${toOfen(position)} ${depth}`).toBe(valueOf(position, depth));
    if (best.move !== null)
      expect(
        0 - valueOf(octadPlay(position, legal(position, best.move)), depth - 1, 1),
        `${toOfen(position)} ${best.move} ${depth}`,
      ).toBe(best.score);
    random = (random * 1103515245 + 12345) % 2 ** 31;
    const moves = octadMoves(position);
    const next = moves[(random >> 8) % Math.max(1, moves.length)];
    position = next && count % 20 !== 19 ? octadPlay(position, next) : positionOf(OCTAD_START);
  }
  expect(session.machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
});

it.each([
  ['3k/Q3/2K1/4 w - - 0 1', 2, 59],
  ['3k/2Q1/2K1/4 b - - 0 1', 1, -60],
  ['3k/1Q2/2K1/4 b - - 0 1', 1, 0],
])('knows the end: %s', (ofen, depth, score) => {
  const position = positionOf(ofen);
  expect(valueOf(position, depth)).toBe(score);
  expect(octadBestMove(octadSession(), ofen, depth)).toMatchObject({ score });
});

it('searches six plies from the initial position in less than five seconds of the machine', () => {
  const best = octadBestMove(octadSession(), OCTAD_START, 6);
  if (isFailure(best)) throw new Error(best.message);
  expect(best.cycles / CLOCK_HZ).toBeLessThan(5);
});
