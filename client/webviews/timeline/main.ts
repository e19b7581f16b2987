/**
 * The Timeline view: the run as a strip with moves, stops, edits, input and faults. Dragging or clicking in it, the
 * arrow keys and the rows of the list go to a moment.
 */
import { HAPPENING_KINDS, type TimelineMessage } from '#debugger/protocol';
import { button, colourKey, element, svg, updateStatus } from '../dom.ts';
import { RowTable } from '../row-table.ts';
import type { View, ViewHandlers } from '../view.ts';
import {
  cycleAt,
  framePath,
  listed,
  markPath,
  neighbours,
  nowText,
  placeOf,
  seconds,
  SPANS,
  stretchOf,
  ticks,
  WIDTH,
  type Stretch,
} from './timeline-model.ts';

/** Height of a kind's lane in the drawing. */
const LANE = 10;
const HEIGHT = LANE * HAPPENING_KINDS.length;
const FRAMES_WITH_SHIFT = 10;
const SHARE_OF_PAGE = 0.1;

export class TimelineView {
  readonly handlers: ViewHandlers;
  private readonly state = element('p', { class: 'state', role: 'status' });
  private readonly span = element('select', { 'aria-label': 'What is shown' });
  private readonly drawing = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none' });
  private readonly ruler = svg('svg', { class: 'ruler', 'aria-hidden': 'true' });
  private readonly strip: HTMLElement;
  private readonly happenings = new RowTable('What has happened', ['Time', 'What', 'Details'], (key) =>
    this.goTo(Number(key.split(' ')[0])),
  );
  private last: TimelineMessage | undefined;
  /** Where the user wants to go, while the program is still on its way to another place. */
  private wanted: number | undefined;
  private underWay = false;
  private dragged: number | undefined;

  constructor(private readonly view: View) {
    const slider = { class: 'strip', role: 'slider', tabindex: '0', 'aria-label': 'Time', 'aria-valuemin': '0' };
    this.strip = element('div', slider, this.drawing);
    this.span.append(...SPANS.map(({ name }, index) => element('option', { value: String(index) }, name)));
    this.span.value = view.recall('span') ?? '0';
    this.span.addEventListener('change', () => {
      view.remember('span', this.span.value);
      this.draw();
    });
    this.listen();
    const key = colourKey(HAPPENING_KINDS);
    view.content.append(this.state, this.bar(), this.strip, this.ruler, key, this.happenings.element);
    this.handlers = {
      timeline: (message) => {
        this.last = message;
        this.underWay = false;
        this.draw();
        this.goOn();
      },
      idle: () => {
        this.last = undefined;
        this.wanted = undefined;
        this.underWay = false;
      },
    };
  }

  private bar(): HTMLElement {
    const labelled = (text: string, label: string, act: () => void): HTMLElement =>
      button(text, act, { 'aria-label': label, title: label });
    return element(
      'div',
      { class: 'bar' },
      this.span,
      labelled('◂ Frame', 'A frame back', () => this.move(-1)),
      labelled('Frame ▸', 'A frame on', () => this.move(1)),
      labelled('◂ Mark', 'To the mark before', () => this.goToMark('before')),
      labelled('Mark ▸', 'To the next mark', () => this.goToMark('after')),
    );
  }

  private listen(): void {
    const { strip } = this;
    const follow = (event: PointerEvent): void => {
      const { left, width } = strip.getBoundingClientRect();
      this.dragged = cycleAt((event.clientX - left) / width, this.stretch());
      this.goTo(this.dragged);
    };
    strip.addEventListener('pointerdown', (event) => {
      strip.setPointerCapture(event.pointerId);
      strip.focus();
      follow(event);
    });
    strip.addEventListener('pointermove', (event) => {
      if (this.dragged !== undefined) follow(event);
    });
    for (const end of ['pointerup', 'pointercancel'] as const)
      strip.addEventListener(end, () => {
        this.dragged = undefined;
        this.draw();
      });
    strip.addEventListener('keydown', (event) => {
      if (this.onKey(event)) event.preventDefault();
    });
  }

