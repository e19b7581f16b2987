/** The Timing view: the present scan line as a bar, the lines of a frame's length, and what each time check saw. */
import type { FrameMessage } from '#debugger/protocol';
import { button, colourKey, element, svg, updateText } from '../dom.ts';
import { FrameView, type View } from '../view.ts';
import { RowTable } from '../row-table.ts';
import {
  checkRows,
  frameBars,
  KINDS,
  lineText,
  MARK_WIDTH,
  presentLine,
  presentText,
  summary,
  wrongRows,
  type CheckRow,
} from './timing-model.ts';

const WRONG_BUTTONS = 12;

export class TimingView extends FrameView {
  private readonly present = svg('svg', { class: 'bars present', preserveAspectRatio: 'none', role: 'img' });
  private readonly summary = element('p', { class: 'state' });
  private readonly frame = svg('svg', { class: 'bars frame', preserveAspectRatio: 'none', role: 'img' });
  private readonly choice = element('input', {
    type: 'range',
    class: 'chosen',
    min: '0',
    value: '0',
    'aria-label': 'Line of the frame',
  });
  private readonly detail = element('p', { class: 'detail' });
  private readonly wrong = element('div', { class: 'bar', role: 'group', 'aria-label': 'Wrong lines' });
  private readonly checks: RowTable;
  private rows: readonly CheckRow[] = [];

  constructor(view: View) {
    super(view);
    this.checks = new RowTable('Time checks', ['Place', 'Charge', 'Passed', 'To the handler', 'Least slack'], (key) =>
      this.open(key),
    );
    this.choice.addEventListener('input', () => this.showLine());
    this.frame.addEventListener('click', (event) => this.choose(event as MouseEvent));
    this.show(
      ...[this.present, colourKey(KINDS), this.summary, this.frame, this.choice, this.detail, this.wrong],
      this.checks.element,
    );
  }

  protected override draw(message: FrameMessage): string {
    this.present.setAttribute('viewBox', `0 0 ${Math.max(1, message.lineCycles)} 1`);
    this.present.setAttribute('aria-label', presentText(message));
    this.present.replaceChildren(
      ...presentLine(message).map(({ kind, from, cycles }) =>
        svg('rect', { class: kind, x: String(from), width: String(cycles), height: '1' }),
      ),
    );
    updateText(this.summary, summary(message));
    const { lines, lineCycles } = message;
    const rows = Math.max(1, lines.length);
    this.frame.setAttribute('viewBox', `0 0 ${lineCycles + MARK_WIDTH + 4} ${rows}`);
    this.frame.setAttribute('aria-label', summary(message));
    this.frame.dataset['lines'] = String(lines.length);
    const paths = Object.entries(frameBars(message)).map(([kind, d]) => svg('path', { class: kind, d }));
    this.frame.replaceChildren(...paths);
    this.choice.max = String(rows - 1);
    this.wrong.replaceChildren(...this.wrongButtons(message));
    this.showLine();
    this.rows = checkRows(message);
    this.checks.update(
      this.rows.map(({ key: name, cells }) => ({ key: name, cells, attributes: { 'data-check': cells[0] ?? '' } })),
    );
    return presentText(message);
  }

  private wrongButtons(message: FrameMessage): HTMLElement[] {
    const rows = wrongRows(message);
    const buttons = rows.slice(0, WRONG_BUTTONS).map((row) => {
      const text = `Line ${row}: ${message.lines[row]?.cycles ?? 0}`;
      return button(text, () => this.goTo(row), { class: 'broken' });
    });
    return rows.length === 0 ? [] : [element('span', { class: 'broken' }, `${rows.length} wrong lines:`), ...buttons];
  }

  private choose(event: MouseEvent): void {
    const { top, height } = this.frame.getBoundingClientRect();
    this.goTo(Math.floor(((event.clientY - top) / height) * (this.last?.lines.length ?? 0)));
  }

  private goTo(row: number): void {
    this.choice.value = String(row);
    this.showLine();
  }

  private showLine(): void {
    const row = Number(this.choice.value);
    const line = this.last?.lines[row];
    updateText(this.detail, line === undefined ? '' : lineText(line, row, this.last?.lineCycles ?? 0));
  }

  private open(chosen: string): void {
    const row = this.rows.find(({ key: name }) => name === chosen);
    if (row?.path !== undefined) this.view.post({ type: 'open', path: row.path, line: row.line ?? 0 });
  }
}
