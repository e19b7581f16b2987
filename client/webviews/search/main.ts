/** The Search view: what the search has found, its principal variation to click through, and the nodes ply by ply. */
import type { TablesMessage } from '#debugger/protocol';
import { CellGrid, type Cell } from '../cell-grid.ts';
import { classes, element, updateStatus, updateText } from '../dom.ts';
import { pieceImage } from '../pieces.ts';
import { placeMenu } from '../place-menu.ts';
import { RowTable, type Row } from '../row-table.ts';
import { TablesView } from '../tables-view.ts';
import type { View } from '../view.ts';
import { searchModel } from './search-model.ts';
import type { LineBoard, LineSquare, Choices, LineMove, PlyRow } from './search-model.ts';

export class SearchView extends TablesView {
  private readonly state = element('p', { class: 'state', role: 'status' });
  private readonly line = element('ol', { class: 'line', 'aria-label': 'Principal variation' });
  private readonly caption = element('p', { class: 'caption' });
  private readonly grid = new CellGrid('Position after the line', 'board', (name) => this.chooseSquare(name));
  private readonly board = element('div', { class: 'line-board' }, this.grid.element, this.caption);
  private readonly plies = element('div');
  private table: RowTable | undefined;
  private columns = '';
  private drawnLine = '';
  private choices: Choices = new Map();
  private chosen = '';

  constructor(view: View) {
    super(view, {
      name: 'search',
      declaration:
        'A search is declared by search=NAME: with index=ply what each node keeps in its frame (from, to, alpha, beta, depth …), else what the search says of itself (nodes, frames, done, score, pv …).',
    });
    this.line.addEventListener('click', (event) => {
      const key = event.target instanceof Element ? event.target.closest('button')?.dataset['key'] : undefined;
      if (key !== undefined) this.choose(key);
    });
    this.line.addEventListener('keydown', (event) => this.step(event));
    this.show(this.state, this.line, this.board, this.plies);
  }

  protected override forget(): void {
    this.chosen = '';
  }

  protected override draw({ tables, running }: TablesMessage): boolean {
    const model = searchModel(tables, this.selection, this.chosen);
    for (const part of [this.state, this.line, this.plies]) part.hidden = model === null;
    this.drawBoard(model?.board ?? null);
    if (!model) return false;
    this.choices = model.choices;
    updateStatus(this.state, model.state, running);
    this.drawLine(model.line);
    this.tableOf(model.columns).update(model.rows.map(toRow));
    return true;
  }

  private choose(key: string): void {
    this.chosen = key;
    const selection = this.choices.get(key);
    if (selection) this.view.post({ type: 'select', selection });
  }

  private step(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const buttons = [...this.line.querySelectorAll('button')];
    const next = buttons[buttons.findIndex((button) => button === event.target) + by];
    if (by === 0 || next === undefined) return;
    event.preventDefault();
    next.focus();
    next.click();
  }

  private drawBoard(board: LineBoard | null): void {
    this.board.hidden = board === null;
    if (board === null) return;
    updateText(this.caption, board.caption);
    this.grid.update(board.rows.map((row) => row.map(toCell)));
  }

  private chooseSquare(name: string): void {
    const square = this.last?.tables.board?.squares.find((each) => each.name === name);
    if (square) this.view.post({ type: 'select', selection: { square: square.number, piece: null } });
  }

  /** Redraws the line where it differs, and keeps the focus. */
  private drawLine(line: readonly LineMove[]): void {
    const drawn = JSON.stringify(line);
    if (drawn === this.drawnLine) return;
    this.drawnLine = drawn;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['key'] : undefined;
    const buttons = line.map(({ key, text, selected }) =>
      element('button', { type: 'button', 'data-key': key, 'aria-pressed': String(selected) }, text),
    );
    this.line.replaceChildren(...buttons.map((button) => element('li', {}, button)));
    buttons.find((button) => button.dataset['key'] === focused)?.focus();
  }

  /** The table of plies; its columns are what the program declares. */
  private tableOf(columns: readonly string[]): RowTable {
    if (this.table === undefined || this.columns !== columns.join()) {
      this.columns = columns.join();
      this.table = new RowTable('Plies', columns, (key) => this.choose(key));
      this.plies.replaceChildren(this.table.element);
    }
    return this.table;
  }
}

function toCell({ name, kind, side, dark, moved, label }: LineSquare): Cell {
  return {
    key: name,
    attributes: {
      class: classes({ dark, light: !dark, 'last-move': moved }),
      'data-square': name,
      'data-piece': kind === '' ? '' : `${side} ${kind}`,
      'aria-label': label,
      title: label,
    },
    drawn: `${side} ${kind}`,
    draw: () => (kind === '' ? [] : [pieceImage(kind, side)]),
  };
}

function toRow({ key, cells, selected, label, places }: PlyRow): Row {
  const menus = places.map(placeMenu);
  return {
    key,
    attributes: { 'data-move': cells[1] ?? '', 'aria-label': label, 'aria-selected': String(selected), title: label },
    cells,
    cellAttributes: [...cells.slice(places.length).map(() => ({})), ...menus],
  };
}
