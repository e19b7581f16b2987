/** The Board view: the pieces as they stand in RAM, what changed since the last stop, and the position's state. */
import './board.css';
import type { TablesMessage } from '#debugger/protocol';
import { CellGrid, type Cell } from '../cell-grid.ts';
import { element, updateText } from '../dom.ts';
import type { Selection } from '../messages.ts';
import { pieceImage } from '../pieces.ts';
import { ProblemsBox } from '../problems.ts';
import { RowTable, type Row } from '../row-table.ts';
import { startView, type View, type ViewHandlers } from '../view.ts';
import { boardModel, ChangeTracker, type BoardCell } from './board-model.ts';
import { neighbourModel, type NeighbourRow } from './neighbour-model.ts';

class BoardView {
  readonly handlers: ViewHandlers;
  readonly #changes = new ChangeTracker();
  readonly #problems = new ProblemsBox();
  readonly #state = element('p', { class: 'state', role: 'status' });
  readonly #missing = element('p', { class: 'missing' }, 'This program declares no chess board.');
  readonly #fen = element('code', { class: 'fen', 'data-fen': '' });
  readonly #copy = element('button', { type: 'button', class: 'copy-fen' }, 'Copy FEN');
  readonly #frame = element('div', { class: 'board-frame' });
  readonly #grid: CellGrid;
  readonly #neighbours: RowTable;
  #selection: Selection = { square: null, piece: null };
  #last: TablesMessage | undefined;

  constructor(view: View) {
    this.#grid = new CellGrid('Chess board', 'board', (key) => {
      const square = this.#last?.tables.board?.squares.find(({ number }) => String(number) === key);
      if (square)
        view.post({ type: 'select', selection: { square: square.number, piece: square.piece?.code ?? null } });
    });
    this.#neighbours = new RowTable('Neighbours', ['Direction', 'Square', 'Byte', 'Back link'], (direction) => {
      const links = this.#last && neighbourModel(this.#last.tables, this.#selection.square);
      const link = links?.rows.find((row) => row.direction === direction);
      if (link) this.#select(view, link.number);
    });
    this.#copy.addEventListener('click', () => {
      view.post({ type: 'copy', text: this.#fen.textContent });
    });
    this.#frame.append(this.#grid.element);
    view.content.append(
      this.#state,
      this.#frame,
      element('div', { class: 'bar' }, this.#copy, this.#fen),
      this.#neighbours.element,
      this.#missing,
      this.#problems.element,
    );
    this.handlers = {
      tables: (message) => {
        this.#last = message;
        this.#draw();
      },
      selection: (selection) => {
        this.#selection = selection;
        this.#draw();
      },
      idle: () => {
        this.#changes.reset();
        this.#last = undefined;
      },
    };
  }

  #select(view: View, number: number): void {
    const square = this.#last?.tables.board?.squares.find((candidate) => candidate.number === number);
    view.post({ type: 'select', selection: { square: number, piece: square?.piece?.code ?? null } });
  }

  #draw(): void {
    if (!this.#last) return;
    const { tables, cycle, running } = this.#last;
    this.#problems.update(tables.problems);
    this.#drawNeighbours();
    const { board } = tables;
    for (const part of [this.#state, this.#frame, this.#copy, this.#fen]) part.hidden = board === null;
    this.#missing.hidden = board !== null;
    if (!board) return;
    const model = boardModel(board, this.#changes.update(board, cycle, running), this.#selection);
    this.#grid.update(model.rows.map((row) => row.map(toCell)));
    updateText(this.#state, model.state.join(' · '));
    updateText(this.#fen, model.fen);
    this.#fen.setAttribute('data-fen', model.fen);
  }

  #drawNeighbours(): void {
    const model = this.#last && neighbourModel(this.#last.tables, this.#selection.square);
    this.#neighbours.element.hidden = !model;
    this.#neighbours.setCaption(model?.title ?? '');
    this.#neighbours.update(model?.rows.map(toNeighbourRow) ?? []);
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
    },
    cells: [row.direction, row.to, row.value, row.note],
    image: () => null,
    imageColumn: -1,
  };
}

function toCell(cell: BoardCell): Cell {
  const classes = [cell.dark ? 'dark' : 'light', cell.changed ? 'changed' : '', cell.cursor ? 'cursor' : ''];
  return {
    key: String(cell.number),
    attributes: {
      class: classes.filter((name) => name !== '').join(' '),
      'data-square': cell.name,
      'data-piece': cell.kind === '' ? '' : `${cell.side} ${cell.kind}`,
      'data-code': cell.code.toString(16).padStart(2, '0'),
      'aria-label': cell.label,
      'aria-selected': String(cell.selected),
      title: cell.label,
    },
    drawn: `${cell.name} ${cell.side} ${cell.kind}`,
    draw: () => [...coordinates(cell.name), ...(cell.kind === '' ? [] : [pieceImage(cell.kind, cell.side)])],
  };
}

/** The rank's number on the a-file and the file's letter on the first rank. */
function coordinates(name: string): HTMLElement[] {
  const marks: HTMLElement[] = [];
  if (name.startsWith('a')) marks.push(element('span', { class: 'rank', 'aria-hidden': 'true' }, name.charAt(1)));
  if (name.endsWith('1')) marks.push(element('span', { class: 'file', 'aria-hidden': 'true' }, name.charAt(0)));
  return marks;
}

startView('Board', (view) => new BoardView(view).handlers);