  private onKey({ key: name, shiftKey }: KeyboardEvent): boolean {
    const { last } = this;
    if (last === undefined) return false;
    const { from, to } = this.stretch();
    const page = Math.round((to - from) * SHARE_OF_PAGE);
    const frames = shiftKey ? FRAMES_WITH_SHIFT : 1;
    if (name === 'ArrowLeft' || name === 'ArrowDown') this.move(-frames);
    else if (name === 'ArrowRight' || name === 'ArrowUp') this.move(frames);
    else if (name === 'PageDown') this.goTo(this.here() - page);
    else if (name === 'PageUp') this.goTo(this.here() + page);
    else if (name === 'Home') this.goTo(last.oldest);
    else if (name === 'End') this.goTo(last.latest);
    else return false;
    return true;
  }

  private here(): number {
    return this.wanted ?? this.last?.now ?? 0;
  }

  private move(frames: number): void {
    this.goTo(this.here() + frames * (this.last?.frameCycles ?? 0));
  }

  private goToMark(which: 'before' | 'after'): void {
    const cycle = this.last && neighbours(this.last, this.here())[which];
    if (cycle !== undefined) this.goTo(cycle);
  }

  /** Goes to one place at a time; of those requested in the meantime, only the last counts. */
  private goTo(cycle: number): void {
    const { last } = this;
    if (last === undefined) return;
    this.wanted = Math.min(last.latest, Math.max(last.oldest, cycle));
    this.draw();
    this.goOn();
  }

  private goOn(): void {
    const { wanted } = this;
    if (wanted === undefined || this.underWay) return;
    this.wanted = undefined;
    if (wanted === this.last?.now && !this.last.running) return;
    this.underWay = true;
    this.view.post({ type: 'seek', cycle: wanted });
  }

  private stretch(): Stretch {
    const span = SPANS[Number(this.span.value)] ?? SPANS[0];
    return this.last && span ? stretchOf(this.last, span) : { from: 0, to: 1 };
  }

  private draw(): void {
    const { last } = this;
    if (last === undefined) return;
    const stretch = this.stretch();
    updateStatus(this.state, nowText(last), last.running);
    const paths = HAPPENING_KINDS.map((kind, lane) =>
      svg('path', { class: kind, d: markPath(last.happenings, kind, stretch, lane * LANE + 1, LANE - 2) }),
    );
    const cursor = (cycle: number, name: string): SVGElement =>
      svg('path', { class: name, d: `M${placeOf(cycle, stretch)} 0v${HEIGHT}` });
    const ghost = this.dragged === undefined ? [] : [cursor(this.dragged, 'ghost')];
    const frames = svg('path', { class: 'frame', d: framePath(last, stretch, HEIGHT) });
    this.drawing.replaceChildren(frames, ...paths, cursor(last.now, 'now'), ...ghost);
    this.ruler.replaceChildren(
      ...ticks(stretch, this.ruler.clientWidth).map((tick) => tickMark(tick.place, tick.text)),
    );
    this.strip.setAttribute('aria-valuemax', String(last.latest));
    this.strip.setAttribute('aria-valuemin', String(last.oldest));
    this.strip.setAttribute('aria-valuenow', String(last.now));
    this.strip.setAttribute('aria-valuetext', nowText(last));
    this.drawList(last);
  }

  private drawList(last: TimelineMessage): void {
    this.happenings.update(
      listed(last).map(({ kind, cycle, text }) => ({
        key: `${cycle} ${kind} ${text}`,
        attributes: {
          'data-kind': kind,
          'data-cycle': String(cycle),
          'aria-label': `${seconds(cycle)}, ${kind}: ${text}`,
          'aria-selected': String(cycle === last.now),
          title: text,
        },
        cells: [seconds(cycle), kind, text],
      })),
    );
  }
}

function tickMark(place: number, text: string): Element {
  return svg('text', { x: `${(100 * place) / WIDTH}%`, y: '12' }, document.createTextNode(text));
}
