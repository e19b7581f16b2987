/**
 * A grid of squares as a keyboard and a screen reader see it: one tab stop, arrow keys move the focus, Enter or Space
 * selects.
 *
 * Cells are made once and then updated where their model differs, so that the focus survives ten updates a second.
 */
import { elementAt } from '#basics';
import { element, updateAttributes, type Attributes, type Child } from './dom.ts';

/** One cell to draw. `key` identifies it; `drawn` changes whenever `draw` would give something else. */
export interface Cell {
  readonly key: string;
  readonly attributes: Attributes;
  readonly drawn: string;
  readonly draw: () => readonly Child[];
}

interface Slot {
  readonly element: HTMLElement;
  attributes: Attributes;
  drawn: string;
}

/** Focus moves of the arrow keys, in rows and columns. */
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class CellGrid {
  readonly element: HTMLElement;
  private rows: Slot[][] = [];
  private cells: readonly (readonly Cell[])[] = [];
  private focus: readonly [number, number] = [0, 0];

  constructor(
    label: string,
    className: string,
    private readonly onSelect: (key: string) => void,
  ) {
    this.element = element('div', { role: 'grid', 'aria-label': label, class: className });
    this.element.addEventListener('click', (event) => this.choose(event.target));
    this.element.addEventListener('keydown', (event) => this.onKey(event));
  }

  /** Shows these rows; the grid is built again only when its size changes. */
  update(cells: readonly (readonly Cell[])[]): void {
    this.cells = cells;
    if (cells.length !== this.rows.length || cells[0]?.length !== this.rows[0]?.length) this.build(cells);
    for (const [r, row] of cells.entries()) {
      const slots = elementAt(this.rows, r);
      for (const [c, cell] of row.entries()) updateSlot(elementAt(slots, c), cell);
    }
  }

  private build(cells: readonly (readonly Cell[])[]): void {
    this.rows = cells.map((row) =>
      row.map(() => ({ element: element('div', { role: 'gridcell', tabindex: '-1' }), attributes: {}, drawn: '' })),
    );
    this.element.replaceChildren(
      ...this.rows.map((row) => element('div', { role: 'row' }, ...row.map((slot) => slot.element))),
    );
    this.focus = [0, 0];
    this.rows[0]?.[0]?.element.setAttribute('tabindex', '0');
  }

  private place(target: EventTarget | null): readonly [number, number] | undefined {
    const cell = target instanceof Element ? target.closest('[role=gridcell]') : null;
    for (const [r, row] of this.rows.entries()) {
      const c = row.findIndex((slot) => slot.element === cell);
      if (c >= 0) return [r, c];
    }
    return undefined;
  }

  private choose(target: EventTarget | null): void {
    const place = this.place(target);
    if (!place) return;
    this.moveFocus(place);
    const cell = this.cells[place[0]]?.[place[1]];
    if (cell) this.onSelect(cell.key);
  }

  private onKey(event: KeyboardEvent): void {
    const place = this.place(event.target);
    if (!place || event.altKey || event.ctrlKey || event.metaKey) return;
    const move = MOVES[event.key];
    if (move) this.moveFocus([place[0] + move[0], place[1] + move[1]]);
    else if (event.key === 'Enter' || event.key === ' ') this.choose(event.target);
    else return;
    event.preventDefault();
  }

  private moveFocus(place: readonly [number, number]): void {
    const target = this.rows[place[0]]?.[place[1]];
    if (!target) return;
    this.rows[this.focus[0]]?.[this.focus[1]]?.element.setAttribute('tabindex', '-1');
    this.focus = place;
    target.element.setAttribute('tabindex', '0');
    target.element.focus();
  }
}

function updateSlot(slot: Slot, cell: Cell): void {
  updateAttributes(slot.element, slot.attributes, cell.attributes);
  slot.attributes = cell.attributes;
  if (slot.drawn === cell.drawn) return;
  slot.element.replaceChildren(...cell.draw());
  slot.drawn = cell.drawn;
}
