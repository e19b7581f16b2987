/** What is in the machine, folded until it is opened: registers, place, variables of the zero page. */
import type { Inside, ToMachine } from '#page/protocol';
import { element, updateText } from '../dom.ts';

export class InsidePanel {
  readonly element = element('details', { class: 'inside' });
  private readonly place = element('p', { class: 'hex' });
  private readonly registers = new Values('Registers');
  private readonly variables = new Values('Zero page');

  /** @param named whether the page has the names of the program */
  constructor(named: boolean, send: (message: ToMachine) => void) {
    this.element.append(element('summary', {}, 'Look inside'), this.place, this.registers.element);
    if (named) this.element.append(this.variables.element);
    this.element.addEventListener('toggle', () => send({ type: 'look', on: this.element.open }));
  }

  show({ place, registers, variables }: Inside): void {
    updateText(this.place, place);
    this.registers.show(registers);
    this.variables.show(variables);
  }
}

/** Names with their values; elements are made once. */
class Values {
  readonly element: HTMLElement;
  private readonly list = element('dl', { class: 'hex' });
  private readonly shown = new Map<string, HTMLElement>();

  constructor(title: string) {
    this.element = element('section', { 'aria-label': title }, element('h2', {}, title), this.list);
  }

  show(values: Inside['variables']): void {
    for (const [name, text] of values) {
      const value = this.shown.get(name) ?? this.add(name);
      updateText(value, text);
    }
  }

  private add(name: string): HTMLElement {
    const value = element('dd');
    this.list.append(element('div', {}, element('dt', {}, name), value));
    this.shown.set(name, value);
    return value;
  }
}
