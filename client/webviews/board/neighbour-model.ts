/** From the decoded neighbour table to the eight links of the selected square, as the Board view lists them. */
import { hexByte, type SquareNumber } from '#basics';
import type { DecodedTables, NeighbourSquare } from '#chess';
import { squareText } from '../naming.ts';

export interface NeighbourRow {
  /** Where the link is kept: name of the table in the source, and index. */
  readonly table: string;
  readonly from: number;
  readonly direction: string;
  /** `e7`, `guard $63`. */
  readonly to: string;
  readonly number: SquareNumber;
  /** The byte as it is in RAM. */
  readonly value: string;
  readonly broken: boolean;
  /** `leads back`, `does not lead back`; empty if there is nothing to check. */
  readonly note: string;
}

interface NeighbourModel {
  readonly title: string;
  readonly rows: readonly NeighbourRow[];
}

/** The links of a square; null if none is selected or the program declares none for it. */
export function neighbourModel({ neighbours }: DecodedTables, selected: number | null): NeighbourModel | null {
  const square = neighbours?.squares.find(({ number }) => number === selected);
  if (!square) return null;
  const remains = square.linked ? '' : ' (empty: left over)';
  return { title: `Neighbours of ${squareText(square)}${remains}`, rows: rowsOf(square) };
}

function rowsOf(square: NeighbourSquare): NeighbourRow[] {
  return square.links.map(({ table, direction, to, symmetric }) => ({
    table,
    from: square.number,
    direction,
    to: squareText(to),
    number: to.number,
    value: hexByte(to.number),
    broken: symmetric === false,
    note: symmetric === null ? '' : symmetric ? 'leads back' : 'does not lead back',
  }));
}
