/** The Octad ROM's search, compared with a full search on the host with the same piece values. */
import { describe, expect, it } from 'vitest';
import { inOctadCheck, OCTAD_START, octadMoves, octadMoveText, octadPlay, parseOfen, toOfen, octadEnd } from '#chess';
import type { OctadPosition, PlainKind } from '#chess';
import { isFailure } from '#basics';
import { octadPosition } from '#test/chess/positions.ts';
import { octadBestMove, octadMoveNamed, octadSession } from '#test/octad/octad-game.ts';
import { CLOCK_HZ } from '#isa';
import type { OctadSession } from '#engine-driver';
import { draws, SEED } from '#test/draws.ts';
import { randomFrom } from '#test/emulator/program.ts';
import { good } from '#test/good.ts';

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

it('is worth what a full search says, and plays a move that is worth as much', () => {
  const session = octadSession();
  let position = octadPosition(OCTAD_START);
  const random = randomFrom(4711);
  for (let count = 0; count < POSITIONS; count++) {
    const depth = 1 + (count % 3);
    const best = good(octadBestMove(session, toOfen(position), depth));
    expect(best.score, `${toOfen(position)} ${depth}`).toBe(valueOf(position, depth));
    if (best.move !== null)
      expect(
        0 - valueOf(octadPlay(position, octadMoveNamed(position, best.move)), depth - 1, 1),
        `${toOfen(position)} ${best.move} ${depth}`,
      ).toBe(best.score);
    const moves = octadMoves(position);
    const next = moves[random(moves.length)];
    position = next && count % 20 !== 19 ? octadPlay(position, next) : octadPosition(OCTAD_START);
  }
});

it.each([
  ['3k/Q3/2K1/4 w - - 0 1', 2, 59],
  ['3k/2Q1/2K1/4 b - - 0 1', 1, -60],
  ['3k/1Q2/2K1/4 b - - 0 1', 1, 0],
])('knows the end: %s', (ofen, depth, score) => {
  const position = octadPosition(ofen);
  expect(valueOf(position, depth)).toBe(score);
  expect(octadBestMove(octadSession(), ofen, depth)).toMatchObject({ score });
});

it('searches six plies from the initial position in less than five seconds of the machine', () => {
  const best = good(octadBestMove(octadSession(), OCTAD_START, 6));
  expect(best.cycles / CLOCK_HZ).toBeLessThan(5);
});

/**
 * The Octad ROM never spoils a won ending: if a full search on the host proves a mate within the plies that the ROM
 * searches, the ROM mates within them, whatever the other side does.
 */
describe('a won ending', () => {
  /**
   * Proves won endings of Octad by a full search with the rules on the host. It shares no code with the ROM: no
   * bitboards, no piece values, no cuts except the one that a proof needs.
   */
  class OctadSolver {
    private readonly known = new Map<string, boolean>();

    /** Whether the side to move can force mate within a number of plies, whatever the other side does. */
    wins(position: OctadPosition, plies: number): boolean {
      if (plies < 1) return false;
      return this.proven(`w${plies}`, position, () =>
        octadMoves(position).some((move) => this.loses(octadPlay(position, move), plies - 1)),
      );
    }

    /** Whether the side to move is mated, or cannot escape mate within a number of plies. */
    loses(position: OctadPosition, plies: number): boolean {
      const end = octadEnd(position);
      if (end !== null) return end === 'checkmate';
      if (plies < 2) return false;
      return this.proven(`l${plies}`, position, () =>
        octadMoves(position).every((move) => this.wins(octadPlay(position, move), plies - 1)),
      );
    }

    /** Fewest plies to a forced mate, up to `most`; undefined if there is none. */
    pliesToMate(position: OctadPosition, most: number): number | undefined {
      for (let plies = 1; plies <= most; plies += 2) if (this.wins(position, plies)) return plies;
      return undefined;
    }

    private proven(question: string, position: OctadPosition, prove: () => boolean): boolean {
      const key = `${question} ${toOfen({ ...position, moveNumber: 1 })}`;
      const before = this.known.get(key);
      if (before !== undefined) return before;
      const answer = prove();
      this.known.set(key, answer);
      return answer;
    }
  }

  /** Material of the random endings: white's pieces, black's. */
  const MATERIAL = ['KQ k', 'KR k', 'KQ kn', 'KP k', 'KBN k', 'KQ kp', 'KRN kb', 'kq K', 'krp K', 'kqn KN'] as const;

  /** An ending with its pieces on random squares; undefined if it is not legal, or the game is over. */
  function randomEnding(): OctadPosition | undefined {
    const pieces = [...(MATERIAL[random(MATERIAL.length)] ?? '').replace(' ', '')];
    const letters = Array<string>(16).fill('1');
    for (const piece of pieces) {
      const free = letters.flatMap((letter, square) => (letter === '1' ? [square] : []));
      letters[free[random(free.length)] ?? 0] = piece;
    }
    const ranks = [0, 4, 8, 12].map((from) => letters.slice(from, from + 4).join(''));
    const pawnsFit = !/p/i.test((ranks[0] ?? '') + (ranks[3] ?? ''));
    const position = parseOfen(`${ranks.join('/')} ${random(2) === 0 ? 'w' : 'b'} - - 0 1`);
    if (isFailure(position) || !pawnsFit) return undefined;
    const waiting = position.sideToMove === 'white' ? 'black' : 'white';
    return inOctadCheck(position, waiting) || octadEnd(position) !== null ? undefined : position;
  }

  const ENDINGS = draws(6);
  /** Plies of the longest mates. */
  const MOST_PLIES = 5;
  /** The most plies that the ROM searches; it sees mate one ply after the last move. */
  const SEARCHED = 10;

  const random = randomFrom(SEED);

  it(`mates in ${ENDINGS} endings that are won within ${MOST_PLIES} plies`, { timeout: 3_600_000 }, () => {
    const session = octadSession();
    const solver = new OctadSolver();
    const lengths: number[] = [];
    while (lengths.length < ENDINGS) {
      const position = randomEnding();
      const plies = position && solver.pliesToMate(position, MOST_PLIES);
      // A mate at once is too easy to be most of the test.
      if (position === undefined || plies === undefined || (plies === 1 && random(4) > 0)) continue;
      lengths.push(plies);
      win(session, solver, position, plies);
    }
    expect(Math.max(...lengths)).toBeGreaterThan(1);
  });

  /** Plays the ROM's moves against the longest defence, and requires a proven win after each of them. */
  function win(session: OctadSession, solver: OctadSolver, start: OctadPosition, plies: number): void {
    let position = start;
    for (let left = plies; ;) {
      const best = good(octadBestMove(session, toOfen(position), Math.min(left + 1, SEARCHED)));
      expect(best.score, `${toOfen(position)}, mate in ${left}`).toBe(60 - left);
      const move = octadMoves(position).find((candidate) => octadMoveText(candidate) === best.move);
      if (!move) throw new Error(`${best.move} is not legal in ${toOfen(position)}`);
      const after = octadPlay(position, move);
      expect(solver.loses(after, left - 1), `${best.move} in ${toOfen(position)}`).toBe(true);
      if (octadEnd(after) === 'checkmate') return;
      const replies = octadMoves(after).map((reply) => octadPlay(after, reply));
      const lengths = replies.map((reply) => solver.pliesToMate(reply, left - 2) ?? 0);
      left = Math.max(...lengths);
      position = replies[lengths.indexOf(left)] ?? after;
    }
  }
});
