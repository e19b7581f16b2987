/** Places that the lines of tests and breakpoints name: registers, bytes by address, declared RAM by name and index. */
import { bankAt, entryAddress } from '#basics';
import { hexByte, hexWord } from '#isa';
import type { DebugTable } from '../contract/debug-info.ts';
import type { DirectiveStatement, Expression, Name, Span } from '../contract/syntax.ts';
import type { TestPlace, Wanted } from '../contract/tests.ts';
import type { Item, Program } from '../program/program.ts';
import type { Evaluator } from '../values/evaluate.ts';

/** One place that takes one value. */
type NamedPlace = Pick<Wanted, 'name' | 'place'>;

/** The places that a line names. */
export interface Places {
  readonly length: number;
  at(index: number): NamedPlace;
  /** Whether the line names only the first of its places, so that further values go to the following ones. */
  readonly isOpen: boolean;
  /** Whether the values are squares, which may also be written by name. */
  readonly ofSquares: boolean;
}

const REGISTERS = ['ac', 'x', 'y', 'out', 'outx', 'in'] as const;
const OTHERS = ['cycles', 'faults', 'fen'] as const;

/** Reads the places of tests; errors are reported at the line. */
export class PlaceReader {
  private readonly tables: ReadonlyMap<string, DebugTable>;

  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
  ) {
    this.tables = new Map(program.meaning.tables.map((table) => [table.name, table]));
  }

  /** The places of a `.given` or `.expect`; undefined after a report. */
  read(item: Item, statement: DirectiveStatement): Places | undefined {
    const name = statement.names[0] && actualName(item, statement.names[0]);
    if (name === undefined) return statement.at === undefined ? undefined : this.bytes(item, statement.at);
    const word = name.text.toLowerCase();
    const register = REGISTERS.find((each) => each === word);
    const other = OTHERS.find((each) => each === word);
    if (register === undefined && other === undefined) return this.table(item, statement, name);
    if (statement.range !== undefined) return this.wrong(item, `"${name.text}" has no index`, statement.range);
    if (statement.name === 'given' && (other === 'cycles' || other === 'faults'))
      return this.wrong(item, `"${word}" can be expected, but not given`, name);
    if (statement.name === 'expect' && register === 'in')
      return this.wrong(item, '"in" can be given, but not expected: the program does not change it', name);
    if (statement.name === 'break' && other !== undefined)
      return this.wrong(item, `"${word}" belongs to tests; a breakpoint compares registers and RAM`, name);
    if (register !== undefined) return one({ kind: 'register', register }, name.text);
    return other && one({ kind: other }, name.text);
  }

  /** The value of an index or an element; names of squares are known if squares are meant. */
  value(expression: Expression, item: Item, ofSquares: boolean): number {
    return (ofSquares ? this.square(expression, item) : undefined) ?? this.evaluator.value(expression, item);
  }

  private square(expression: Expression, item: Item): number | undefined {
    const { squares } = this.program.meaning;
    const name = expression.kind === 'symbol' ? expression.name : '';
    if (squares === null || !/^[a-h][1-8]$/.test(name) || this.evaluator.find(name, item) !== undefined)
      return undefined;
    this.evaluator.degree = 0;
    return squares.a1 + (name.charCodeAt(0) - 97) * squares.fileStep + (Number(name[1]) - 1) * squares.rankStep;
  }

  private bytes(item: Item, expression: Expression): Places | undefined {
    const address = this.evaluator.value(expression, item);
    if (Number.isNaN(address)) return undefined;
    if (!Number.isInteger(address) || address < 0 || address > 0xffff)
      return this.wrong(item, `RAM has addresses from $0000 to $ffff, not ${address}`, expression);
    const at = (offset: number): NamedPlace => {
      const byte = address + offset;
      const name = `[${byte < 0x100 ? hexByte(byte) : hexWord(byte)}]`;
      return { name, place: { kind: 'memory', address: byte, size: 1, highFirst: false } };
    };
    return { length: 0x10000 - address, at, isOpen: true, ofSquares: false };
  }

  private table(item: Item, statement: DirectiveStatement, name: Name): Places | undefined {
    const symbol = this.evaluator.find(name.text, item);
    const table = symbol && this.tables.get(symbol.name);
    if (symbol === undefined || table === undefined) {
      if (symbol?.state === 'failed') return undefined;
      const why = symbol === undefined ? 'There is no RAM' : 'No RAM is declared as';
      return this.wrong(item, `${why} "${name.text}"; a place is a register, RAM by its name or [address]`, name);
    }
    symbol.isUsed = true;
    const range = this.range(item, statement, table);
    if (range === undefined) return undefined;
    const { first, last, isOpen } = range;
    const at = (offset: number): NamedPlace => entryOf(table, first + offset);
    return { length: last - first + 1, at, isOpen, ofSquares: table.element === 'square' };
  }

  /** First and last index that a line names; a single index reaches to the end of its table. */
  private range(item: Item, { range }: DirectiveStatement, table: DebugTable) {
    if (range === undefined) return { first: table.first, last: table.last, isOpen: false };
    const ofSquares = table.index === 'square';
    const first = this.value(range.first, item, ofSquares);
    const isOpen = range.last === range.first;
    const last = isOpen ? first : this.value(range.last, item, ofSquares);
    if (Number.isNaN(first) || Number.isNaN(last)) return undefined;
    for (const index of [first, last]) {
      if (Number.isInteger(index) && index >= table.first && index <= table.last) continue;
      return this.wrong(item, `"${table.name}" has entries ${table.first} to ${table.last}, not ${index}`, range);
    }
    if (last < first) return this.wrong(item, `The range ${first}..${last} has no entry`, range);
    return { first, last: isOpen ? table.last : last, isOpen };
  }

  private wrong(item: Item, message: string, span: Span): undefined {
    return reportOperand(this.program, item, message, span);
  }
}

/** Reports what is wrong in a line that compares: one of a test, or a breakpoint. */
export function reportOperand(program: Program, item: Item, message: string, span: Span): undefined {
  const isBreak = item.statement?.kind === 'directive' && item.statement.name === 'break';
  program.findings.add(isBreak ? 'GT0107' : 'GT1002', message, item, span);
  return undefined;
}

/** The name that a parameter of a macro stands for. */
function actualName({ scope }: Item, name: Name): Name {
  const operand = scope.isBound ? scope.binding(name.text)?.operand : undefined;
  if (operand?.kind === 'register') return { ...name, text: operand.register };
  return operand?.kind === 'value' && operand.value.kind === 'symbol' ? { ...name, text: operand.value.name } : name;
}

function one(place: TestPlace, written: string): Places {
  const name = place.kind === 'register' ? place.register.toUpperCase() : written;
  return { length: 1, at: () => ({ name, place }), isOpen: false, ofSquares: false };
}

function entryOf(table: DebugTable, index: number): NamedPlace {
  const { name, size, first, last, attributes } = table;
  const address = entryAddress(table, index);
  const highFirst = attributes['high'] === 'first';
  const place = { kind: 'memory', address, bank: bankAt(table, address), size, highFirst } as const;
  return { name: first === last ? name : `${name}[${hexByte(index)}]`, place };
}
