/** What all decoders of one memory share: declarations looked up once, and the board read once. */
import type {
  RamAddress,
  RomAddress,
  SquareNumber,
  ProgramDeclarations,
  SetDeclaration,
  SymbolDeclaration,
} from '#basics';
import { type MemoryReader, ProgramTables, type Table } from './declared-tables.ts';
import { PieceCoding } from './piece-coding.ts';
import { SquareGrid } from './square-grid.ts';
import type { BoardSquare, PieceRef } from './decoded.ts';

/**
 * Collects contradictions, one sentence for each kind of fault.
 *
 * Before the program has built its tables, RAM is full of faults. One sentence with a count and the first example then
 * says more than a hundred.
 */
export class ProblemList {
  private readonly ownSentences: string[] = [];
  private readonly counted = new Map<string, { count: number; first: string }>();

  /** A fault that occurs once. */
  add(sentence: string): void {
    this.ownSentences.push(sentence);
  }

  /** One case of a fault; cases of the same `fault` become one sentence with their number and the first example. */
  count(fault: string, example: string): void {
    const known = this.counted.get(fault);
    if (known) known.count++;
    else this.counted.set(fault, { count: 1, first: example });
  }

  sentences(): string[] {
    const counted = [...this.counted].map(([fault, { count, first }]) =>
      count === 1 ? `${fault}: ${first}.` : `${fault}: ${first}, and ${String(count - 1)} more.`,
    );
    return [...this.ownSentences, ...counted];
  }
}

export interface DecodeContext {
  readonly tables: ProgramTables;
  readonly grid: SquareGrid | null;
  readonly coding: PieceCoding | null;
  readonly sets: ReadonlyMap<string, SetDeclaration>;
  readonly boardTable: Table | undefined;
  /** Where the piece lists say that a piece stands. */
  readonly locations: Table | undefined;
  readonly problems: ProblemList;
  /** What the board table says about a number; undefined if it has no entry or none is declared. */
  boardSquare(number: SquareNumber): BoardSquare | undefined;
  /** The label at a ROM address, or the nearest before it in its page; null if there is none. */
  labelAt(address: RomAddress): string | null;
  /** The value of a name of the program; undefined if there is no such name. */
  valueOf(name: string): number | undefined;
  byteAt(address: RamAddress): number;
  pieceOn(number: SquareNumber): PieceRef | null;
}

export function createContext(memory: MemoryReader, declarations: ProgramDeclarations): DecodeContext {
  const tables = new ProgramTables(declarations, memory);
  const grid = declarations.squares && new SquareGrid(declarations.squares);
  const kinds = tables.first({ index: 'piece', element: 'kind' });
  const coding = declarations.pieces && new PieceCoding(declarations.pieces, (code) => kinds?.read(code));
  const boardTable = tables.board();
  const squares = new Map<number, BoardSquare>();
  if (grid && coding && boardTable) {
    for (const number of [...grid.board, ...grid.guards]) {
      const code = boardTable.read(number);
      if (code !== undefined) squares.set(number, readSquare(number, code, grid, coding));
    }
  }
  return {
    tables,
    grid,
    coding,
    sets: new Map(declarations.sets.map((set) => [set.name, set])),
    boardTable,
    locations: tables.first({ index: 'piece', element: 'square' }),
    problems: new ProblemList(),
    boardSquare: (number) => squares.get(number),
    labelAt: (address) => labelAt(declarations.symbols ?? [], address),
    valueOf: (name) => declarations.symbols?.find((symbol) => symbol.name === name)?.value,
    byteAt: (address) => memory.read(address & 0xffff) & 0xff,
    pieceOn(number) {
      const square = squares.get(number);
      return square?.place === 'board' ? square.piece : null;
    },
  };
}

function labelAt(symbols: readonly SymbolDeclaration[], address: RomAddress): string | null {
  let found: SymbolDeclaration | undefined;
  for (const symbol of symbols) {
    const isHere = symbol.kind === 'label' && symbol.value <= address && symbol.value >> 8 === address >> 8;
    if (isHere && (found === undefined || symbol.value > found.value)) found = symbol;
  }
  return found?.name ?? null;
}

function readSquare(number: SquareNumber, code: number, grid: SquareGrid, coding: PieceCoding): BoardSquare {
  // Naming the properties is several times quicker than spreading the reference.
  const { place, name } = grid.ref(number);
  if (code === coding.empty) return { number, place, name, code, content: 'empty', piece: null };
  if (code === coding.guard) return { number, place, name, code, content: 'guard', piece: null };
  const piece = coding.piece(code);
  return { number, place, name, code, content: piece ? 'piece' : 'unknown', piece };
}
