/** The `key=value` pairs of `.test`. */
import { parseExpression } from '../syntax/expression-parser.ts';
import { Cursor } from '../syntax/cursor.ts';
import type { DirectiveStatement } from '../contract/syntax.ts';
import type { Item, Program } from '../program/program.ts';
import type { Evaluator } from '../values/evaluate.ts';

const KEYS = ['times', 'seed', 'limit'];

/** Where a header is. */
export interface HeaderContext {
  readonly program: Program;
  readonly evaluator: Evaluator;
  readonly item: Item;
}

/** The number of a key, from 1 to `most`; the default if it is not given, or after a report. */
export function testNumber(
  { program, evaluator, item }: HeaderContext,
  statement: DirectiveStatement,
  { key, usual, most }: { readonly key: string; readonly usual: number; readonly most: number },
): number {
  for (const word of statement.keys) {
    if (!KEYS.includes(word.key))
      program.findings.add('GT1002', `".test" knows ${KEYS.join(', ')}, not "${word.key}"`, item, word);
  }
  const word = statement.keys.find((each) => each.key === key);
  if (word === undefined) return usual;
  const cursor = new Cursor().begin(word.value);
  const expression = parseExpression(cursor);
  const value = cursor.atEnd && cursor.problems === undefined ? evaluator.attempt(expression, item) : NaN;
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  program.findings.add('GT1002', `"${key}" is a number from 1 to ${most}, not ${word.value}`, item, word.valueSpan);
  return usual;
}
