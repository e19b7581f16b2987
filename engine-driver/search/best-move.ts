/** One search from beginning to end, with its measurements, on a machine of its own. */
import { failure, isFailure, words, type Failure } from '#basics';
import type { Assembly, DebugInfo } from '#assembler';
import { missingName, type NeededNames } from '../mailbox-session.ts';
import { bootEngine } from '../perft.ts';
import { Searcher } from './searcher.ts';
import { CYCLES_PER_FRAME } from '#isa';
import { HandlerMeter } from '../handler-share.ts';
import { monitorFailure } from '../counting.ts';
import type { SearchInfo, SearchLimits, SearchResult } from './search-report.ts';

const SEARCH_NAMES: NeededNames = {
  cells: words(
    'searchDepth searchNodes searchFrames searchSoftFrames searchOptions overlooks bookSeed searchStop',
    'rootMoves rootMoveCount moveFrom moveTo movePromotion bestFrom bestTo bestPromotion searchScore',
    'depthDone selectiveDepth iteration pv pvLength',
  ),
  constants: words(
    'COMMAND_SEARCH COMMAND_PLAY COMMAND_EVALUATE depthOfLevel overlookedBy framesLow framesHigh',
    'STATUS_ILLEGAL OPTION_BOOK OPTION_HASH PAWN_VALUE MATE_SCORE ROOT_MOVES ALL_BUT',
  ),
};

/** An engine that has started, or why the program cannot play. */
export function bootSearcher(assembly: Pick<Assembly, 'image' | 'debugInfo'>): Searcher | Failure {
  const session = bootEngine(assembly);
  if (isFailure(session)) return session;
  const missing = missingName(assembly.debugInfo, SEARCH_NAMES);
  return missing === undefined
    ? new Searcher(session)
    : failure(`the program is not a chess engine that plays: it has no ${missing}`);
}

/** One frame in this many is profiled, starting with the one in the middle. */
const PROFILED_EVERY = 64;

export interface BestMoveReport extends SearchResult {
  /** Share of handler and checks in the profiled frames; null for a search that is too short. */
  readonly handlerShare: number | null;
  readonly monitor: { readonly badLines: number; readonly badFrames: number; readonly frames: number };
}

/** A game: its first position, and the moves from there in coordinate notation. */
export interface GameSoFar {
  readonly fen: string;
  readonly moves: readonly string[];
}

/**
 * Searches for the best move.
 * @param onInfo called whenever there is something new; the search ends soon after this returns true
 */
export function search(
  searcher: Searcher,
  { fen, moves }: GameSoFar,
  limits: SearchLimits,
  onInfo: (info: SearchInfo) => boolean = () => false,
  onFrame: (frame: number) => void = () => undefined,
): SearchResult | Failure {
  const { faultCount } = searcher.session.machine.monitor;
  const failure = searcher.setPosition(fen, moves);
  if (failure !== undefined) return failure;
  searcher.start(limits);
  let { iteration } = searcher;
  for (let frame = 0; ; frame++) {
    const state = searcher.advance(CYCLES_PER_FRAME);
    if (isFailure(state)) return state;
    if (searcher.iteration !== iteration) {
      ({ iteration } = searcher);
      if (onInfo(searcher.info()) && state !== 'done') searcher.stop();
    }
    if (state === 'done') return monitorFailure(searcher.session, faultCount) ?? searcher.result();
    onFrame(frame);
  }
}

/** Searches for the best move, and measures the share of the handler meanwhile. */
export function bestMove(
  searcher: Searcher,
  debugInfo: DebugInfo,
  game: GameSoFar,
  limits: SearchLimits,
  onInfo: (info: SearchInfo) => void = () => undefined,
): BestMoveReport | Failure {
  const { machine } = searcher.session;
  const meter = new HandlerMeter(machine, debugInfo);
  const tell = (info: SearchInfo): boolean => {
    onInfo(info);
    return false;
  };
  const result = search(searcher, game, limits, tell, (frame) => {
    if (frame % PROFILED_EVERY === PROFILED_EVERY / 2) meter.sample();
  });
  if (isFailure(result)) return result;
  const { badLines, badFrames, frames } = machine.monitor;
  return { ...result, handlerShare: meter.share ?? null, monitor: { badLines, badFrames, frames } };
}
