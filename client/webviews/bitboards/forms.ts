/** The controls of the Bitboards view: a choice from a list, and the form that adds a board or word. */
import { LENSES, LENS_KINDS, type Lens, type LensKind, type LensOrder } from '#chess';
import { element, updateText } from '../dom.ts';
import { numberItem, type AddedItem, type BitsItem } from './bits-items.ts';

type Choosable = Pick<BitsItem, 'key' | 'title'>;

export class Choice {
  readonly element: HTMLSelectElement;
  private drawn = '';
  /** The chosen key, even while no item has it. */
  private wanted = '';

  /** @param empty text of a first entry that chooses nothing; without it, the first item is initially chosen */
  constructor(
    label: string,
    onChange: () => void,
    readonly empty?: string,
  ) {
    this.element = element('select', { 'aria-label': label, title: label });
    this.element.addEventListener('change', () => {
      this.wanted = this.element.value;
      onChange();
    });
  }

  get value(): string {
    return this.element.value;
  }

  /** Chooses a key, now or when an item with it comes. */
  choose(key: string): void {
    this.wanted = key;
    this.apply();
  }

  update(items: readonly Choosable[]): void {
    const none: Choosable[] = this.empty === undefined ? [] : [{ key: '', title: this.empty }];
    const all = [...none, ...items];
    const drawn = all.map(({ key, title }) => `${key}\t${title}`).join('\n');
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.element.replaceChildren(...all.map(({ key, title }) => element('option', { value: key }, title)));
    }
    this.apply();
  }

  private apply(): void {
    const known = [...this.element.options].some(({ value }) => value === this.wanted);
    if (known && this.element.value !== this.wanted) this.element.value = this.wanted;
  }
}

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
    this.element = element('form', { class: 'bar', 'aria-label': 'Add a board or word' });
    this.element.append(this.text, this.source, this.kind, this.order, button, this.fault);
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
    updateText(this.fault, means ? '' : `This is not a ${item.kind}.`);
    if (means) this.add(item);
  }
}
