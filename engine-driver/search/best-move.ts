/** One search from beginning to end, with its measurements. */
import { isFailure, type Failure } from '#basics';
import type { DebugInfo } from '#assembler';
import { CYCLES_PER_FRAME } from '#isa';
import { HandlerMeter } from '../handler-share.ts';
import { monitorFailure } from '../counting.ts';
import type { SearchInfo, SearchLimits, SearchResult } from './search-report.ts';
import type { Searcher } from './searcher.ts';

/** One frame out of this many is profiled, the first one in the middle of them. */
const PROFILED_EVERY = 64;

export interface BestMoveReport extends SearchResult {
  /** Share of handler and checks in the profiled frames; null for a search that is too short. */
  readonly handlerShare: number | null;
  readonly monitor: { readonly badLines: number; readonly badFrames: number; readonly frames: number };
}

/** A position and how it came about. */
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

/** The same with the share of the handler measured. */
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
