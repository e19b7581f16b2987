/** A searcher on a machine of its own, or a sentence on why the program cannot play. */
import { failure, isFailure, words, type Failure } from '#basics';
import type { Assembly } from '#assembler';
import { missingName, type NeededNames } from '../mailbox-session.ts';
import { bootEngine } from '../perft.ts';
import { Searcher } from './searcher.ts';

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

/** Starts an engine and waits until it is ready. */
export function bootSearcher(assembly: Pick<Assembly, 'image' | 'debugInfo'>): Searcher | Failure {
  const session = bootEngine(assembly);
  if (isFailure(session)) return session;
  const missing = missingName(assembly.debugInfo, SEARCH_NAMES);
  return missing === undefined
    ? new Searcher(session)
    : failure(`the program is not a chess engine that plays: it has no ${missing}`);
}
