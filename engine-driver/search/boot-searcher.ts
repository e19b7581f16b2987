/** A searcher on a machine of its own, or one sentence why the program is none that plays. */
import { failure, isFailure, type Failure } from '#basics';
import type { Assembly, DebugInfo } from '#assembler';
import { bootEngine } from '../perft.ts';
import { Searcher } from './searcher.ts';

/** Names of the mailbox without which a search cannot be driven. */
const CELLS = [
  'searchDepth',
  'searchNodes',
  'searchFrames',
  'searchSoftFrames',
  'searchOptions',
  'searchStop',
  'rootMoves',
  'rootMoveCount',
  'moveFrom',
  'moveTo',
  'movePromotion',
  'bestFrom',
  'bestTo',
  'bestPromotion',
  'searchScore',
  'depthDone',
  'selectiveDepth',
  'iteration',
  'pv',
  'pvLength',
];
const CONSTANTS = [
  'COMMAND_SEARCH',
  'COMMAND_PLAY',
  'COMMAND_EVALUATE',
  'STATUS_ILLEGAL',
  'OPTION_BOOK',
  'OPTION_HASH',
  'PAWN_VALUE',
  'MATE_SCORE',
  'ROOT_MOVES',
];

/** Starts an engine and waits until it has come up. */
export function bootSearcher(assembly: Pick<Assembly, 'image' | 'debugInfo'>): Searcher | Failure {
  const session = bootEngine(assembly);
  if (isFailure(session)) return session;
  const missing = missingSearchName(assembly.debugInfo);
  return missing === undefined
    ? new Searcher(session)
    : failure(`the program is no chess engine that plays: it has no ${missing}`);
}

/** The first name that a program lacks to be asked for a move; undefined if it has all. */
function missingSearchName({ tables, symbols }: DebugInfo): string | undefined {
  const declared = new Set(tables.map(({ name }) => name));
  const defined = new Set(symbols.map(({ name }) => name));
  return CELLS.find((name) => !declared.has(name)) ?? CONSTANTS.find((name) => !defined.has(name));
}
