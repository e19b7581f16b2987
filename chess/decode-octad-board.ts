/** Decodes the board of a program that keeps a game of Octad: a table with `element=octad-state`. */
import { numberAt } from '#basics';
import { BITBOARD_16, boardFromBytes, setBits } from './bitboards/bitboard.ts';
import type { DecodeContext } from './decode-context.ts';
import {} from './decode-board.ts';
import type { Board, BoardSquare, SquareRef } from './decoded.ts';
import { octadSquareName } from './octad/position.ts';
import { OCTAD_STATE_BYTES, readOctadState } from './octad/state.ts';
import { PLAIN_KINDS } from './plain-piece.ts';
import { sideToMove } from './decode-board.ts';

const SQUARES = 16;
/** Number of kinds: the codes of black pieces follow those of white's. */
const KINDS = PLAIN_KINDS.length;

/** The board with its 16 squares, numbered a1, b1 … d4, or null if the program declares none. */
export function decodeOctadBoard(context: DecodeContext): Board | null {
  const table = context.tables.first({ element: 'octad-state' });
  if (table === undefined) return null;
  const address = table.addressOf(table.first);
  const bytes = Array.from({ length: OCTAD_STATE_BYTES }, (_, at) => context.byteAt(address + at));
  const { squares, castling, enPassant, problems } = readOctadState(bytes);
  for (const problem of problems) context.problems.add(problem);
  return {
    table: table.name,
    squares: squares.map((piece, number): BoardSquare => {
      if (piece === null) return { ...refOf(number), code: 0, content: 'empty', piece: null };
      const code = 1 + PLAIN_KINDS.indexOf(piece.kind) + (piece.side === 'black' ? KINDS : 0);
      return { ...refOf(number), code, content: 'piece', piece: { ...piece, code } };
    }),
    node: null,
    sideToMove: sideToMove(context, false),
    castling: { value: 0, rights: castling === '' ? '-' : castling },
    enPassant: enPassant === null ? null : { value: enPassant, square: refOf(enPassant) },
    cursor: cursorOf(context),
  };
}

function refOf(number: number): SquareRef {
  return { number, place: 'board', name: octadSquareName(number) };
}

/** The cursor is a board with one bit. */
function cursorOf({ tables, byteAt }: DecodeContext): Board['cursor'] {
  const table = tables.first({ element: 'bitboard16', attributes: { role: 'cursor' } });
  if (table === undefined) return null;
  const address = table.addressOf(table.first);
  const bits = setBits(boardFromBytes(BITBOARD_16, [byteAt(address), byteAt(address + 1)], 'highest-first'));
  // a1 is the highest bit, and the first square.
  const number = SQUARES - 1 - numberAt(bits, 0);
  return bits.length === 1 ? { value: number, square: refOf(number) } : { value: SQUARES, square: null };
}
