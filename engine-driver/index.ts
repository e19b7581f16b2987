/**
 * The engine ROM at work in the emulator: a session that drives it through its mailbox, and what a session can
 * count and measure.
 */
export { EngineSession, type Difference, type Refusal } from './engine-session.ts';
export {
  firstValues,
  pieceValuesSource,
  neighbourValuesSource,
  squareValuesSource,
  KINDS,
  LARGEST_ENTRY,
  LARGEST_STEP,
  setOfPhase,
  SETS,
  squareTable,
  type PieceValues,
} from './evaluation/piece-values.ts';
export { publishedValues, type PublishedValues } from './evaluation/published-values.ts';
export { fit, loss, type LabelledPosition } from './evaluation/fit.ts';
export { fitNeighbours, type LabelledLeaf } from './evaluation/fit-neighbours.ts';
export { evaluate, whiteAhead, rootSquares, type SquareTables } from './evaluation/root-squares.ts';
export { handlerShare } from './handler-share.ts';
export type { PerftCount, PerftReport } from './counting.ts';
export { bootEngine, MOST_PLIES, perft, perftReport, parseSuite, runSuite } from './perft.ts';
export type { SuiteEntry, SuiteReport } from './perft.ts';
export { countGame, countPair, emptyTally, strength, type Strength, type Tally } from './match/elo.ts';
export { Referee, type Adjudication, type GameEnd } from './match/referee.ts';
export { parseOpenings } from './match/openings.ts';
export { bestMove, search, type BestMoveReport, type GameSoFar, bootSearcher } from './search/best-move.ts';
export { solve, type EpdOutcome, parseEpd, type EpdPosition } from './search/epd.ts';
export { nodesPerSecond, levelLimits, LEVELS } from './search/search-report.ts';
export type { Score, SearchInfo, SearchLimits, SearchResult } from './search/search-report.ts';
export { legalMoves, Searcher, type SearchState } from './search/searcher.ts';
export { parsePosition, START_FEN, infoLine } from './uci/uci-words.ts';
export { UciEngine, type UciHost } from './uci/uci-engine.ts';
export { bootOctad, OctadSession, MOST_OCTAD_PLIES, octadPerftCount, octadPerftReport } from './octad-session.ts';
