/** The Game view: the turns of the game record in the order in which they were played, the last one marked. */
import type { TablesMessage } from '#debugger/protocol';
import { element, updateText } from '../dom.ts';
import { pieceImage } from '../pieces.ts';
import { entryMenu } from '../place-menu.ts';
import { RowTable, type Row } from '../row-table.ts';
import { TablesView } from '../tables-view.ts';
import type { View } from '../view.ts';
import { gameModel, type TurnRow } from './game-model.ts';

const COLUMNS = ['#', 'Move', 'Castling', 'Turn word'];

export class GameView extends TablesView {
  private readonly state = element('p', { class: 'state', role: 'status' });
  private readonly fault = element('p', { class: 'broken', role: 'alert' });
  private readonly turns = new RowTable('Turns', COLUMNS, (ply) => {
    this.chosen = Number(ply);
    const row = this.rows[this.chosen - 1];
    if (row) this.view.post({ type: 'select', selection: row.selection });
  });
  private rows: readonly TurnRow[] = [];
  private chosen = 0;

  constructor(view: View) {
    super(view, {
      name: 'game record',
      declaration:
        'A game record is a table with index=ply element=turn-word, and a variable with element=address role=next-turn, which holds where the next turn goes.',
    });
    this.show(this.state, this.turns.element, this.fault);
  }

  protected override draw({ tables }: TablesMessage): boolean {
    const model = gameModel(tables, this.selection, this.chosen);
    for (const part of [this.state, this.turns.element]) part.hidden = model === null;
    this.fault.hidden = !model || model.fault === '';
    if (!model) return false;
    updateText(this.state, model.state);
    updateText(this.fault, model.fault);
    const isLonger = model.rows.length > this.rows.length;
    this.rows = model.rows;
    this.turns.update(model.rows.map(toRow));
    if (isLonger) this.turns.element.querySelector('.current')?.scrollIntoView({ block: 'nearest' });
    return true;
  }
}

function toRow(row: TurnRow): Row {
  return {
    key: String(row.ply),
    attributes: {
      class: row.current ? 'current' : '',
      'data-move': row.text,
      'data-word': row.word,
      'aria-label': row.label,
      'aria-selected': String(row.selected),
      ...(row.current ? { 'aria-current': 'true' } : {}),
      title: row.label,
      ...entryMenu(row.entry.table, row.entry.index),
    },
    cells: [row.number, row.move, row.castling, row.word],
    image: { column: 1, draw: () => pieceImage(row.kind, row.side) },
  };
}
