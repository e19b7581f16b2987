/** Values that the lines of tests give to places: numbers, texts, addresses. */
import type { DirectiveStatement, Expression } from '../contract/syntax.ts';
import type { Wanted } from '../contract/tests.ts';
import type { Item, Program } from '../program/program.ts';
import type { Evaluator } from '../values/evaluate.ts';
import type { PlaceReader } from './test-places.ts';

type Place = Wanted['place'];

/** Reads the values of tests; errors are reported at the line. */
export class ValueReader {
  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
    private readonly places: PlaceReader,
  ) {}

  /**
   * The values of a line, or the one text of a position; undefined after a report.
   * @param place the first place that gets a value
   * @param ofSquares whether names of squares are valid values
   */
  read(item: Item, statement: DirectiveStatement, place: Place, ofSquares: boolean): (number | string)[] | undefined {
    return place.kind === 'fen' ? this.text(item, statement) : this.numbers(item, statement, ofSquares);
  }

  /** A value as its place will hold it; NaN after a report. */
  fit(item: Item, statement: DirectiveStatement, place: Place, value: number): number {
    if (place.kind === 'cycles' || place.kind === 'faults') return value;
    const size = place.kind === 'memory' ? place.size : 1;
    const [span] = statement.expressions;
    const isAddress = statement.expressions.length === 1 && this.isAddress(item, span);
    const limit = 256 ** size;
    if (isAddress && size === 1) return value & 0xff;
    if (Number.isInteger(value) && value >= -limit / 2 && value < limit) return value < 0 ? value + limit : value;
    const message = `${value} does not fit ${size === 1 ? 'a byte' : `${size} bytes`}`;
    this.program.findings.add('GT0303', message, item, span);
    return NaN;
  }

  private text(item: Item, statement: DirectiveStatement): string[] | undefined {
    const [expression] = statement.expressions;
    const text = expression && this.evaluator.text(expression, item);
    if (text !== undefined && statement.expressions.length === 1 && statement.relation === '=') return [text];
    const message = '"fen" takes one text, as in .given fen = "8/8/8/8/8/8/8/K1k5 w - -"';
    this.program.findings.add('GT1002', message, item, statement);
    return undefined;
  }

  /** The values of a line; a text gives one for each character. Undefined after a report. */
  private numbers(item: Item, { expressions }: DirectiveStatement, ofSquares: boolean): number[] | undefined {
    const values: number[] = [];
    for (const expression of expressions) {
      const text = this.evaluator.text(expression, item);
      if (text !== undefined) values.push(...[...text].map((character) => character.charCodeAt(0)));
      else {
        const value = this.places.value(expression, item, ofSquares);
        // One byte takes the low half of an address, as elsewhere in the language; several take all of it.
        values.push(this.evaluator.degree === 0 || Number.isNaN(value) ? value : value & 0xffff);
      }
    }
    return values.some(Number.isNaN) || values.length === 0 ? undefined : values;
  }

  private isAddress(item: Item, expression: Expression | undefined): boolean {
    if (expression === undefined || this.evaluator.text(expression, item) !== undefined) return false;
    const value = this.evaluator.attempt(expression, item);
    return !Number.isNaN(value) && this.evaluator.degree !== 0;
  }
}
