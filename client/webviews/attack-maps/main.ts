/** The Attack maps view: the declared maps as small boards, with bit values and marks by direction or by piece. */
import { hexDigits } from '#basics';
import type { TablesMessage } from '#debugger/protocol';
import type { Direction } from '#chess';
import { CellGrid, type Cell } from '../cell-grid.ts';
import { button, classes, element, updateText, type Child, svg } from '../dom.ts';
import { pieceImage } from '../pieces.ts';
import { entryMenu } from '../place-menu.ts';
import { TablesView } from '../tables-view.ts';
import type { View } from '../view.ts';
import { attackMapModels, verdictText } from './attack-map-model.ts';
import type { AttackCell, AttackMapModel, MarkMode } from './attack-map-model.ts';

export class AttackMapsView extends TablesView {
  private readonly toolbar: HTMLElement;
  private readonly maps = element('div', { class: 'maps' });
  private readonly verdict = element('p', { class: 'verdict', role: 'status' });
  private readonly parts = new Map<string, { grid: CellGrid; element: HTMLElement; legend: HTMLElement }>();
  private mode: MarkMode;
  private guards: boolean;

  constructor(view: View) {
    super(view, {
      name: 'attack maps',
      declaration:
        'An attack map is a table with index=square element=slider-set or leaper-set, side=white or side=black, and set= with the meaning of its bits.',
    });
    this.mode = view.recall('mode') === 'piece' ? 'piece' : 'direction';
    this.guards = view.recall('guards') === 'true';
    this.toolbar = this.buildToolbar();
    this.show(this.toolbar, this.verdict, this.maps);
  }

  private buildToolbar(): HTMLElement {
    const toggle = (text: string, name: string, change: () => void): HTMLButtonElement => {
      const changed = (): void => {
        change();
        show();
      };
      return button(text, changed, { class: name });
    };
    const modes = (['direction', 'piece'] as const).map((mode) => ({
      mode,
      button: toggle(`By ${mode}`, `mode-${mode}`, () => (this.mode = mode)),
    }));
    const guards = toggle('Edge guards', 'guards', () => (this.guards = !this.guards));
    const show = (): void => {
      for (const { mode, button } of modes) button.setAttribute('aria-pressed', String(this.mode === mode));
      guards.setAttribute('aria-pressed', String(this.guards));
      this.view.remember('mode', this.mode);
      this.view.remember('guards', String(this.guards));
      this.redraw();
    };
    show();
    const buttons = [...modes.map(({ button }) => button), guards];
    return element('div', { class: 'bar', role: 'toolbar', 'aria-label': 'How attacks are shown' }, ...buttons);
  }

  protected override draw({ tables, running }: TablesMessage): boolean {
    const options = { mode: this.mode, guards: this.guards, differences: !running, selection: this.selection };
    const models = attackMapModels(tables, options);
    this.toolbar.hidden = models.length === 0;
    updateText(this.verdict, running ? '' : verdictText(tables));
    this.verdict.classList.toggle('broken', !running && (tables.oracle?.differing ?? 0) > 0);
    const keys = models.map(({ key }) => key);
    if (keys.join() !== [...this.parts.keys()].join()) this.build(models);
    for (const model of models) {
      const part = this.parts.get(model.key);
      part?.grid.update(model.rows.map((row) => row.map(toCell)));
      if (part) part.legend.textContent = model.legend.join('  ');
    }
    return models.length > 0;
  }

  private build(models: readonly AttackMapModel[]): void {
    this.parts.clear();
    for (const { key, title } of models) {
      const grid = new CellGrid(title, 'attack-map', (number) => this.select(Number(number)));
      const legend = element('p', { class: 'legend hex' });
      const names = { 'data-map': key, 'aria-label': title };
      const part = element('section', names, element('h2', {}, title), grid.element, legend);
      this.parts.set(key, { grid, element: part, legend });
    }
    this.maps.replaceChildren(...[...this.parts.values()].map((part) => part.element));
  }
}

function toCell(cell: AttackCell): Cell {
  const shade = cell.isGuard ? 'guard' : cell.dark ? 'dark' : 'light';
  const states = { stale: !cell.faithful, attacked: cell.attackedBySelected, differs: cell.difference !== '' };
  const value = hexDigits(cell.value, 2);
  return {
    key: String(cell.number),
    attributes: {
      class: classes({ [shade]: true, ...states }),
      'data-square': cell.name,
      'data-value': value,
      'data-bits': cell.bits,
      'data-faithful': String(cell.faithful),
      'data-difference': cell.difference,
      'aria-label': cell.label,
      'aria-selected': String(cell.selected),
      title: cell.label,
      ...(cell.table === '' ? {} : entryMenu(cell.table, cell.number)),
    },
    drawn: JSON.stringify([value, cell.marks, cell.piece]),
    draw: () => drawMarks(cell, value),
  };
}

function drawMarks(cell: AttackCell, value: string): Child[] {
  const arrows = cell.marks.flatMap((mark) => (mark.shape === 'arrow' ? [mark] : []));
  const pieces = cell.marks.flatMap((mark) => (mark.shape === 'piece' ? [mark.letter + mark.from] : []));
  const parts: Child[] = cell.piece ? [pieceImage(cell.piece.kind, cell.piece.side)] : [];
  if (arrows.length > 0) parts.push(arrow(arrows));
  if (pieces.length > 0) parts.push(element('span', { class: 'attackers' }, pieces.join(' ')));
  if (cell.value !== 0) parts.push(element('span', { class: 'value hex' }, value));
  return parts;
}

/** Degrees clockwise from north. */
const ANGLES: Readonly<Record<Direction, number>> = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 };

/** One picture with all arrows of a square; pawns' arrows are short. */
export function arrow(marks: readonly { readonly direction: Direction; readonly pawn: boolean }[]): SVGElement {
  const arrows = marks.map(({ direction, pawn }) => {
    const reach = direction.length === 2 ? 19 : 16;
    const tail = pawn ? 12 : reach;
    return svg('path', {
      class: pawn ? 'arrow pawn' : 'arrow',
      d: `M0 ${String(tail)} V5 M-3.4 9 L0 4 L3.4 9`,
      transform: `translate(20 20) rotate(${String(ANGLES[direction])})`,
    });
  });
  return svg('svg', { viewBox: '0 0 40 40', class: 'arrows', 'aria-hidden': 'true', focusable: 'false' }, ...arrows);
}
