/** Lines that compare places of the machine with values: those of tests, and the breakpoints of a source (`.break`). */
import { counted, elementAt } from '#basics';
import type { DirectiveStatement, Expression } from '../contract/syntax.ts';
import type { Wanted } from '../contract/tests.ts';
import { removeStatement } from '../program/findings.ts';
import type { Item, Program } from '../program/program.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { PlaceReader, reportOperand } from './test-places.ts';

/** Reads the places of a line and a value for each; errors are reported at the line. */
export class ComparisonReader {
  private readonly places: PlaceReader;

  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
  ) {
    this.places = new PlaceReader(program, evaluator);
  }

  /** The places with their values; undefined after a report. */
  read(item: Item, statement: DirectiveStatement): readonly Wanted[] | undefined {
    const places = this.places.read(item, statement);
    if (places === undefined) return undefined;
    const first = places.at(0);
    const isPosition = first.place.kind === 'fen';
    const values = isPosition ? this.text(item, statement) : this.numbers(item, statement, places.ofSquares);
    if (values === undefined) return undefined;
    const count = values.length === 1 ? (places.isOpen ? 1 : places.length) : values.length;
    if (count > places.length || (!places.isOpen && count < places.length)) {
      const named = counted(places.length, 'place');
      const message = `There are ${values.length} values for the ${named} from "${first.name}" on`;
      return reportOperand(this.program, item, message, statement);
    }
    const wanted: Wanted[] = [];
    for (let index = 0; index < count; index++) {
      const { name, place } = places.at(index);
      const value = values[values.length === 1 ? 0 : index] ?? NaN;
      const fitting = typeof value === 'number' ? this.fit(item, statement, place, value) : value;
      wanted.push({ name, place, value: fitting });
    }
    return wanted.some(({ value }) => Number.isNaN(value)) ? undefined : wanted;
  }

  /** A value as its place will hold it; NaN after a report. */
  private fit(item: Item, statement: DirectiveStatement, place: Wanted['place'], value: number): number {
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

  /** The one text of a position; undefined after a report. */
  private text(item: Item, statement: DirectiveStatement): string[] | undefined {
    const [expression] = statement.expressions;
    const text = expression && this.evaluator.text(expression, item);
    if (text !== undefined && statement.expressions.length === 1 && statement.relation === '=') return [text];
    const message = '"fen" takes one text, as in .given fen = "8/8/8/8/8/8/8/K1k5 w - -"';
    this.program.findings.add('GT1002', message, item, statement);
    return undefined;
  }

  /** The values of a line, also names of squares if `ofSquares`; a text gives one for each character. */
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

/** Puts the breakpoints of a source into the program, once all addresses are known; reports errors in them. */
export function readBreaks(program: Program, evaluator: Evaluator): void {
  const reader = new ComparisonReader(program, evaluator);
  for (const item of program.directives) {
    const { statement } = item;
    if (statement?.kind === 'directive' && statement.name === 'break') readBreak(program, reader, item, statement);
  }
}

function readBreak(program: Program, reader: ComparisonReader, item: Item, statement: DirectiveStatement): void {
  const { start, end, nameSpan, relation } = statement;
  const wanted = relation === undefined ? [] : reader.read(item, statement);
  if (wanted === undefined) return;
  if (program.used[item.address] !== 1) {
    const message = 'No word follows at which this breakpoint could stop';
    const fixes = [removeStatement(elementAt(program.files, item.file), item.line)];
    return program.findings.add('GT0921', message, item, statement, { fixes });
  }
  program.breaks.push({
    address: item.address,
    source: item.file,
    line: item.line,
    column: start,
    endColumn: end,
    condition: item.parsed.text.slice(nameSpan.end, end).trim(),
    comparisons: wanted.flatMap(({ place, value }) => {
      const isCompared = (place.kind === 'register' || place.kind === 'memory') && typeof value === 'number';
      return isCompared ? [{ place, relation: relation ?? '=', value }] : [];
    }),
  });
}
