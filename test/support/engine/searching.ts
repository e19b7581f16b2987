/** Searches and counts that the engine is given through its mailbox, and what they have found. */
import { expect } from 'vitest';
import { breakpointsAt, type Stops } from '#emulator';
import type { EngineSession } from '#engine-driver';

/** Cycles after which a search counts as hung. */
export const SEARCH_LIMIT = 4_000_000_000;

/** What ends a search; what is absent does not. */
export interface Limits {
  readonly depth?: number;
  readonly frames?: number;
  readonly nodes?: number;
  /** What it may use. */
  readonly options?: readonly ('HASH' | 'BOOK')[];
  /** The only move of the root: its squares, and the code of what a pawn becomes. */
  readonly only?: readonly [from: string, to: string, code?: number];
}

export function writeLimits(
  engine: EngineSession,
  { depth = 0, frames = 0, nodes = 0, options = [], only }: Limits,
): void {
  engine.write('searchDepth', depth);
  engine.writeNumber('searchFrames', frames);
  engine.writeNumber('searchNodes', nodes);
  engine.write(
    'searchOptions',
    options.reduce((bits, name) => bits | engine.symbol(`OPTION_${name}`), 0),
  );
  engine.write('rootMoveCount', only === undefined ? 0 : 1);
  if (only === undefined) return;
  const [from, to, code = 0] = only;
  for (const [byte, value] of [engine.square(from), engine.square(to), code].entries()) {
    engine.write('rootMoves', value, byte);
  }
}

/** Begins to count the leaves of the position on the board. */
export function beginPerft(engine: EngineSession, depth: number): void {
  engine.write('perftDepth', depth);
  engine.begin('COMMAND_PERFT');
}

/** Counts them to the end. */
export function countLeaves(engine: EngineSession, depth: number): number {
  engine.write('perftDepth', depth);
  expect(engine.command('COMMAND_PERFT', SEARCH_LIMIT)).toBe(true);
  return engine.nodes();
}

/** Begins a search. */
export function beginSearch(engine: EngineSession, limits: Limits): void {
  writeLimits(engine, limits);
  engine.begin('COMMAND_SEARCH');
}

/** Searches to the end. */
export function think(engine: EngineSession, limits: Limits): void {
  writeLimits(engine, limits);
  expect(engine.command('COMMAND_SEARCH', SEARCH_LIMIT)).toBe(true);
}

/** The best move in coordinate notation, without what a pawn becomes; `none` if there is none. */
export function bestMove(engine: EngineSession): string {
  if (engine.read('bestFrom') === 0) return 'none';
  return ['bestFrom', 'bestTo'].map((name) => engine.squareName(engine.read(name))).join('');
}

/** The score of the last search, in units, as the side to move sees it. */
export function searchScore(engine: EngineSession): number {
  const high = engine.read('searchScore', 1);
  return 128 * (high > 127 ? high - 256 : high) + engine.read('searchScore', 0);
}

/** Runs a command that was begun to its end; calls `visit` each time the code reaches one of the labels. */
export function untilEnd(engine: EngineSession, labels: readonly string[], visit: (label: string) => void): void {
  const named = new Map([...labels, 'finishCommand'].map((label) => [engine.symbol(label), label]));
  const stops = stopsAt(engine, ...named.values());
  for (;;) {
    const reason = engine.machine.run(SEARCH_LIMIT, stops);
    if (reason.kind !== 'breakpoint') throw new Error('the command does not end');
    const label = named.get(reason.address)!;
    if (label === 'finishCommand') break;
    visit(label);
  }
  expect(engine.runUntilReady()).toBe(true);
}

/** Breakpoints at labels, for a run. */
export function stopsAt(engine: EngineSession, ...labels: readonly string[]): Stops {
  return { breakpoints: breakpointsAt(...labels.map((label) => engine.symbol(label))) };
}
