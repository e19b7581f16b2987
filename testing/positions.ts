/**
 * Chess positions in the tables that the source declares to hold them, with `fen=`.
 *
 * A board with `element=piece` gets the codes of `.pieces` and `.kind`, and with it everything that the
 * declarations derive from a board: neighbours, attack maps, locations. Any other board holds a number for each kind of
 * piece, which its declaration gives.
 */
import type { DebugInfo, DebugTable } from '#assembler';
import { bankOf, entryAddress, failure, isFailure, type Result } from '#basics';
import {
  codePosition,
  compareBoard,
  compareWithOracle,
  expectedTables,
  parseFen,
  PLAIN_KINDS,
  type CodedBoard,
  type MemoryReader,
  type PlainPosition,
} from '#chess';
import type { Machine } from '#emulator';

/** Writes a position; returns a sentence on why that is impossible. */
export function writePosition(machine: Machine, info: DebugInfo, fen: string): string | undefined {
  const parsed = parseFen(fen);
  if (isFailure(parsed)) return parsed.message;
  const tables = info.tables.filter(({ attributes }) => attributes['fen'] !== undefined);
  if (!tables.some(({ attributes }) => attributes['fen'] === 'board'))
    return 'No table of the program is declared with fen=board, so there is no place for a position.';
  for (const table of tables) {
    const problem = new PositionWriter(machine, info, parsed).write(table);
    if (problem !== undefined) return problem;
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

class PositionWriter {
  constructor(
    private readonly machine: Machine,
    private readonly info: DebugInfo,
    private readonly position: PlainPosition,
  ) {}

  /** Writes one table, or all that follow from a board of pieces; returns a sentence on why that is impossible. */
  write(table: DebugTable): string | undefined {
    if (table.element === 'piece') return this.writePieces(table);
    const values = numbersOf(table, this.info, this.position);
    if (isFailure(values)) return values.message;
    for (const [index, value] of values) this.put(table, index, value);
    return undefined;
  }

  private writePieces(table: DebugTable): string | undefined {
    const { pieces, squares } = this.info;
    if (pieces === null || squares === null)
      return 'The program does not say by .pieces and .squares what a board holds.';
    const coded = codePosition(this.position, pieces);
    if (isFailure(coded)) return coded.message;
    const number = (square: number): number =>
      squares.a1 + (square % 8) * squares.fileStep + (square >> 3) * squares.rankStep;
    for (const [square, piece] of coded.entries()) this.put(table, number(square), piece?.code ?? pieces.empty);
    this.writeLocations(coded, number);
    for (const expected of expectedTables(coded, this.info).tables) {
      const other = this.info.tables.find(({ name }) => name === expected.table.name);
      if (other !== undefined) for (const [index, value] of expected.entries) this.put(other, index, value);
    }
    return undefined;
  }

  private writeLocations(board: CodedBoard, number: (square: number) => number): void {
    const locations = this.info.tables.find(({ index, element }) => index === 'piece' && element === 'square');
    if (locations === undefined) return;
    for (let piece = locations.first; piece <= locations.last; piece++) this.put(locations, piece, 0);
    for (const [square, piece] of board.entries()) if (piece !== null) this.put(locations, piece.code, number(square));
  }

  private put(table: DebugTable, index: number, value: number): void {
    if (index < table.first || index > table.last) return;
    this.machine.writeRam(entryAddress(table, index), value, bankOf(table));
  }
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
