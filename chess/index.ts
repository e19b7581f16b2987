/** The room's interface: decode the tables of a program from RAM, and build them anew from a board. */
export type * from './declarations.ts';
export type * from './decoded.ts';
export { decode } from './decode.ts';
export {
  boardToFen,
  fenLetter,
  parseFen,
  type FenResult,
  type PlainKind,
  type PlainPiece,
  type PlainPosition,
} from './fen.ts';
export {
  codePosition,
  readCodedBoard,
  type CodedBoard,
  type CodedBoardResult,
  type CodedPiece,
} from './oracle/coded-board.ts';
export { expectedTables, type Expectation, type ExpectedTable } from './oracle/expected-tables.ts';
export { compareBoard, compareWithOracle, type Comparison } from './oracle/compare.ts';
export { PieceCoding } from './piece-coding.ts';
export { SquareGrid } from './square-grid.ts';
export { moveText, moveWord, readTurnWord, turnWord, type Turn, type TurnType } from './turn-word.ts';
