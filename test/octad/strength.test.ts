/**
 * The Octad ROM never spoils a won ending: if a full search on the host proves a mate within the plies that the ROM
 * searches, the ROM mates within them, whatever the other side does.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '#basics';
import { octadEnd, octadMoves, octadMoveText, octadPlay, toOfen, type OctadPosition } from '#chess';
import { octadBestMove, type OctadSession } from '#engine-driver';
import { draws } from '#test/draws.ts';
import { octadSession } from '#test/octad/octad-fixture.ts';
import { OctadSolver, randomEnding } from '#test/octad/solver.ts';

const ENDINGS = draws(6);
/** Of the longest mates. */
const MOST_PLIES = 5;
/** Plies that the ROM searches at most; it sees mate in the node after the last move, so in one ply more than the mate. */
const SEARCHED = 10;

let { seed = 1 } = fc.readConfigureGlobal();
function random(below: number): number {
  seed = (seed * 1103515245 + 12345) % 2 ** 31;
  return (seed >> 8) % below;
}

it(`mates in ${ENDINGS} endings that are won within ${MOST_PLIES} plies`, { timeout: 3_600_000 }, () => {
  const session = octadSession();
  const solver = new OctadSolver();
  const lengths: number[] = [];
  while (lengths.length < ENDINGS) {
    const position = randomEnding(random);
    const plies = position && solver.pliesToMate(position, MOST_PLIES);
    // A mate at once is too easy to be most of the test.
    if (position === undefined || plies === undefined || (plies === 1 && random(4) > 0)) continue;
    lengths.push(plies);
    win(session, solver, position, plies);
  }
  expect(Math.max(...lengths)).toBeGreaterThan(1);
  expect(session.machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
});

/** Plays the ROM's moves against the longest defence, and requires a proven win after each of them. */
function win(session: OctadSession, solver: OctadSolver, start: OctadPosition, plies: number): void {
  let position = start;
  for (let left = plies; ;) {
    const best = octadBestMove(session, toOfen(position), Math.min(left + 1, SEARCHED));
    if (isFailure(best)) throw new Error(best.message);
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
