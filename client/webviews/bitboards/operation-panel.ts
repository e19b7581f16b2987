/** A op B = C: two boards, an operator, and the result, which can be kept and compared with a third board. */
import { BITBOARD_64, boardHex, bytesOfBoard, setBits, type BitboardOperator } from '#chess';
import { button, element, updateText } from '../dom.ts';
import { BitsBoard } from './bits-board.ts';
import type { AddedItem, BitsItem } from './bits-items.ts';
import { copyOf } from './bits-items.ts';
import { boardOf, boardRows, operationResult, takesBoard, takesShift, type OperationResult } from './bits-model.ts';
import { Choice } from './forms.ts';

const OPERATORS: readonly (readonly [BitboardOperator, string])[] = [
  ['and', 'AND'],
  ['or', 'OR'],
  ['xor', 'XOR'],
  ['not', 'NOT'],
  ['shift-left', '<<'],
  ['shift-right', '>>'],
];

export class OperationPanel {
  readonly element: HTMLElement;
  private readonly a = new Choice('A', () => this.draw());
  private readonly b = new Choice('B', () => this.draw());
  private readonly compare = new Choice('Compare C with', () => this.draw(), 'nothing');
  private readonly operator = element('select', { 'aria-label': 'Operator', title: 'Operator' });
  private readonly shift = element('input', {
    type: 'number',
    min: '0',
    max: '64',
    value: '1',
    'aria-label': 'Bits',
    title: 'Bits',
  });
  private readonly boards: Readonly<Record<'A' | 'B' | 'C', BitsBoard>>;
  private readonly sign = element('span', { class: 'sign' });
  private readonly result = element('p', { class: 'state', role: 'status', 'data-result': '' });
  private readonly keep = button('Keep C', () => this.keepResult());
  private items: readonly BitsItem[] = [];
  private square: string | null = null;

  constructor(
    select: (square: string) => void,
    private readonly onKeep: (item: AddedItem) => void,
  ) {
    const board = (name: string): BitsBoard => new BitsBoard(name, select);
    this.boards = { A: board('A'), B: board('B'), C: board('C') };
    this.operator.append(...OPERATORS.map(([value, text]) => element('option', { value }, text)));
    this.operator.addEventListener('change', () => this.draw());
    this.shift.addEventListener('input', () => this.draw());
    this.element = this.laidOut();
  }

  update(items: readonly BitsItem[], square: string | null): void {
    this.items = items.filter((item) => boardOf(item) !== undefined);
    this.square = square;
    this.element.hidden = this.items.length === 0;
    for (const choice of [this.a, this.b, this.compare]) choice.update(this.items);
    this.draw();
  }

  /** A number has a new key. */
  renamed(before: string, after: string): void {
    for (const choice of [this.a, this.b, this.compare]) if (choice.value === before) choice.choose(after);
  }

  private laidOut(): HTMLElement {
    const { A, B, C } = this.boards;
    const equals = element('span', { class: 'sign' }, '=');
    const compare = element('label', {}, 'Compare C with ', this.compare.element);
    return element(
      'section',
      { class: 'operation', 'aria-label': 'A op B = C' },
      element('div', { class: 'bar' }, this.a.element, this.operator, this.b.element, this.shift),
      element('div', { class: 'boards' }, A.element, this.sign, B.element, equals, C.element),
      this.result,
      element('div', { class: 'bar' }, this.keep, compare),
    );
  }

  private chosen(): OperationResult | undefined {
    const operator = this.operator.value as BitboardOperator;
    const shift = Math.min(64, Math.max(0, Math.trunc(Number(this.shift.value)) || 0));
    const [a, b, compare] = [this.a.value, this.b.value, this.compare.value];
    return operationResult(this.items, { a, operator, b, shift, compare });
  }

  private draw(): void {
    const operator = this.operator.value as BitboardOperator;
    this.b.element.hidden = !takesBoard(operator);
    this.shift.hidden = !takesShift(operator);
    const result = this.chosen();
    this.keep.disabled = result === undefined;
    this.drawBoards(result);
    const name = OPERATORS.find(([value]) => value === operator)?.[1] ?? '';
    updateText(this.sign, takesShift(operator) ? `${name} ${this.shift.value}` : name);
    updateText(this.result, result ? resultText(result) : 'A and B must be boards of the same size.');
  }

  private drawBoards(result: OperationResult | undefined): void {
    const selected = this.square;
    const { A, B, C } = this.boards;
    A.update(result ? boardRows(result.kind, result.a, { selected, lost: result.lost }) : null);
    B.update(result?.b === undefined ? null : boardRows(result.kind, result.b, { selected }));
    const differing = result?.differing ?? 0n;
    C.update(result ? boardRows(result.kind, result.c, { selected, differing }) : null);
  }

  private keepResult(): void {
    const result = this.chosen();
    if (!result) return;
    const { kind, c } = result;
    const order = kind === BITBOARD_64 ? 'lowest-first' : 'highest-first';
    this.onKeep(copyOf({ kind: kind.name, order, bytes: bytesOfBoard(kind, c, order) }));
  }
}

/** `C = $00000000000000ff, 8 bits set; 2 lost at the edge; 3 squares differ`. */
function resultText({ kind, c, lost, differing }: OperationResult): string {
  const count = (bits: bigint): number => setBits(bits).length;
  const parts = [`C = ${boardHex(kind, c)}, ${count(c)} set`];
  if (lost !== 0n) parts.push(`${count(lost)} lost at the edge`);
  if (differing !== undefined) parts.push(differing === 0n ? 'equal' : `${count(differing)} differ`);
  return parts.join('; ');
}
