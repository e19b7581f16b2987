/** Decodes the neighbour table: per square the nearest occupied square or edge guard in each declared direction. */
import type { SquareNumber } from '#basics';
import type { Direction, NeighbourLink, NeighbourSquare, NeighbourTable } from './decoded.ts';
import type { DecodeContext } from './decode-context.ts';
import type { Table } from './declared-tables.ts';
import { DIRECTIONS, opposite, type SquareGrid } from './square-grid.ts';

/** The decoded table, or null if the program declares no direction of it. */
export function decodeNeighbours(context: DecodeContext): NeighbourTable | null {
  const { grid, tables } = context;
  if (!grid) return null;
  const columns = new Map<Direction, Table>();
  for (const direction of DIRECTIONS) {
    const table = tables.first({ index: 'square', element: 'square', attributes: { direction } });
    if (table) columns.set(direction, table);
  }
  if (columns.size === 0) return null;
  const squares = [...grid.board, ...grid.guards].map((number) => decodeSquare(context, grid, columns, number));
  return { directions: [...columns.keys()], squares: squares.filter((square) => square.links.length > 0) };
}

function decodeSquare(
  context: DecodeContext,
  grid: SquareGrid,
  columns: ReadonlyMap<Direction, Table>,
  number: SquareNumber,
): NeighbourSquare {
  const ref = grid.ref(number);
  const linked = ref.place === 'guard' || context.boardSquare(number)?.content !== 'empty';
  const links: NeighbourLink[] = [];
  for (const [direction, table] of columns) {
    const value = table.read(number);
    if (value === undefined || !leadsOverBoard(grid, number, direction)) continue;
    const back = columns.get(opposite(direction));
    const symmetric = linked && back ? back.read(value) === number : null;
    if (symmetric === false) {
      context.problems.count(
        'Neighbour link that does not lead back',
        `${grid.label(number)} to ${grid.label(value)} (${direction})`,
      );
    }
    links.push({ table: table.name, direction, to: grid.ref(value), symmetric });
  }
  return { ...ref, linked, links };
}

/** Whether a ray from here in this direction meets the board at all; a guard has no outward links. */
function leadsOverBoard(grid: SquareGrid, number: SquareNumber, direction: Direction): boolean {
  return grid.place(number) === 'board' || grid.place(number + grid.step(direction)) === 'board';
}
