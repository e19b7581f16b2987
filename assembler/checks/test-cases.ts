/**
 * The cases of a test: the rows of its table, each repeated as often as random values are wanted, with values for all
 * names.
 *
 * Random values come from a sequence that depends only on the seed (mulberry32, 32 bits of state).
 */
import type { DirectiveStatement } from '../contract/syntax.ts';
import type { Item, Program } from '../program/program.ts';
import type { Evaluator } from '../values/evaluate.ts';

const MOST_CASES = 10_000;

/** The lines of a test that is being read. */
export interface CaseContext {
  readonly program: Program;
  readonly evaluator: Evaluator;
  readonly item: Item;
  readonly lines: readonly { readonly item: Item; readonly statement: DirectiveStatement }[];
}

/** Stands in for a missing value, which has been reported. */
const ERROR = { kind: 'error', start: 0, end: 0 } as const;

interface Row {
  readonly item: Item | undefined;
  readonly values: readonly (readonly [string, number])[];
}

/** A name with a random value, from `first` to `last`. */
interface Random {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

export interface CaseValues {
  readonly values: ReadonlyMap<string, number>;
  /** The line of the table; undefined if there is none. */
  readonly item: Item | undefined;
}

/** The rows of `.cases` and `.case`; a single row without values if there are none. */
export function columnsOf({ program, evaluator, item, lines }: CaseContext): readonly Row[] {
  const heads = lines.filter(({ statement }) => statement.name === 'cases');
  const rows = lines.filter(({ statement }) => statement.name === 'case');
  const report = (at: Item, message: string): void => program.findings.add('GT1002', message, at, at.statement);
  for (const { item: more } of heads.slice(1)) report(more, 'A test can have only one table of cases');
  const [head] = heads;
  if (head === undefined) {
    for (const row of rows) report(row.item, '".cases", with the names of the columns, comes before the first ".case"');
    return [{ item: undefined, values: [] }];
  }
  const { names } = head.statement;
  if (rows.length === 0) report(head.item, 'The table has no ".case"');
  const result: Row[] = [];
  for (const { item: at, statement } of rows) {
    const { expressions } = statement;
    if (expressions.length !== names.length) {
      report(at, `The table has ${names.length} columns, but this row has ${expressions.length} values`);
      continue;
    }
    const values = names.map(({ text }, column) => [text, evaluator.value(expressions[column] ?? ERROR, at)] as const);
    if (!values.some(([, value]) => Number.isNaN(value))) result.push({ item: at, values });
  }
  return result.length > 0 ? result : [{ item, values: [] }];
}

export function randomOf({ program, evaluator, lines }: CaseContext): readonly Random[] {
  const result: Random[] = [];
  for (const { item, statement } of lines) {
    const { range, names } = statement;
    if (statement.name !== 'random' || range === undefined || names[0] === undefined) continue;
    const first = evaluator.value(range.first, item);
    const last = evaluator.value(range.last, item);
    if (Number.isNaN(first) || Number.isNaN(last)) continue;
    if (last < first) program.findings.add('GT1002', `The range ${first}..${last} has no value`, item, range);
    else result.push({ name: names[0].text, first, last });
  }
  return result;
}

export function caseValues(
  rows: readonly Row[],
  random: readonly Random[],
  { times, seed, most }: { readonly times: number; readonly seed: number; readonly most: number },
): CaseValues[] {
  const chance = sequence(seed);
  const cases: CaseValues[] = [];
  for (const { item, values } of rows) {
    for (let time = 0; time < times && cases.length < Math.min(most, MOST_CASES); time++) {
      const drawn = random.map(({ name, first, last }) => {
        return [name, first + Math.floor(chance() * (last - first + 1))] as const;
      });
      cases.push({ item, values: new Map([...values, ...drawn]) });
    }
  }
  return cases;
}

/** Numbers from 0 up to but not including 1. */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}
