/** The Board view: the pieces as they are in RAM, what changed since the last stop, and the position's state. */
import { hexDigits } from '#basics';
import type { DecodedTables } from '#chess';
import type { TablesMessage } from '#debugger/protocol';
import { CellGrid, type Cell } from '../cell-grid.ts';
import { button, classes, element, updateStatus, updateText } from '../dom.ts';
import { coordinates, pieceImage } from '../pieces.ts';
import { entryMenu } from '../place-menu.ts';
import { RowTable, type Row } from '../row-table.ts';
import { TablesView } from '../tables-view.ts';
import type { View } from '../view.ts';
import { boardModel, ChangeTracker, type BoardCell, neighbourModel, type NeighbourRow } from './board-model.ts';

/** Ranks of an Octad board, whose positions are written as OFEN. */
const OCTAD_RANKS = 4;
const COLUMNS = ['Direction', 'Square', 'Byte', 'Back link'];

export class BoardView extends TablesView {
  private readonly changes = new ChangeTracker();
  private readonly state = element('p', { class: 'state', role: 'status' });
  private readonly fen = element('code', { class: 'fen', 'data-fen': '' });
  private readonly copy = button('Copy FEN', () => this.view.post({ type: 'copy', text: this.fen.textContent }), {
    class: 'copy-fen',
  });
  private readonly grid = new CellGrid('Chess board', 'board', (key) => this.select(Number(key)));
  private readonly frame = element('div', { class: 'board-frame' }, this.grid.element);
  private readonly neighbours = new RowTable('Neighbours', COLUMNS, (direction) => {
    const links = this.last && neighbourModel(this.last.tables, this.selection.square);
    const link = links?.rows.find((row) => row.direction === direction);
    if (link) this.select(link.number);
  });

  constructor(view: View) {
    super(view, {
      name: 'chess board',
      declaration:
        'A board is a table with index=square element=piece; .squares says how squares are numbered, .pieces and .kind what the codes mean.',
    });
    this.show(this.state, this.frame, element('div', { class: 'bar' }, this.copy, this.fen), this.neighbours.element);
  }

  protected override forget(): void {
    this.changes.reset();
  }

  protected override draw({ tables, cycle, running }: TablesMessage): boolean {
    this.drawNeighbours(tables);
    const { board } = tables;
    for (const part of [this.state, this.frame, this.copy, this.fen]) part.hidden = board === null;
    if (!board) return false;
    const changed = this.changes.update(board, cycle, running);
    const model = boardModel(board, { changed, selection: this.selection, game: tables.game });
    this.grid.update(model.rows.map((row) => row.map(toCell)));
    updateStatus(this.state, model.state.join(' · '), running && board.node !== null);
    updateText(this.fen, model.fen);
    updateText(this.copy, model.rows.length === OCTAD_RANKS ? 'Copy OFEN' : 'Copy FEN');
    this.fen.setAttribute('data-fen', model.fen);
    return true;
  }

  private drawNeighbours(tables: DecodedTables): void {
    const model = neighbourModel(tables, this.selection.square);
    this.neighbours.element.hidden = !model;
    this.neighbours.setCaption(model?.title ?? '');
    this.neighbours.update(model?.rows.map(toNeighbourRow) ?? []);
  }
}

function toNeighbourRow(row: NeighbourRow): Row {
  return {
    key: row.direction,
    attributes: {
      class: row.broken ? 'broken' : '',
      'data-direction': row.direction,
      'data-square': row.to,
      'data-number': row.value,
      'aria-label': [row.direction, row.to, row.note].filter((word) => word !== '').join(', '),
      ...entryMenu(row.table, row.from),
    },
    cells: [row.direction, row.to, row.value, row.note],
  };
}

function toCell(cell: BoardCell): Cell {
  const { dark, changed, cursor } = cell;
  return {
    key: String(cell.number),
    attributes: {
      class: classes({ dark, light: !dark, 'last-move': cell.lastMove, changed, cursor }),
      'data-square': cell.name,
      'data-piece': cell.kind === '' ? '' : `${cell.side} ${cell.kind}`,
      'data-code': hexDigits(cell.code, 2),
      'aria-label': cell.label,
      'aria-selected': String(cell.selected),
      title: cell.label,
      ...entryMenu(cell.table, cell.name),
    },
    drawn: `${cell.name} ${cell.side} ${cell.kind}`,
    draw: () => [...coordinates(cell.name), ...(cell.kind === '' ? [] : [pieceImage(cell.kind, cell.side)])],
  };
}
