/** The engine thinks: one position of random games after another, with limits and options of all kinds. */
import { Chess } from 'chess.js';
import { expect } from 'vitest';
import { isFailure } from '#basics';
import { legalMoves, Searcher, START_FEN, type GameSoFar, type SearchLimits } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { bootedEngine, perftSuite, oracleComparison } from './engine-fixture.ts';
import { randomNumbers, oneOf } from './reference-game.ts';

/** The most random plies before the first search; then the engine plays its own moves for that many searches. */
const OPENING = 60;
const SEARCHES = 12;

/**
 * Thinks for a number of cycles. Throws if anything is wrong: a fault of the picture, a false declaration, a table that
 * differs from the oracle's after a search, an illegal move.
 * @param seed of power-on, positions and limits
 * @param longest seconds of the longest searches
 * @returns number of searches
 */
export function thinkAtRandom(seed: number, cycles: number, longest: number): number {
  const searcher = new Searcher(bootedEngine({ seed }));
  const { machine } = searcher.session;
  const random = randomNumbers(seed);
  let searches = 0;
  while (machine.cycle < cycles) {
    const { fen, moves } = randomGame(random);
    for (let search = 0; search < SEARCHES && machine.cycle < cycles; search++, searches++) {
      const move = thinkOnce(searcher, { fen, moves }, randomLimits(random, longest), random);
      if (move === undefined) break;
      moves.push(move);
    }
  }
  return searches;
}

/** Searches once and checks what must hold then; returns the move that it found. */
function thinkOnce(
  searcher: Searcher,
  { fen, moves }: GameSoFar,
  limits: SearchLimits,
  random: () => number,
): string | undefined {
  const { session } = searcher;
  expect(searcher.setPosition(fen, moves)).toBeUndefined();
  searcher.start(limits);
  const stopAt = random() < 0.2 ? Math.floor(100 * random()) : Infinity;
  for (let frame = 0; ; frame++) {
    if (frame === stopAt) searcher.stop();
    const state = searcher.advance(CYCLES_PER_FRAME);
    if (isFailure(state)) throw new Error(`${searcher.board.fen()}: ${state.message}`);
    if (state === 'done') break;
  }
  expect(session.machine.monitor.faults).toEqual([]);
  const { problems, differences } = oracleComparison(session);
  expect({ problems, differences }, searcher.board.fen()).toEqual({ problems: [], differences: [] });
  const { move } = searcher.result();
  const legal = legalMoves(searcher.board);
  expect(move === undefined ? legal.length === 0 : legal.includes(move), `${searcher.board.fen()}: ${move}`).toBe(true);
  return searcher.board.isGameOver() ? undefined : move;
}

function randomLimits(random: () => number, longest: number): SearchLimits {
  const kind = random();
  const limit =
    kind < 0.6
      ? { seconds: 0.1 + longest * random() ** 3 }
      : kind < 0.8
        ? { depth: 1 + Math.floor(4 * random()), seconds: longest }
        : { nodes: 1 + Math.floor(20_000 * random()) };
  return {
    ...limit,
    hash: random() < 0.9,
    book: random() < 0.3,
    overlooks: random() < 0.2 ? 96 : 0,
    dark: random() < 0.3,
  };
}

/** A position from the perft suite, or from a random game. */
function randomGame(random: () => number): { fen: string; moves: string[] } {
  const suite = perftSuite();
  const fen = random() < 0.5 ? START_FEN : oneOf(random, suite).fen;
  const board = new Chess(fen, { skipValidation: true });
  const moves: string[] = [];
  for (let plies = Math.floor(OPENING * random()); plies > 0; plies--) {
    const legal = legalMoves(board);
    if (board.isGameOver() || legal.length === 0) break;
    const move = oneOf(random, legal);
    board.move(move);
    moves.push(move);
  }
  return { fen, moves };
}
