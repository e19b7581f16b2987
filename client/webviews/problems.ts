/** The list of what does not fit together, folded under its count. */
import { element, updateText } from './dom.ts';

export class ProblemsBox {
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
