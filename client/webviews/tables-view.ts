/**
 * What the views of chess tables share: the last tables and the selection, problems, and what to show for a program
 * that declares no such table.
 */
import type { SquareNumber } from '#basics';
import type { TablesMessage } from '#debugger/protocol';
import { button, element, updateText } from './dom.ts';
import { lastingProblems, problemsSince, type ProblemsSince, type Selection } from './messages.ts';
import type { View, ViewHandlers } from './view.ts';

/** What the view shows, as text: `a chess board`, and how a program declares it. */
type Subject = Readonly<Record<'name' | 'declaration', string>>;

export abstract class TablesView {
  readonly handlers: ViewHandlers;
  protected selection: Selection = { square: null, piece: null };
  /** What arrived last; undefined while no program is debugged. */
  protected last: TablesMessage | undefined;
  private since: ProblemsSince = new Map();
  private lasting: readonly string[] = [];
  private readonly missing: HTMLElement;
  private readonly problems = new ProblemsBox();

  protected constructor(
    protected readonly view: View,
    subject: Subject,
  ) {
    this.missing = missingNote(view, subject);
    this.handlers = {
      tables: (message) => {
        this.since = problemsSince(this.since, message);
        this.lasting = lastingProblems(this.since, message);
        this.last = message;
        this.redraw();
      },
      selection: (selection) => {
        this.selection = selection;
        this.redraw();
      },
      idle: () => {
        this.last = undefined;
        this.since = new Map();
        this.forget();
      },
    };
  }

  /** Draws the tables; false if the program declares none of what the view shows. */
  protected abstract draw(message: TablesMessage): boolean;

  /** Called when the session is over: drops what the view remembers about it. */
  protected forget(): void {}

  /** Puts the view's own parts into the page, followed by problems. */
  protected show(...parts: readonly HTMLElement[]): void {
    this.view.content.append(...parts, this.missing, this.problems.element);
  }

  protected redraw(): void {
    if (!this.last) return;
    this.missing.hidden = this.draw(this.last);
    this.problems.update(this.lasting);
  }

  protected select(number: SquareNumber): void {
    const square = this.last?.tables.board?.squares.find((candidate) => candidate.number === number);
    this.view.post({ type: 'select', selection: { square: number, piece: square?.piece?.code ?? null } });
  }
}

function missingNote(view: View, { name, declaration }: Subject): HTMLElement {
  const help = button('How tables are declared', () => view.post({ type: 'help' }), { class: 'help' });
  const sentence = `This program declares no ${name}, so there is nothing to show here.`;
  return element('section', { class: 'missing' }, element('p', {}, sentence), element('p', {}, declaration), help);
}

class ProblemsBox {
  readonly element = element('details', { class: 'problems' });
  private readonly summary = element('summary');
  private readonly list = element('ul');
  private shown = '';

  constructor() {
    this.element.append(this.summary, this.list);
    this.element.hidden = true;
  }

  update(problems: readonly string[]): void {
    const wanted = problems.join('\n');
    if (wanted === this.shown) return;
    this.shown = wanted;
    this.element.hidden = problems.length === 0;
    updateText(this.summary, problems.length === 1 ? '1 problem' : `${String(problems.length)} problems`);
    this.list.replaceChildren(...problems.map((problem) => element('li', {}, problem)));
  }
}
