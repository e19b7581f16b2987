/**
 * The Bitboards view: boards and words of bits that the program declares or the user adds, bit by bit, and
 * A op B = C over two of them. A click on a square toggles its bit, in RAM or in a typed number.
 */
import type { TablesMessage } from '#debugger/protocol';
import { button, element, updateText, type Attributes } from '../dom.ts';
import { memoryReference } from '../messages.ts';
import { boardSquares } from '../pieces.ts';
import { ramMenu, setMenu } from '../place-menu.ts';
import { RowTable } from '../row-table.ts';
import { TablesView } from '../tables-view.ts';
import type { View } from '../view.ts';
import { AddForm, Choice } from './forms.ts';
import { BitsBoard } from './bits-board.ts';
import { copyOf, itemsOf, type AddedItem, type BitsItem } from './bits-items.ts';
import { boardOf, byteOfBit, factsOf, fieldsOf, squareRows, type Fact } from './bits-model.ts';
import { OperationPanel } from './operation-panel.ts';

const ADDED = 'added';

export class BitboardsView extends TablesView {
  private readonly shown = new Choice('Board or word', () => this.redraw());
  private readonly remove = button('Remove', () => this.removeShown());
  private readonly toggles = element('input', { type: 'checkbox', id: 'toggles' });
  private readonly togglesLabel = element('label', { for: 'toggles' }, 'a click toggles the bit');
  private readonly form = new AddForm((item) => this.add(item));
  private readonly board = new BitsBoard('Squares', (square) => this.click(square));
  private readonly facts = element('dl', { class: 'facts' });
  private readonly fields = new RowTable('Fields', ['Field', 'Bits', 'Value', 'Means'], (name) =>
    this.chooseField(name),
  );
  private readonly faults = element('p', { class: 'broken', role: 'alert' });
  private readonly operation = new OperationPanel(
    (square) => this.selectNamed(square),
    (item) => this.add(item),
  );
  private added: readonly AddedItem[];
  private items: readonly BitsItem[] = [];
  private square: string | null = null;

  constructor(view: View) {
    super(view, {
      name: 'board or word of bits',
      declaration:
        'Boards and words of bits are declared by element=bitboard64, bitboard16, nibble-board, move-word, turn-word, zobrist-index or octad-state. Others can be added below by an expression, an address or a number.',
    });
    this.added = recalled(view);
    this.toggles.checked = true;
    this.show(
      element('div', { class: 'bar' }, this.shown.element, this.remove, this.toggles, this.togglesLabel),
      element('div', { class: 'lens' }, this.board.element, this.facts),
      this.fields.element,
      this.faults,
      this.operation.element,
    );
    view.content.append(this.form.element);
    this.sendLenses();
  }

  protected override draw(message: TablesMessage): boolean {
    this.items = itemsOf(message, this.added);
    const selected = boardSquares(message.tables.geometry).find(([number]) => number === this.selection.square);
    this.square = selected?.[1] ?? this.square;
    this.shown.update(this.items);
    this.shown.element.hidden = this.items.length === 0;
    const shown = this.item();
    this.remove.hidden = shown?.added !== true;
    const boards = this.items.filter((item) => boardOf(item) !== undefined);
    const usual = boards.find(({ kind }) => kind === 'bitboard64') ?? boards[0] ?? this.items[0];
    if (usual) this.form.suggest(usual);
    for (const part of [this.toggles, this.togglesLabel]) part.hidden = !this.canToggle(shown);
    const parts = [this.board.element, this.facts, this.fields.element];
    for (const part of parts) part.hidden = shown === undefined;
    const rows = shown ? squareRows(shown, { selected: this.square }) : null;
    this.board.update(rows, (bit) => (shown ? menuOf(shown, bit) : {}));
    for (const part of [this.facts, this.fields.element]) setMenu(part, shown ? menuOf(shown, null) : {});
    drawFacts(this.facts, shown ? factsOf(shown) : []);
    this.drawFields(shown);
    updateText(this.faults, shown?.problems.join(' ') ?? '');
    this.operation.update(this.items, this.square);
    return this.items.length > 0;
  }

  private item(): BitsItem | undefined {
    return this.items.find(({ key }) => key === this.shown.value);
  }

  /** Whether a click can change a bit of the item: it has bits, and no program runs that may change them, too. */
  private canToggle(shown: BitsItem | undefined): shown is BitsItem {
    if (shown === undefined || boardOf(shown) === undefined) return false;
    return shown.address === null || this.last?.running === false;
  }

