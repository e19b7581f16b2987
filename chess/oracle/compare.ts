/**
 * Compares the tables in RAM with what a board implies, byte by byte, and names the squares that differ.
 *
 * The board itself is taken from RAM, or compared with a FEN first (`compareBoard`), so that tables
 * that agree with a wrong board do not pass as right.
 */
import { hexByte, isFailure, type ProgramDeclarations, type SquareNumbering } from '#basics';
import type { MemoryReader } from '../declared-tables.ts';
import type { TableDifference } from '../decoded.ts';
import type { PlainPosition } from '../fen.ts';
import { readCodedBoard, readEntry } from './coded-board.ts';
import { expectedTables, type ExpectedTable } from './expected-tables.ts';

export interface Comparison {
  /** Entries compared; a comparison of nothing proves nothing. */
  readonly compared: number;
  readonly differences: readonly TableDifference[];
  /** Why something could not be compared, one sentence each. */
  readonly problems: readonly string[];
}

/** Compares every declared neighbour column and attack map with the board as it is in RAM. */
export function compareWithOracle(memory: MemoryReader, declarations: ProgramDeclarations): Comparison {
  const board = readCodedBoard(memory, declarations);
  if (isFailure(board) || !declarations.squares) {
    return { compared: 0, differences: [], problems: isFailure(board) ? [board.message] : [] };
  }
  const { tables, problems } = expectedTables(board, declarations);
  const names = squareNames(declarations.squares);
  const differences: TableDifference[] = [];
  let compared = 0;
  for (const table of tables) {
    compared += table.entries.size;
    differences.push(...compareTable(memory, table, names));
  }
  return { compared, differences, problems };
}

function compareTable(
  memory: MemoryReader,
  expected: ExpectedTable,
  names: ReadonlyMap<number, string>,
): TableDifference[] {
  const differences: TableDifference[] = [];
  for (const [square, value] of expected.entries) {
    const actual = readEntry(memory, expected.table, square);
    if (actual === undefined || actual === value) continue;
    const detail = expected.set
      ? bitDifference(expected.set.bits, value, actual)
      : `${label(names, actual)} instead of ${label(names, value)}`;
    differences.push({
      table: expected.table.name,
      square,
      name: names.get(square) ?? null,
      expected: value,
      actual,
      detail,
    });
  }
  return differences;
}

function bitDifference(labels: readonly string[], expected: number, actual: number): string {
  const words: string[] = [];
  for (let bit = 0; bit < 8; bit++) {
    const wanted = (expected >> bit) & 1;
    if (wanted === ((actual >> bit) & 1)) continue;
    words.push(`${labels[bit] || `bit ${String(bit)}`} ${wanted ? 'missing' : 'too many'}`);
  }
  return words.join(', ');
}

/** Compares the pieces in RAM with a position; one sentence per square that differs. */
export function compareBoard(
  memory: MemoryReader,
  declarations: ProgramDeclarations,
  position: PlainPosition,
): string[] {
  const coded = readCodedBoard(memory, declarations);
  if (isFailure(coded)) return [coded.message];
  const faults: string[] = [];
  for (const [square, wanted] of position.squares.entries()) {
    const found = coded[square] ?? null;
    if (wanted?.kind === found?.kind && wanted?.side === found?.side) continue;
    faults.push(`${plainName(square)} holds ${describe(found)} instead of ${describe(wanted)}.`);
  }
  return faults;
}

function describe(piece: { readonly kind: string; readonly side: string } | null): string {
  return piece ? `a ${piece.side} ${piece.kind}` : 'nothing';
}

function plainName(square: number): string {
  return 'abcdefgh'.charAt(square % 8) + String((square >> 3) + 1);
}

function squareNames({ a1, fileStep, rankStep }: SquareNumbering): Map<number, string> {
  return new Map(
    Array.from(
      { length: 64 },
      (_, square) => [a1 + (square % 8) * fileStep + (square >> 3) * rankStep, plainName(square)] as const,
    ),
  );
}

function label(names: ReadonlyMap<number, string>, number: number): string {
  return names.get(number) ?? hexByte(number);
}
