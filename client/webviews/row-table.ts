/**
 * A real table whose rows can be selected: one tab stop, up and down move the focus, Enter or Space selects.
 *
 * Rows are kept by key and updated where they differ, so that the focus survives updates.
 */
import { element, updateAttributes, updateText, type Attributes } from './dom.ts';

export interface Row {
  readonly key: string;
  readonly attributes: Attributes;
  /** Texts by column. */
  readonly cells: readonly string[];
  /** A picture in front of the text of a column. */
  readonly image?: { readonly column: number; readonly draw: () => Node } | undefined;
  /** Attributes of single cells, by column. */
  readonly cellAttributes?: readonly (Attributes | undefined)[];
}

interface Slot {
  readonly row: HTMLTableRowElement;
  readonly key: string;
  attributes: Attributes;
  drawn: string;
}

export class RowTable {
  readonly element: HTMLTableElement;
  private readonly caption = element('caption');
  private readonly body = element('tbody');
  private slots: readonly Slot[] = [];
  private focusKey = '';

  constructor(caption: string, columns: readonly string[], onSelect: (key: string) => void) {
    const heads = columns.map((column) => element('th', { scope: 'col' }, column));
    const head = element('thead', {}, element('tr', {}, ...heads));
    this.element = element('table', { role: 'grid' }, this.caption, head, this.body);
    this.setCaption(caption);
    this.body.addEventListener('click', (event) => {
      const slot = this.slotOf(event.target);
      if (!slot) return;
      this.focus(slot);
      onSelect(slot.key);
    });
    this.body.addEventListener('keydown', (event) => {
      const slot = this.slotOf(event.target);
      if (slot && this.onKey(event, slot, onSelect)) event.preventDefault();
    });
  }

  setCaption(caption: string): void {
    updateText(this.caption, caption);
  }

  update(rows: readonly Row[]): void {
    const known = new Map(this.slots.map((slot) => [slot.key, slot]));
    const before = this.slots.map(({ key }) => key).join();
    this.slots = rows.map((row) => {
      const { key } = row;
      const slot = known.get(key) ?? { row: element('tr'), key, attributes: {}, drawn: '' };
      updateSlot(slot, row);
      return slot;
    });
    if (before !== rows.map(({ key }) => key).join()) this.arrange();
  }

  /** Puts the rows into order and keeps one of them reachable by the tab key. */
  private arrange(): void {
    const focused = this.slots.find(({ row }) => row === document.activeElement);
    this.body.replaceChildren(...this.slots.map(({ row }) => row));
    const stop = this.slots.find(({ key }) => key === this.focusKey) ?? this.slots[0];
    for (const { row } of this.slots) row.setAttribute('tabindex', row === stop?.row ? '0' : '-1');
    focused?.row.focus();
  }

  private slotOf(target: EventTarget | null): Slot | undefined {
    const row = target instanceof Element ? target.closest('tr') : null;
    return this.slots.find((slot) => slot.row === row);
  }

  private onKey(event: KeyboardEvent, slot: Slot, onSelect: (key: string) => void): boolean {
    const at = this.slots.indexOf(slot);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = this.slots[at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (next) this.focus(next);
      return true;
    }
    if (event.key !== 'Enter' && event.key !== ' ') return false;
    onSelect(slot.key);
    return true;
  }

  private focus(slot: Slot): void {
    for (const { row } of this.slots) row.setAttribute('tabindex', row === slot.row ? '0' : '-1');
    this.focusKey = slot.key;
    slot.row.focus();
  }
}

function updateSlot(slot: Slot, row: Row): void {
  updateAttributes(slot.row, slot.attributes, row.attributes);
  slot.attributes = row.attributes;
  const drawn = JSON.stringify([row.cells, row.cellAttributes]);
  if (slot.drawn === drawn && slot.row.cells.length > 0) return;
  slot.drawn = drawn;
  slot.row.replaceChildren(
    ...row.cells.map((text, column) => {
      const images = column === row.image?.column ? [row.image.draw()] : [];
      return element('td', row.cellAttributes?.[column] ?? {}, ...images, text);
    }),
  );
}