  private drawFields(shown: BitsItem | undefined): void {
    const fields = shown ? fieldsOf(shown) : [];
    this.fields.element.hidden = fields.length === 0;
    this.fields.update(
      fields.map(({ name, bits, value, text, square, problem }) => ({
        key: name,
        attributes: {
          class: problem === null ? '' : 'broken',
          'data-field': name,
          'aria-label': `${name}: ${text}`,
          'aria-selected': String(square !== null && square === this.square),
        },
        cells: [name, bits[0] === bits[1] ? String(bits[0]) : `${bits[0]}–${bits[1]}`, String(value), problem ?? text],
      })),
    );
  }

  private chooseField(name: string): void {
    const shown = this.item();
    const square = shown && fieldsOf(shown).find((field) => field.name === name)?.square;
    if (square) this.selectNamed(square);
  }

  private click(square: string): void {
    this.selectNamed(square);
    const shown = this.item();
    if (!this.canToggle(shown) || !this.toggles.checked) return;
    const cells = squareRows(shown, { selected: null })?.flat();
    const bit = cells?.find(({ name }) => name === square)?.bit;
    if (bit === null || bit === undefined) return;
    const { offset, mask } = byteOfBit(shown, bit);
    const byte = (shown.bytes[offset] ?? 0) ^ mask;
    if (shown.address === null) return this.replace(shown, { ...shown, bytes: shown.bytes.with(offset, byte) });
    const reference = memoryReference('ram', shown.address + offset, shown.bank);
    this.view.post({ type: 'write', reference, bytes: [byte] });
  }

  private replace(before: BitsItem, after: BitsItem): void {
    const at = this.added.findIndex((added) => keyOf(added) === before.key);
    if (at < 0) return;
    const copy = copyOf(after);
    this.setAdded(this.added.with(at, copy));
    this.operation.renamed(before.key, keyOf(copy));
    this.shown.choose(keyOf(copy));
    this.redraw();
  }

  /** Selects a square here and, where the program numbers the squares of a chess board, in all views. */
  private selectNamed(square: string): void {
    this.square = square;
    const [number] = boardSquares(this.last?.tables.geometry ?? null).find(([, name]) => name === square) ?? [];
    const shown = this.item();
    if (number !== undefined && (shown === undefined || boardOf(shown)?.kind.side !== 4)) this.select(number);
    this.redraw();
  }

  private add(item: AddedItem): void {
    if (!this.added.some((added) => keyOf(added) === keyOf(item))) this.setAdded([...this.added, item]);
    this.shown.choose(keyOf(item));
    this.redraw();
  }

  private removeShown(): void {
    const shown = this.item();
    if (shown) this.setAdded(this.added.filter((added) => keyOf(added) !== shown.key));
    this.redraw();
  }

  private setAdded(added: readonly AddedItem[]): void {
    this.added = added;
    this.view.remember(ADDED, JSON.stringify(added));
    this.sendLenses();
  }

  /** Sends which places in RAM to show; the next tables contain them. */
  private sendLenses(): void {
    const lenses = this.added
      .filter(({ source }) => source === 'ram')
      .map(({ text, kind, order }) => ({ expression: text, kind, order }));
    this.view.post({ type: 'lenses', lenses });
  }
}

/** The menu of the byte that holds a bit, or of all bytes of an item; a number has none. */
function menuOf(shown: BitsItem, bit: number | null): Attributes {
  if (shown.address === null) return {};
  if (bit === null) return ramMenu(shown.address, shown.bytes.length, shown.bank);
  return ramMenu(shown.address + byteOfBit(shown, bit).offset, 1, shown.bank);
}

function keyOf({ source, text, kind, order }: AddedItem): string {
  return `${source} ${text} ${kind} ${order}`;
}

function recalled(view: View): readonly AddedItem[] {
  try {
    const kept = JSON.parse(view.recall(ADDED) ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as AddedItem[]) : [];
  } catch {
    return [];
  }
}

function drawFacts(list: HTMLElement, facts: readonly Fact[]): void {
  const drawn = JSON.stringify(facts);
  if (list.dataset['drawn'] === drawn) return;
  list.dataset['drawn'] = drawn;
  list.replaceChildren(
    ...facts.flatMap(([name, text]) => [element('dt', {}, name), element('dd', { 'data-fact': name }, text)]),
  );
}
