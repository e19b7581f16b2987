/** Lines that compare places of the machine with values: those of tests, and `.break`. */
import type { DirectiveStatement } from '../contract/syntax.ts';
import type { Wanted } from '../contract/tests.ts';
import type { Item, Program } from '../program/program.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { PlaceReader, reportOperand } from './test-places.ts';
import { ValueReader } from './test-values.ts';

/** Reads the places of a line and a value for each; errors are reported at the line. */
export class ComparisonReader {
  private readonly places: PlaceReader;
  private readonly values: ValueReader;

  constructor(
    private readonly program: Program,
    evaluator: Evaluator,
  ) {
    this.places = new PlaceReader(program, evaluator);
    this.values = new ValueReader(program, evaluator, this.places);
  }

  /** The places with their values; undefined after a report. */
  read(item: Item, statement: DirectiveStatement): readonly Wanted[] | undefined {
    const places = this.places.read(item, statement);
    if (places === undefined) return undefined;
    const first = places.at(0);
    const values = this.values.read(item, statement, first.place, places.ofSquares);
    if (values === undefined) return undefined;
    const count = values.length === 1 ? (places.isOpen ? 1 : places.length) : values.length;
    if (count > places.length || (!places.isOpen && count < places.length)) {
      const message = `"${first.name}" begins ${places.length} places, but there are ${values.length} values`;
      return reportOperand(this.program, item, message, statement);
    }
    const wanted: Wanted[] = [];
    for (let index = 0; index < count; index++) {
      const { name, place } = places.at(index);
      const value = values[values.length === 1 ? 0 : index] ?? NaN;
      const fitting = typeof value === 'number' ? this.values.fit(item, statement, place, value) : value;
      wanted.push({ name, place, value: fitting });
    }
    return wanted.some(({ value }) => Number.isNaN(value)) ? undefined : wanted;
  }
}
