/** The Piece lists view: both linked lists in order, the entries outside them, and what is broken in red. */
import { hexByte, hexDigits } from '#basics';
import type { TablesMessage } from '#debugger/protocol';
import { element, updateText, type Attributes } from '../dom.ts';
import type { Selection } from '../messages.ts';
import { pieceImage } from '../pieces.ts';
import { entryMenu } from '../place-menu.ts';
import { RowTable, type Row } from '../row-table.ts';
import { TablesView } from '../tables-view.ts';
import type { View } from '../view.ts';
import { pieceListModels, type PieceListModel, type PieceRow } from './piece-list-model.ts';

const COLUMNS = ['#', 'Index', 'Piece', 'Square', 'Next', 'Previous', 'Attack bit', 'State'];

export class PieceListsView extends TablesView {
  private readonly parts: Readonly<Record<'white' | 'black', ListPart>>;

  constructor(view: View) {
    super(view, {
      name: 'piece lists',
      declaration:
        'A piece list is made of tables with index=piece: the links (element=piece-link link=next and link=previous) and the square of each piece (element=square).',
    });
    this.parts = { white: new ListPart(view, 'White'), black: new ListPart(view, 'Black') };
    const lists = element('div', { class: 'lists' }, this.parts.white.element, this.parts.black.element);
    this.show(lists);
  }

  protected override draw({ tables }: TablesMessage): boolean {
    const models = pieceListModels(tables, this.selection);
    for (const part of Object.values(this.parts)) part.element.hidden = models.length === 0;
    for (const model of models) this.parts[model.side].update(model);
    return models.length > 0;
  }
}

/** One side's list, the entries outside it, and its chains of spare entries. */
class ListPart {
  readonly element: HTMLElement;
  private readonly listed: RowTable;
  private readonly others: RowTable;
  private readonly chains = element('p', { class: 'chains hex' });
  private readonly fault = element('p', { class: 'broken', role: 'alert' });
  private selections = new Map<string, Selection>();

  constructor(view: View, title: string) {
    const select = (key: string): void => {
      const selection = this.selections.get(key);
      if (selection) view.post({ type: 'select', selection });
    };
    this.listed = new RowTable(`${title}, in link order`, COLUMNS, select);
    this.others = new RowTable(`${title}, not in the list`, COLUMNS, select);
    this.element = element(
      'section',
      { 'data-side': title.toLowerCase(), 'aria-label': `${title}'s pieces` },
      this.listed.element,
      this.fault,
      element('details', {}, element('summary', {}, 'Entries outside the list'), this.others.element, this.chains),
    );
  }

  update(model: PieceListModel): void {
    this.selections = new Map([...model.listed, ...model.others].map((row) => [String(row.index), row.selection]));
    this.listed.update(model.listed.map(toRow));
    this.others.update(model.others.map(toRow));
    updateText(this.chains, model.chains.join('\n'));
    updateText(this.fault, model.fault);
    this.fault.hidden = model.fault === '';
  }
}

function toRow(row: PieceRow): Row {
  const state = row.problem === '' ? row.state : `broken: ${row.problem}`;
  return {
    key: String(row.index),
    attributes: {
      class: row.state,
      'data-index': hexDigits(row.index, 2),
      'data-piece': `${row.side} ${row.kind}`,
      'data-square': row.square,
      'data-next': row.next,
      'data-previous': row.previous,
      'data-attack-bit': row.attackBit,
      'data-state': row.state,
      'aria-label': row.label,
      'aria-selected': String(row.selected),
      ...menuOf(row.tables.location ?? row.tables.next, row),
    },
    cellAttributes: menusOf(row),
    cells: [row.position, hexByte(row.index), row.kind, row.square, row.next, row.previous, row.attackBit, state],
    image: row.kind === 'dummy' ? undefined : { column: 2, draw: () => pieceImage(row.kind, row.side) },
  };
}

function menusOf(row: PieceRow): readonly Attributes[] {
  const { next, previous, location, attackBit } = row.tables;
  return [null, null, null, location, next, previous, attackBit].map((table) => menuOf(table, row));
}

function menuOf(table: string | null, { index }: PieceRow): Attributes {
  return table === null ? {} : entryMenu(table, index);
}
