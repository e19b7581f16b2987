/** Text for programs that read the keyboard: pasted, or entered in a field, as on a phone. */
import type { ToMachine } from '#page/protocol';
import { element } from '../dom.ts';
import { keysOfText } from './play-model.ts';

export class TypePanel {
  readonly element: HTMLElement;

  constructor(send: (message: ToMachine) => void) {
    const field = element('textarea', { rows: '2', 'aria-label': 'Text for the keyboard of the machine' });
    const type = element('button', { type: 'button' }, 'Type it');
    type.addEventListener('click', () => {
      send({ type: 'type', keys: keysOfText(field.value) });
      field.value = '';
    });
    this.element = element('details', { class: 'typing' }, element('summary', {}, 'Type text'), field, type);
    document.addEventListener('paste', (event) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const text = event.clipboardData?.getData('text') ?? '';
      if (text !== '') send({ type: 'type', keys: keysOfText(text) });
    });
  }
}
