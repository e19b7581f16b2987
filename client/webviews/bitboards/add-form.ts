/** The form that adds a board or word: an expression or an address in RAM, or a number. */
import { LENSES, LENS_KINDS, type Lens, type LensKind, type LensOrder } from '#chess';
import { element, updateText } from '../dom.ts';
import { numberItem, type AddedItem } from './bits-items.ts';

export class AddForm {
  readonly element: HTMLFormElement;
  private readonly text = element('input', {
    type: 'text',
    'aria-label': 'Expression, address or number',
    placeholder: 'board, $0300 or e4 d5',
  });
  private readonly source = element(
    'select',
    { 'aria-label': 'Where' },
    element('option', { value: 'ram' }, 'in RAM'),
    element('option', { value: 'number' }, 'number'),
  );
  private readonly kind = element('select', { 'aria-label': 'Kind' });
  private readonly order = element('select', { 'aria-label': 'Order of bytes' });
  private readonly fault = element('span', { class: 'broken', role: 'alert' });
  private isTouched = false;

  constructor(private readonly add: (item: AddedItem) => void) {
    this.kind.append(...LENS_KINDS.map((kind) => element('option', { value: kind }, kind)));
    this.kind.addEventListener('change', () => this.listOrders());
    this.listOrders();
    const button = element('button', { type: 'submit' }, 'Add');
    this.element = element(
      'form',
      { class: 'bar', 'aria-label': 'Add a board or word' },
      this.text,
      this.source,
      this.kind,
      this.order,
      button,
      this.fault,
    );
    this.element.addEventListener('input', () => (this.isTouched = true));
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  /** Offers this kind and order of bytes, unless the user has chosen or typed something. */
  suggest({ kind, order }: Lens): void {
    if (this.isTouched) return;
    this.kind.value = kind;
    this.listOrders();
    this.order.value = order;
  }

  private listOrders(): void {
    const { orders } = LENSES[this.kind.value as LensKind];
    this.order.replaceChildren(...orders.map((order) => element('option', { value: order }, order)));
  }

  private submit(): void {
    const item: AddedItem = {
      source: this.source.value === 'number' ? 'number' : 'ram',
      text: this.text.value.trim(),
      kind: this.kind.value as LensKind,
      order: this.order.value as LensOrder,
    };
    const means = item.source === 'number' ? numberItem(item).length > 0 : item.text !== '';
    updateText(this.fault, means ? '' : `That means no ${item.kind}.`);
    if (means) this.add(item);
  }
}
