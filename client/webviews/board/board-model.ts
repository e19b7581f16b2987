/** From the decoded board to what the Board view draws: rows of squares and the texts around them. */
import { hexByte, type Cycle } from '#basics';
import { boardToFen } from '#chess';
import type { Board, BoardSquare, GameRecord, DecodedTables, NeighbourSquare } from '#chess';
import type { Selection } from '../messages.ts';
import { pieceText, squareText } from '../pieces.ts';

export type BoardCell = ReturnType<typeof toCell>;

/** What is drawn beside the board itself: the squares that changed, the selection, the game played. */
export interface Marks {
  readonly changed: ReadonlySet<number>;
  readonly selection: Selection;
  readonly game: GameRecord | null;
}

/** Rows of squares, the highest rank first (Octad has four); what the program declares of its state; the position. */
export function boardModel(board: Board, marks: Marks) {
  const byName = new Map(board.squares.map((square) => [square.name, square]));
  const rows = [...'87654321']
    .map((rank) =>
      [...'abcdefgh'].flatMap((file) => {
        const square = byName.get(file + rank);
        return square ? [toCell(square, board, marks)] : [];
      }),
    )
    .filter((row) => row.length > 0);
  return { rows, state: stateTexts(board, marks.game), fen: boardToFen(board, marks.game) };
}

function toCell(square: BoardSquare, board: Board, { changed, selection, game }: Marks) {
  const { number, code, piece } = square;
  const name = square.name ?? '';
  const isChanged = changed.has(number);
  const cursor = board.cursor?.value === number;
  const last = lastMoveOf(board, game);
  // Whether the last turn of the game record went from or to it.
  const lastMove = last !== undefined && (last.from === name || last.to === name);
  const notes = [isChanged ? 'changed' : '', cursor ? 'cursor' : '', lastMove ? 'last move' : ''];
  return {
    ...{ table: board.table, number, name, code, cursor, lastMove, changed: isChanged },
    kind: piece?.kind ?? '',
    side: piece?.side ?? '',
    dark: (name.charCodeAt(0) + name.charCodeAt(1)) % 2 === 0,
    selected: selection.square === number,
    /** For screen readers and as tooltip: `e4, white pawn, changed`. */
    label: [name, contentText(square), ...notes].filter((word) => word !== '').join(', '),
  };
}

function contentText(square: BoardSquare): string {
  if (square.piece) return pieceText(square.piece);
  return square.content === 'empty' ? 'empty' : `${square.content} code ${hexByte(square.code)}`;
}

/** The move that led to the position: that of the search where the board is that of a node, else that of the game. */
function lastMoveOf({ node }: Board, game: GameRecord | null) {
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

export type NeighbourRow = ReturnType<typeof rowsOf>[number];

/** The links of a square; null if none is selected or the program declares none for it. */
export function neighbourModel({ neighbours }: DecodedTables, selected: number | null) {
  const square = neighbours?.squares.find(({ number }) => number === selected);
  if (!square) return null;
  const remains = square.linked ? '' : ' (empty: left over)';
  return { title: `Neighbours of ${squareText(square)}${remains}`, rows: rowsOf(square) };
}

function rowsOf({ number: from, links }: NeighbourSquare) {
  return links.map(({ table, direction, to, symmetric }) => ({
    // Where the link is kept: name of the table in the source, and index.
    ...{ table, from, direction },
    /** `e7`, `guard $63`. */
    to: squareText(to),
    number: to.number,
    /** The byte as it is in RAM. */
    value: hexByte(to.number),
    broken: symmetric === false,
    note: symmetric === null ? '' : symmetric ? 'leads back' : 'does not lead back',
  }));
}
