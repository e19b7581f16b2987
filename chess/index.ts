/** The room's interface: decodes the tables of a program from RAM, and builds them again from a board. */
export type { MemoryReader } from './declared-tables.ts';
export type * from './decoded.ts';
export { decode, decodeGameRecord } from './decode.ts';
export { boardToFen, parseFen, type PlainKind, type PlainPiece, type PlainPosition } from './fen.ts';
export { fenLetter, placementFen, placementPieces } from './fen-board.ts';
export { playToPgn, pgnLines, declaresBoard, decodePlay, levelKeys, positionKeys, playLine } from './play.ts';
export type { DecodedPlay, PlayLevel } from './play.ts';
export { turnNumber } from './decode-game.ts';
export { codePosition, type CodedBoard, type CodedPiece } from './oracle/coded-board.ts';
export { expectedTables, type Expectation, type ExpectedTable } from './oracle/expected-tables.ts';
export { compareBoard, compareWithOracle, type Comparison } from './oracle/compare.ts';
export { PieceCoding } from './piece-coding.ts';
export { PLAIN_KINDS } from './plain-piece.ts';
export { SquareGrid } from './square-grid.ts';
export { moveText, turnWord, type Turn, type TurnType } from './chesster/turn-word.ts';
export * from './bitboards/bitboard.ts';
export * from './chesster/coding.ts';
export { readMoveFields, readTurnFields, type WordField, type WordReading } from './chesster/word-fields.ts';
export { OCTAD_START, parseOfen, toOfen, type OctadPosition } from './octad/position.ts';
export {
  castlingPartners,
  inCheck as inOctadCheck,
  octadEnd,
  octadMoves,
  octadMoveText,
  octadPerft,
  octadPlay,
  type OctadMove,
} from './octad/rules.ts';
export * from './lens/lens.ts';
export { OCTAD_STATE_BYTES, octadStateBytes, readOctadState, type OctadStateReading } from './octad/state.ts';
