/**
 * The engine ROM at work in the emulator: a session that drives it through its mailbox, and what is
 * counted and measured with one.
 */
export { EngineSession, type Difference, type Refusal } from './engine-session.ts';
export { firstValues } from './evaluation/first-values.ts';
export { pieceValuesSource } from './evaluation/piece-values-source.ts';
export {
  endShare,
  evaluate,
  KINDS,
  LARGEST_ENTRY,
  PAWN_VALUE,
  phaseOf,
  setOfPhase,
  type PieceValues,
} from './evaluation/piece-values.ts';
export { isFailure, type Failure } from './failure.ts';
export { handlerShare } from './handler-share.ts';
export { bootEngine, MOST_PLIES, perft, perftReport, type PerftCount, type PerftReport } from './perft.ts';
export { parseSuite, runSuite, type SuiteEntry, type SuiteReport } from './suite.ts';
