/**
 * Chess positions in the tables that the source declares to hold them, with `fen=`.
 *
 * A board with `element=piece` gets the codes of `.pieces` and `.kind`, and with it everything that the
 * declarations derive from a board: neighbours, attack maps, locations. Any other board holds a number for each kind of
 * piece, which its declaration gives.
 */
import type { DebugInfo, DebugTable } from '#assembler';
import { bankOf, entryAddress, failure, isFailure, type Result } from '#basics';
import { codePosition, compareBoard, compareWithOracle, expectedTables, parseFen, PLAIN_KINDS } from '#chess';
import type { MemoryReader, PlainPosition } from '#chess';
import type { Machine } from '#emulator';

/** Writes a position; returns a sentence on why that is impossible. */
export function writePosition(machine: Machine, info: DebugInfo, fen: string): string | undefined {
  const parsed = parseFen(fen);
  if (isFailure(parsed)) return parsed.message;
  const tables = info.tables.filter(({ attributes }) => attributes['fen'] !== undefined);
  if (!tables.some(({ attributes }) => attributes['fen'] === 'board'))
    return 'No table of the program is declared with fen=board, so there is no place for a position.';
  for (const table of tables) {
    const entries = entriesOf(table, info, parsed);
    if (isFailure(entries)) return entries.message;
    for (const [to, index, value] of entries) {
      if (index >= to.first && index <= to.last) machine.writeRam(entryAddress(to, index), value, bankOf(to));
    }
  }
  return undefined;
}

/** What in RAM differs from a position, one clause each; empty if nothing does. */
export function positionDifferences(machine: Machine, info: DebugInfo, fen: string): string[] {
  const parsed = parseFen(fen);
  if (isFailure(parsed)) return [parsed.message];
  const memory: MemoryReader = { read: (address, bank) => machine.readRam(address, bank) };
  if (info.tables.some(({ index, element }) => index === 'square' && element === 'piece')) {
    const { differences, problems } = compareWithOracle(memory, info);
    return [
      ...compareBoard(memory, info, parsed),
      ...differences.map(({ table, name, square, detail }) => `${table}[${name ?? square}]: ${detail}`),
      ...problems,
    ];
  }
  return compareNumbers(machine, info, parsed);
}

/** Compares tables that hold numbers with what would be written into them. */
function compareNumbers(machine: Machine, info: DebugInfo, position: PlainPosition): string[] {
  const tables = info.tables.filter(({ attributes }) => attributes['fen'] !== undefined);
  if (tables.length === 0) return ['The program declares no board.'];
  const found: string[] = [];
  for (const table of tables) {
    const values = numbersOf(table, info, position);
    if (isFailure(values)) return [values.message];
    for (const [index, value] of values) {
      const seen = machine.readRam(entryAddress(table, index), bankOf(table));
      if (seen !== value) found.push(`${table.name}[${index}] is ${seen} instead of ${value}`);
    }
  }
  return found;
}

/** What a position puts into an entry of a table. */
type Entry = readonly [table: DebugTable, index: number, value: number];

/** What a position puts into one table, or into all that follow from a board of pieces; a failure is a sentence. */
function entriesOf(table: DebugTable, info: DebugInfo, position: PlainPosition): Result<readonly Entry[]> {
  if (table.element === 'piece') return pieceEntries(table, info, position);
  const values = numbersOf(table, info, position);
  return isFailure(values) ? values : [...values].map(([index, value]) => [table, index, value]);
}

function pieceEntries(board: DebugTable, info: DebugInfo, position: PlainPosition): Result<readonly Entry[]> {
  const { pieces, squares, tables } = info;
  if (pieces === null || squares === null)
    return failure('The program does not say by .pieces and .squares what a board holds.');
  const coded = codePosition(position, pieces);
  if (isFailure(coded)) return coded;
  const number = (square: number): number =>
    squares.a1 + (square % 8) * squares.fileStep + (square >> 3) * squares.rankStep;
  const entries = coded.map((piece, square): Entry => [board, number(square), piece?.code ?? pieces.empty]);
  const locations = tables.find(({ index, element }) => index === 'piece' && element === 'square');
  if (locations !== undefined) {
    for (let piece = locations.first; piece <= locations.last; piece++) entries.push([locations, piece, 0]);
    for (const [square, piece] of coded.entries())
      if (piece !== null) entries.push([locations, piece.code, number(square)]);
  }
  for (const expected of expectedTables(coded, info).tables) {
    const table = tables.find(({ name }) => name === expected.table.name);
    if (table !== undefined) for (const [index, value] of expected.entries) entries.push([table, index, value]);
  }
  return entries;
}

/** What the entries of a table with a `fen=` word hold in a position; a failure is a sentence. */
function numbersOf(table: DebugTable, info: DebugInfo, position: PlainPosition): Result<Map<number, number>> {
  const { first, attributes } = table;
  const { squares } = info;
  const one = (value: number): Map<number, number> => new Map([[first, value]]);
  switch (attributes['fen']) {
    case 'board':
      return boardNumbers(table, position);
    case 'side':
      return one(position.sideToMove === 'black' ? 1 : 0);
    case 'castling':
      return one([...'KQkq'].reduce((sum, right, bit) => sum | (position.castling.includes(right) ? 1 << bit : 0), 0));
    case 'en-passant': {
      const name = position.enPassant;
      if (name === null) return one(0);
      if (squares === null)
        return failure(`"${table.name}" holds a square, but .squares does not say how squares are numbered.`);
      const file = name.charCodeAt(0) - 'a'.charCodeAt(0);
      return one(squares.a1 + file * squares.fileStep + (Number(name[1]) - 1) * squares.rankStep);
    }
    case 'quiet':
      return one(Math.min(position.halfmoveClock, 0xff));
    default:
      return failure(
        `"${table.name}" has fen=${attributes['fen']}, which is none of board, side, castling, en-passant, quiet.`,
      );
  }
}

/** A board of numbers: entry `first + file + 8 · rank` holds that of a kind, plus `black` for a black piece. */
function boardNumbers({ name, first, attributes }: DebugTable, position: PlainPosition): Result<Map<number, number>> {
  const number = (key: string): number => Number((attributes[key] ?? '').replace(/^\$/, '0x') || NaN);
  const missing = [...PLAIN_KINDS, 'black'].find((key) => Number.isNaN(number(key)));
  if (missing !== undefined)
    return failure(`The declaration of "${name}" does not say by ${missing}= what the board holds.`);
  return new Map(
    position.squares.map((piece, square) => {
      const value = piece === null ? 0 : number(piece.kind) + (piece.side === 'black' ? number('black') : 0);
      return [first + square, value];
    }),
  );
}
