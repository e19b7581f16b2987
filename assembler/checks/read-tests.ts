/**
 * Reads tests from the items of `.test` blocks, once all addresses are known: what each line means for each case.
 *
 * A case gives values to the names of its columns; then every line is read again with them. An error is
 * reported by the first case that meets it.
 */
import { counted } from '#basics';
import type { DirectiveStatement, Name, Span } from '../contract/syntax.ts';
import { lineRange, type Location } from '../contract/source.ts';
import type { NamedAddress, TestAction, TestBlock, TestCase, TestProgram, TestStep } from '../contract/tests.ts';
import type { Binding, Block, Item, Program } from '../program/program.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { ComparisonReader } from './comparisons.ts';
import { valueOfText } from '../placement/bind-meaning.ts';

/** Keys of `.test`. */
const KEYS = ['times', 'seed', 'limit'];
/** Cycles that a call or run may take if the test does not say. */
const DEFAULT_LIMIT = 1_000_000;
/** An emulated minute, the longest sensible test. */
const MOST_CYCLES = 375_000_000;

const MOST_CASES = 10_000;
/** How many lines and values are read in total, over all cases; far more than any real test has, and still quick. */
const MOST_READ = 300_000;

/** What the tests of a program have in common. */
interface Shared {
  /** Names of tests so far, by file. */
  readonly names: Set<string>;
  readonly comparisons: ComparisonReader;
  /** How many lines and values may still be read. */
  left: number;
  /** Whether it has been reported that there are too many. */
  isFull: boolean;
}

interface Line {
  readonly item: Item;
  readonly statement: DirectiveStatement;
}

/** Reads all tests of a program after layout; reports errors in them. */
export function readTests(program: Program, evaluator: Evaluator): TestProgram {
  const shared = {
    names: new Set<string>(),
    comparisons: new ComparisonReader(program, evaluator),
    left: MOST_READ,
    isFull: false,
  };
  const tests = program.blocks
    .filter(({ kind }) => kind === 'test')
    .flatMap((block) => new TestReader(program, evaluator, block, shared).read() ?? []);
  return { tests, trampolines: [...program.trampolines.values()] };
}

