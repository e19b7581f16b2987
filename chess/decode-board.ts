/** Decodes the board and the variables that belong to the position: side to move, castling, en passant, cursor. */
import { hexByte } from '#basics';
import type { Board, BoardSquare, Castling, SearchTables, Side, SquareByte } from './decoded.ts';
import type { DecodeContext } from './decode-context.ts';

/** Castling rights by bit where the declaration names no set: bit 0 is K. */
const DEFAULT_CASTLING = ['K', 'Q', 'k', 'q'];

/** The decoded board, or null if the program declares none, or not what its codes mean. In a search, it is that of the current node. */
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
export function sideToMove({ tables, coding, problems }: DecodeContext, inNode: boolean): Side | null {
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

function castling({ tables, sets }: DecodeContext): Castling | null {
  const table = tables.first({ element: 'castling' });
  const value = table?.read(table.first);
  if (table === undefined || value === undefined) return null;
  const bits = sets.get(table.attributes['set'] ?? '')?.bits ?? DEFAULT_CASTLING;
  const rights = DEFAULT_CASTLING.filter((right) => {
    const bit = bits.indexOf(right);
    return bit >= 0 && ((value >> bit) & 1) === 1;
  });
  return { value, rights: rights.join('') || '-' };
}

function squareByte({ tables, grid }: DecodeContext, role: string): SquareByte | null {
  const table = tables.first({ element: 'square', attributes: { role } });
  const value = table?.read(table.first);
  if (value === undefined) return null;
  const ref = grid?.ref(value);
  return { value, square: ref?.place === 'board' ? ref : null };
}
