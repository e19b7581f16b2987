/** Decodes the board and the variables that belong to the position: side to move, castling, en passant, cursor. */
import { hexByte, numberAt } from '#basics';
import type { Board, BoardSquare, SearchTables, Side, SquareByte, SquareRef } from './decoded.ts';
import type { DecodeContext } from './decode-context.ts';
import { BITBOARD_16, boardFromBytes, setBits } from './bitboards/bitboard.ts';
import { placementPieces } from './fen-board.ts';
import { octadSquareName } from './octad/position.ts';
import { OCTAD_STATE_BYTES, readOctadState } from './octad/state.ts';
import { PLAIN_KINDS, type PlainPiece } from './plain-piece.ts';

/** Castling rights by bit where the declaration names no set: bit 0 is K. */
const DEFAULT_CASTLING = ['K', 'Q', 'k', 'q'];

/**
 * The decoded board, that of the current node during a search; null if the program declares no board, or not what its
 * codes mean.
 */
export function decodeBoard(context: DecodeContext, search: SearchTables | null): Board | null {
  const { grid, coding, boardTable } = context;
  if (!grid || !coding || !boardTable) return null;
  const squares = [...grid.board, ...grid.guards].flatMap((number) => context.boardSquare(number) ?? []);
  if (squares.filter((square) => square.place === 'board').length < 64) {
    context.problems.add(`The table ${boardTable.name} does not cover all squares of the board.`);
  }
  checkContents(squares, context);
  const node = search?.plies.slice(0, search.ply ?? 0).every(({ move }) => move !== null) === true ? search : null;
  const ply = node?.ply ?? 0;
  return {
    table: boardTable.name,
    squares,
    node: node === null || ply === 0 ? null : { ply, move: node.plies[ply - 1]?.move ?? null },
    sideToMove: sideToMove(context, ply > 0),
    castling: castling(context),
    enPassant: squareByte(context, 'en-passant'),
    cursor: squareByte(context, 'cursor'),
  };
}

/** The board of the game: during a search that of its root, which a program keeps as the fields of a FEN (`fen=…`). */
export function decodeGameBoard(context: DecodeContext, search: SearchTables | null): Board | null {
  const board = decodeBoard(context, search);
  const pieces = placementPieces(search?.root ?? '');
  if (!board?.node || pieces === undefined) return board;
  const field = (name: string): number | undefined => {
    const table = context.tables.with('fen').find(({ attributes }) => attributes['fen'] === name);
    return table?.read(table.first);
  };
  const [side, rights, passed = 0] = [field('side'), field('castling'), field('en-passant')];
  const squares = board.squares.filter(({ place }) => place === 'board');
  return {
    ...board,
    node: null,
    squares: squares.map((square, index) => holding(square, pieces[index] ?? null)),
    sideToMove: side === undefined ? board.sideToMove : side === 0 ? 'white' : 'black',
    castling: rights === undefined ? null : rightsText(rights, DEFAULT_CASTLING),
    enPassant: { value: passed, square: squares.find(({ number }) => number === passed) ?? null },
  };
}

/** A square with a piece for which the program has no code of its own. */
function holding(square: SquareRef, piece: PlainPiece | null): BoardSquare {
  if (piece === null) return { ...square, code: 0, content: 'empty', piece };
  const code = 1 + PLAIN_KINDS.indexOf(piece.kind) + (piece.side === 'black' ? PLAIN_KINDS.length : 0);
  return { ...square, code, content: 'piece', piece: { ...piece, code } };
}

function checkContents(squares: readonly BoardSquare[], { grid, problems }: DecodeContext): void {
  const seen = new Map<number, number>();
  for (const square of squares) {
    const label = grid?.label(square.number) ?? '';
    if (square.place === 'guard') {
      if (square.content !== 'guard')
        problems.count('Edge guard without the guard code', `${label} holds ${hexByte(square.code)}`);
    } else if (square.content === 'guard') {
      problems.count('Guard code on the board', label);
    } else if (square.content === 'unknown') {
      problems.count('Piece code that is not declared', `${hexByte(square.code)} on ${label}`);
    } else if (square.content === 'piece') {
      const other = seen.get(square.code);
      if (other !== undefined)
        problems.count(
          'One piece on two squares',
          `${hexByte(square.code)} on ${grid?.label(other) ?? ''} and ${label}`,
        );
      seen.set(square.code, square.number);
    }
  }
}

/** @param inNode whether the program is below the root of a search, where another cell says who moves */
function sideToMove({ tables, coding, problems }: DecodeContext, inNode: boolean): Side | null {
  const table =
    (inNode ? tables.first({ element: 'colour', attributes: { role: 'node-side' } }) : undefined) ??
    tables.first({ element: 'colour', attributes: { role: 'side-to-move' } }) ??
    tables.first({ index: '', element: 'colour' });
  const value = table?.read(table.first);
  if (table === undefined || value === undefined) return null;
  if (value !== 0 && value !== 1 && value !== coding?.blackBit) {
    problems.add(`The side to move, ${table.name}, holds ${hexByte(value)}, which is not a colour.`);
  }
  return value === 0 ? 'white' : 'black';
}

function castling({ tables, sets }: DecodeContext): string | null {
  const table = tables.first({ element: 'castling' });
  const value = table?.read(table.first);
  if (table === undefined || value === undefined) return null;
  return rightsText(value, sets.get(table.attributes['set'] ?? '')?.bits ?? DEFAULT_CASTLING);
}

/** @param bits the right of each bit */
function rightsText(value: number, bits: readonly string[]): string {
  const rights = DEFAULT_CASTLING.filter((right) => {
    const bit = bits.indexOf(right);
    return bit >= 0 && ((value >> bit) & 1) === 1;
  });
  return rights.join('') || '-';
}

function squareByte({ tables, grid }: DecodeContext, role: string): SquareByte | null {
  const table = tables.first({ element: 'square', attributes: { role } });
  const value = table?.read(table.first);
  if (value === undefined) return null;
  const ref = grid?.ref(value);
  return { value, square: ref?.place === 'board' ? ref : null };
}

const SQUARES = 16;

/**
 * The board of a game of Octad, a table with `element=octad-state`: its 16 squares, numbered a1, b1 … d4. Null if the
 * program declares none.
 */
export function decodeOctadBoard(context: DecodeContext): Board | null {
  const table = context.tables.first({ element: 'octad-state' });
  if (table === undefined) return null;
  const bytes = table.bytes(table.first, OCTAD_STATE_BYTES);
  const { squares, castling, enPassant, problems } = readOctadState(bytes);
  for (const problem of problems) context.problems.add(problem);
  return {
    table: table.name,
    squares: squares.map((piece, number) => holding(refOf(number), piece)),
    node: null,
    sideToMove: sideToMove(context, false),
    castling: castling || '-',
    enPassant: enPassant === null ? null : { value: enPassant, square: refOf(enPassant) },
    cursor: cursorOf(context),
  };
}

function refOf(number: number): SquareRef {
  return { number, place: 'board', name: octadSquareName(number) };
}

function cursorOf({ tables }: DecodeContext): Board['cursor'] {
  const table = tables.first({ element: 'bitboard16', attributes: { role: 'cursor' } });
  if (table === undefined) return null;
  const bits = setBits(boardFromBytes(BITBOARD_16, table.bytes(table.first, 2), 'highest-first'));
  // a1 is the highest bit, and the first square.
  const number = SQUARES - 1 - numberAt(bits, 0);
  return bits.length === 1 ? { value: number, square: refOf(number) } : { value: SQUARES, square: null };
}