class TestReader {
  private readonly lines: readonly Line[];

  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
    private readonly block: Block,
    private readonly shared: Shared,
  ) {
    this.lines = program.items.slice(block.from + 1, block.to).flatMap((item) => this.line(item));
  }

  read(): TestBlock | undefined {
    const { item } = this.block;
    const statement = item.statement as DirectiveStatement;
    const [name] = statement.texts;
    if (name === undefined) return undefined;
    this.claim(item, name);
    const limit = this.number(statement, 'limit', DEFAULT_LIMIT, MOST_CYCLES);
    const after = this.after();
    this.checkLines(statement);
    const cases = this.cases(statement);
    return { name: name.text, ...this.whole(item), limit, after, cases };
  }

  /** Reports a second test of the same name, since the two could not be told apart. */
  private claim(item: Item, name: Name): void {
    const key = `${item.file} ${name.text}`;
    if (this.shared.names.has(key)) this.report(item, `This file already has a test "${name.text}"`, name);
    this.shared.names.add(key);
  }

  private line(item: Item): Line[] {
    const { statement } = item;
    if (item.size > 0 || (item.labels?.length ?? 0) > 0) {
      const message = 'A test has no words and no labels of its own; it calls what is outside';
      this.program.findings.add('GT1003', message, item, statement);
    }
    return statement?.kind === 'directive' ? [{ item, statement }] : [];
  }

  /** The number of a key, from 1 to `most`; `usual` if it is not given, or after a report. */
  private number({ keys }: DirectiveStatement, key: string, usual: number, most: number): number {
    const { item } = this.block;
    for (const word of keys)
      if (!KEYS.includes(word.key)) this.report(item, `".test" knows ${KEYS.join(', ')}, not "${word.key}"`, word);
    const word = keys.find((each) => each.key === key);
    if (word === undefined) return usual;
    const value = valueOfText(this.evaluator, item, word.value);
    if (Number.isInteger(value) && value >= 1 && value <= most) return value;
    this.report(item, `"${key}" is a number from 1 to ${most}, not ${word.value}`, word.valueSpan);
    return usual;
  }

  private after(): NamedAddress | undefined {
    const line = this.lines.find(({ statement }) => statement.name === 'after');
    return line && this.address(line, 0);
  }

  /** Reports lines that are wrong in every case. */
  private checkLines(statement: DirectiveStatement): void {
    const has = (name: string): boolean => this.lines.some((line) => line.statement.name === name);
    if (!has('expect'))
      this.program.findings.add('GT1004', 'The test expects nothing, so it cannot fail', this.block.item, statement);
    let started = false;
    let givenAc: Line | undefined;
    for (const { item, statement: line } of this.lines) {
      if (line.name === 'given' && line.names[0]?.text.toLowerCase() === 'ac') givenAc = { item, statement: line };
      else if (line.name === 'run') givenAc = undefined;
      else if (line.name === 'call' && givenAc !== undefined) {
        const message = 'At ".call", AC holds the return address and can hold nothing else';
        this.report(givenAc.item, message, givenAc.statement);
      }
      if (line.name === 'after' && started)
        this.report(item, '".after" comes before everything else that the test does', line);
      started ||= ['given', 'call', 'run', 'expect', 'after'].includes(line.name);
    }
  }

  private cases(statement: DirectiveStatement): TestCase[] {
    const rows = this.rows();
    const random = this.random();
    const times = this.number(statement, 'times', random.length > 0 ? 20 : 1, 10_000);
    const seed = this.number(statement, 'seed', 1, 0xffffffff);
    const reported = new Set<number>();
    const values = caseValues(rows, random, { times, seed, most: this.shared.left });
    this.shared.left -= values.length;
    return values.map((each) => {
      bindValues(this.lines[0]?.item, each);
      const steps = this.lines.flatMap((line, index) => this.step(line, index, reported));
      const label = [...each.values].map(([name, value]) => `${name} = ${value}`).join(', ');
      return { label, steps, ...this.place(each.item ?? this.block.item) };
    });
  }

  /** The rows of `.cases` and `.case`; a single row without values if there are none. */
  private rows(): readonly Row[] {
    const [head, ...more] = this.lines.filter(({ statement }) => statement.name === 'cases');
    const rows = this.lines.filter(({ statement }) => statement.name === 'case');
    const report = ({ item, statement }: Line, message: string): void => this.report(item, message, statement);
    for (const line of more) report(line, 'A test can have only one table of cases');
    if (head === undefined) {
      for (const row of rows) report(row, '".cases", with the names of the columns, comes before the first ".case"');
      return [{ item: undefined, values: [] }];
    }
    const { names } = head.statement;
    if (rows.length === 0) report(head, 'The table has no ".case"');
    const result: Row[] = [];
    for (const row of rows) {
      const { expressions } = row.statement;
      if (expressions.length !== names.length) {
        report(
          row,
          `The table has ${counted(names.length, 'column')}, but this row has ${counted(expressions.length, 'value')}`,
        );
        continue;
      }
      const values = expressions.map((each, column) => {
        return [names[column]?.text ?? '', this.evaluator.value(each, row.item)] as const;
      });
      if (!values.some(([, value]) => Number.isNaN(value))) result.push({ item: row.item, values });
    }
    return result.length > 0 ? result : [{ item: this.block.item, values: [] }];
  }

  private random(): readonly Random[] {
    const result: Random[] = [];
    for (const { item, statement } of this.lines) {
      const { range, names } = statement;
      if (statement.name !== 'random' || range === undefined || names[0] === undefined) continue;
      const first = this.evaluator.value(range.first, item);
      const last = this.evaluator.value(range.last, item);
      if (Number.isNaN(first) || Number.isNaN(last)) continue;
      if (last < first) this.report(item, `The range ${first}..${last} has no value`, range);
      else result.push({ name: names[0].text, first, last });
    }
    return result;
  }

  /** What a line does; a line that has been reported is not read again. */
  private step(line: Line, index: number, reported: Set<number>): TestStep[] {
    if (reported.has(index) || this.isFull(line)) return [];
    const { attempts } = this.program.findings;
    const step = this.meaning(line);
    if (this.program.findings.attempts !== attempts) reported.add(index);
    return step === undefined ? [] : [{ ...step, ...this.place(line.item) }];
  }

  /** Whether all tests together have become too large, which is reported once. */
  private isFull({ item, statement }: Line): boolean {
    if (this.shared.left-- > 0) return false;
    if (!this.shared.isFull)
      this.report(item, `The tests have more than ${MOST_READ} lines, counted over all cases`, statement);
    this.shared.isFull = true;
    return true;
  }

  private meaning(line: Line): TestAction | undefined {
    switch (line.statement.name) {
      case 'given':
        return this.compared(line, 'given');
      case 'expect':
        return this.compared(line, 'expect');
      case 'call':
        return this.call(line);
      case 'run': {
        const [from, to] = [this.address(line, 0), this.address(line, 1)];
        return from && to && { kind: 'run', from, to };
      }
    }
    return undefined;
  }

  private call(line: Line): TestAction | undefined {
    const from = this.address(line, 0);
    if (from === undefined) return undefined;
    const [routine, back] = line.statement.expressions;
    if (back !== undefined) {
      const to = this.address(line, 1);
      return to && { kind: 'call', from, to };
    }
    const free = freeWord(this.program.used, from.address >> 8);
    if (free !== undefined) return { kind: 'call', from, to: { name: 'its return', address: free } };
    const message = `The page of "${from.name}" is full: give the label to return to, as in ".call routine, back"`;
    return this.report(line.item, message, routine ?? line.statement);
  }

  /** The places of a line with a value for each. */
  private compared({ item, statement }: Line, kind: 'given' | 'expect'): TestAction | undefined {
    const { relation = '=' } = statement;
    const wanted = this.shared.comparisons.read(item, statement);
    if (wanted === undefined) return undefined;
    this.shared.left = Math.max(0, this.shared.left - wanted.length);
    return kind === 'given' ? { kind, wanted } : { kind, relation, wanted };
  }

  /** The ROM address that an operand of a line gives; undefined after a report. */
  private address({ item, statement }: Line, index: number): NamedAddress | undefined {
    const expression = statement.expressions[index];
    const address = expression === undefined ? NaN : this.evaluator.value(expression, item);
    if (Number.isNaN(address) || expression === undefined) return undefined;
    if (!Number.isInteger(address) || address < 0 || address > 0xffff)
      return this.report(item, `${address} is not an address of the ROM`, expression);
    return { name: item.parsed.text.slice(expression.start, expression.end), address };
  }

  private report(item: Item, message: string, span: Span): undefined {
    this.program.findings.add('GT1002', message, item, span);
    return undefined;
  }

  private place(item: Item): Location {
    const { start, end } = item.statement ?? { start: 0, end: item.parsed.text.length };
    return { file: this.program.files[item.file]?.path ?? '', range: lineRange(item.line, start, end) };
  }

  /** From `.test` to `.endtest`. */
  private whole(item: Item): Location {
    const { file, range } = this.place(item);
    const end = this.lines.reduce((last, line) => (line.item.file === item.file ? line.item.line : last), item.line);
    return { file, range: { start: range.start, end: { line: end + 1, character: 0 } } };
  }
}

/** Binds the names of the columns to the values of a case. */
function bindValues(item: Item | undefined, { values }: CaseValues): void {
  for (const [name, value] of values) {
    const binding: Binding | undefined = item?.scope.binding(name);
    if (binding !== undefined) binding.value = value;
  }
}

/** The last unused word of a page: only a return leads there. */
function freeWord(used: Uint8Array, page: number): number | undefined {
  for (let address = (page << 8) | 0xff; address >= page << 8; address--) if (used[address] === 0) return address;
  return undefined;
}

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

interface CaseValues {
  readonly values: ReadonlyMap<string, number>;
  /** The line of the table; undefined if there is none. */
  readonly item: Item | undefined;
}

/** The rows, each repeated as often as random values are wanted, with values for all names. */
function caseValues(
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

/** Random numbers from 0 up to but not including 1, which depend only on the seed (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}
