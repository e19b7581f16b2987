/** A list from which to choose an item; it keeps its choice while items come and go. */
import { element } from '../dom.ts';

interface Choosable {
  readonly key: string;
  readonly title: string;
}

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
