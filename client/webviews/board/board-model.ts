/** From the decoded board to what the Board view draws: rows of squares and the texts around them. */
import { hexByte, type Cycle, type SquareNumber } from '#basics';
import {
  boardToFen,
  type Board,
  type BoardSquare,
  type GameRecord,
  type DecodedTables,
  type NeighbourSquare,
} from '#chess';
import type { Selection } from '../messages.ts';
import { pieceText, squareText } from '../pieces.ts';

export interface BoardCell {
  /** Name of the board's table in the source. */
  readonly table: string;
  readonly number: SquareNumber;
  readonly name: string;
  readonly code: number;
  readonly kind: string;
  readonly side: string;
  readonly dark: boolean;
  readonly changed: boolean;
  readonly cursor: boolean;
  /** Whether the last turn of the game record went from or to it. */
  readonly lastMove: boolean;
  readonly selected: boolean;
  /** For screen readers and as tooltip: `e4, white pawn, changed`. */
  readonly label: string;
}

interface BoardModel {
  /** The highest rank first: eight of them, four in Octad. */
  readonly rows: readonly (readonly BoardCell[])[];
  /** Side to move, castling, en passant, cursor: what the program declares. */
  readonly state: readonly string[];
  readonly fen: string;
}

interface LastMove {
  readonly from: string | null;
  readonly to: string | null;
  readonly text: string;
}

/** What is drawn beside the board itself: the squares that changed, the selection, the game played. */
export interface Marks {
  readonly changed: ReadonlySet<number>;
  readonly selection: Selection;
  readonly game: GameRecord | null;
}

export function boardModel(board: Board, marks: Marks): BoardModel {
  const byName = new Map(board.squares.map((square) => [square.name, square]));
  const rows = [...'87654321']
    .map((rank) =>
      [...'abcdefgh'].flatMap((file) => {
        const square = byName.get(file + rank);
        return square ? [cell(square, board, marks)] : [];
      }),
    )
    .filter((row) => row.length > 0);
  return { rows, state: stateTexts(board, marks.game), fen: boardToFen(board) };
}

function cell(square: BoardSquare, board: Board, { changed, selection, game }: Marks): BoardCell {
  const name = square.name ?? '';
  const cursor = board.cursor?.value === square.number;
  const isChanged = changed.has(square.number);
  const last = lastMoveOf(board, game);
  const lastMove = last !== undefined && (last.from === name || last.to === name);
  const notes = [isChanged ? 'changed' : '', cursor ? 'cursor' : '', lastMove ? 'last move' : ''];
  const label = [name, contentText(square), ...notes];
  return {
    table: board.table,
    number: square.number,
    name,
    code: square.code,
    kind: square.piece?.kind ?? '',
    side: square.piece?.side ?? '',
    dark: (name.charCodeAt(0) + name.charCodeAt(1)) % 2 === 0,
    changed: isChanged,
    cursor,
    lastMove,
    selected: selection.square === square.number,
    label: label.filter((word) => word !== '').join(', '),
  };
}

function contentText(square: BoardSquare): string {
  if (square.piece) return pieceText(square.piece);
  return square.content === 'empty' ? 'empty' : `${square.content} code ${hexByte(square.code)}`;
}

/** The move that led to the position: that of the search where the board is that of a node, else that of the game. */
function lastMoveOf({ node }: Board, game: GameRecord | null): LastMove | undefined {
  if (node === null) return game?.turns.at(-1);
  return node.move === null ? undefined : { from: node.move.from.name, to: node.move.to.name, text: node.move.text };
}

function stateTexts(board: Board, game: GameRecord | null): string[] {
  const { node, sideToMove, castling, enPassant, cursor } = board;
  const texts: string[] = node === null ? [] : [`in the search, ply ${node.ply}`];
  if (sideToMove) texts.push(sideToMove === 'white' ? 'White to move' : 'Black to move');
  if (castling) texts.push(castling === '-' ? 'no castling' : `castling ${castling}`);
  if (enPassant?.square) texts.push(`en passant ${enPassant.square.name}`);
  const last = lastMoveOf(board, game);
  if (last) texts.push(`last move ${last.text}`);
  if (cursor?.square) texts.push(`cursor ${cursor.square.name}`);
  return texts;
}

/**
 * Remembers the board of the last stop and finds the squares that differ from it. Only visible changes count: a
 * pawn that got another index when the lists were rebuilt is not one.
 */
export class ChangeTracker {
  private atStop: ReadonlyMap<number, string> | undefined;
  private stopCycle = -1;
  private changedAtStop: ReadonlySet<number> = new Set();

  /**
   * The squares that differ from the board of the last stop. At a stop these are the changes since the
   * stop before, and they stay while the machine is stopped; `cycle` distinguishes stops.
   */
  update(board: Board, cycle: Cycle, running: boolean): ReadonlySet<number> {
    const now = new Map(board.squares.map((square) => [square.number, contentText(square)]));
    if (running) return differences(this.atStop, now);
    if (cycle !== this.stopCycle) {
      this.changedAtStop = differences(this.atStop, now);
      this.stopCycle = cycle;
    }
    this.atStop = now;
    return this.changedAtStop;
  }

  reset(): void {
    this.atStop = undefined;
    this.stopCycle = -1;
    this.changedAtStop = new Set();
  }
}

function differences(before: ReadonlyMap<number, string> | undefined, now: ReadonlyMap<number, string>): Set<number> {
  if (!before) return new Set();
  return new Set([...now].filter(([number, content]) => before.get(number) !== content).map(([number]) => number));
}

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
