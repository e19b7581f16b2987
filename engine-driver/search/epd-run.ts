/** Test positions, searched one after another. */
import { isFailure, type Failure } from '#basics';
import { search } from './best-move.ts';
import { isSolved, type EpdPosition } from './epd.ts';
import type { Score, SearchInfo, SearchLimits } from './search-report.ts';
import type { Searcher } from './searcher.ts';

/** The result of a search of a position. */
export interface EpdOutcome {
  readonly id: string;
  readonly fen: string;
  readonly solved: boolean;
  readonly move: string | null;
  readonly score: Score;
  readonly depth: number;
  /** Of the whole search. */
  readonly nodes: number;
  readonly cycles: number;
  readonly seconds: number;
  /** Emulated seconds and nodes after which the search had the solution for good; null if it never had. */
  readonly solvedAfter: { readonly seconds: number; readonly nodes: number } | null;
}

/**
 * Searches a position. If a mate is asked for, finding it ends the search.
 */
export function solve(searcher: Searcher, position: EpdPosition, limits: SearchLimits): EpdOutcome | Failure {
  let since: SearchInfo | undefined;
  const result = search(searcher, { fen: position.fen, moves: [] }, limits, (info) => {
    const solved = isSolved(position, info.pv[0], info.score);
    since = solved ? (since ?? info) : undefined;
    return solved && position.mate !== undefined;
  });
  if (isFailure(result)) return result;
  const { move, score, depth, nodes, cycles, seconds } = result;
  const solved = isSolved(position, move, score);
  const found = solved ? (since ?? result) : undefined;
  return {
    ...{ id: position.id, fen: position.fen, solved, move: move ?? null, score, depth, nodes, cycles, seconds },
    solvedAfter: found === undefined ? null : { seconds: found.seconds, nodes: found.nodes },
  };
}
