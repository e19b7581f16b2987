/**
 * The oracle's view of a position: 64 squares, each empty or a piece with its code.
 *
 * Attack maps name single pieces (`piece:3a`), so the oracle must know which of two knights is
 * where. The codes come from the program's own board, or are assigned here to a plain position.
 */
import { bankOf, entryAddress, failure } from '#basics';
import type { PieceCodes, ProgramDeclarations, Result, TableDeclaration } from '#basics';
import type { MemoryReader } from '../declared-tables.ts';
import type { Side } from '../decoded.ts';
import type { PlainKind, PlainPosition } from '../fen.ts';

export interface CodedPiece {
  readonly code: number;
  readonly kind: string;
  readonly side: Side;
}

/** a1, b1 … h8. */
export type CodedBoard = readonly (CodedPiece | null)[];

/**
 * Assigns piece codes in the order of the squares: ordinary entries of the kind, then entries of the
 * kind noted `slot`, then, for sliders, any entry so noted (a knight needs an entry with a bit of its
 * own). Pawns on their seventh rank prefer entries noted `pre-promoted`. Fails if no entry is left.
 */
export function codePosition(position: PlainPosition, codes: PieceCodes): Result<CodedBoard> {
  const used = new Set<number>();
  const board: (CodedPiece | null)[] = [];
  for (const [square, piece] of position.squares.entries()) {
    if (!piece) {
      board.push(null);
      continue;
    }
    const bit = piece.side === 'black' ? codes.blackBit : 0;
    const onSeventh = piece.kind === 'pawn' && square >> 3 === (piece.side === 'white' ? 6 : 1);
    const entry = entriesFor(piece.kind, onSeventh, codes).find((candidate) => !used.has(candidate.piece | bit));
    if (!entry) return failure(`The piece list has no entry for another ${piece.side} ${piece.kind}.`);
    used.add(entry.piece | bit);
    board.push({ code: entry.piece | bit, kind: piece.kind, side: piece.side });
  }
  return board;
}

/** Entries that can hold a piece, best first. */
function entriesFor(kind: PlainKind, onSeventh: boolean, { kinds }: PieceCodes): PieceCodes['kinds'] {
  const own = kinds.filter((entry) => entry.kind === kind);
  const noted = (note: string): PieceCodes['kinds'] => own.filter((entry) => entry.note === note);
  if (kind === 'pawn') return onSeventh ? [...noted('pre-promoted'), ...noted('')] : noted('');
  const slides = kind === 'queen' || kind === 'rook' || kind === 'bishop';
  return [...noted(''), ...noted('slot'), ...(slides ? kinds.filter((entry) => entry.note === 'slot') : [])];
}

/** The board as the program holds it in RAM; guards and unknown codes on the 64 squares count as empty. */
export function readCodedBoard(memory: MemoryReader, declarations: ProgramDeclarations): Result<CodedBoard> {
  const { squares, pieces } = declarations;
  const table = boardTable(declarations.tables);
  if (!squares || !pieces || !table) {
    return failure('The program declares no board over numbered squares.');
  }
  const kindTable = declarations.tables.find(
    (candidate) => candidate.index === 'piece' && candidate.element === 'kind',
  );
  return Array.from({ length: 64 }, (_, square): CodedPiece | null => {
    const index = squares.a1 + (square % 8) * squares.fileStep + (square >> 3) * squares.rankStep;
    const code = readEntry(memory, table, index);
    if (code === undefined || code === pieces.empty || code === pieces.guard) return null;
    const kind = kindNow(memory, kindTable, pieces, code);
    return kind === undefined ? null : { code, kind, side: (code & pieces.blackBit) === 0 ? 'white' : 'black' };
  });
}

function boardTable(tables: readonly TableDeclaration[]): TableDeclaration | undefined {
  const boards = tables.filter((table) => table.index === 'square' && table.element === 'piece');
  return (
    boards.find((table) => table.attributes['role'] === 'board') ??
    boards.find((table) => !('role' in table.attributes))
  );
}

/** The declared kind, or the one that the program keeps for the entry (a slot may hold any promoted piece). */
function kindNow(
  memory: MemoryReader,
  table: TableDeclaration | undefined,
  codes: PieceCodes,
  code: number,
): string | undefined {
  const declared = (piece: number): string | undefined =>
    codes.kinds.find((kind) => kind.piece === (piece & ~codes.blackBit))?.kind;
  const now = table && readEntry(memory, table, code);
  return (now === undefined ? undefined : declared(now)) ?? declared(code);
}

/** The byte of a table's entry; undefined outside its range. */
export function readEntry(memory: MemoryReader, table: TableDeclaration, index: number): number | undefined {
  if (index < table.first || index > table.last) return undefined;
  return memory.read(entryAddress(table, index), bankOf(table)) & 0xff;
}
