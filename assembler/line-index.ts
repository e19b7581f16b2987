/**
 * What a program has on each line of its files, found in one pass and then asked line by line.
 */
import type { Expansion } from './expansion.ts';
import type { Control, Item, Program, ProgramSymbol } from './program.ts';

const indices = new WeakMap<Program, LineIndex>();

/** The index of a program, made when first asked for. */
export function lineIndexOf(program: Program): LineIndex {
  let index = indices.get(program);
  if (index === undefined) indices.set(program, (index = new LineIndex(program)));
  return index;
}

export class LineIndex {
  /** Items written on a line. */
  readonly items: Buckets<Item>;
  /** Items written elsewhere that hold names of a line: those of calls and of loops over values that begin there. */
  readonly passed: Buckets<Item>;
  readonly symbols: Buckets<ProgramSymbol>;
  readonly controls: Buckets<Control>;
  /** Calls, rounds and includes. */
  readonly expansions: Buckets<Expansion>;
  /** Number of a file's first line when all lines are counted through. */
  private readonly starts: number[] = [];

  constructor(program: Program) {
    let lines = 0;
    for (const file of program.files) {
      this.starts.push(lines);
      lines += file.lines.length;
    }
    const { starts } = this;
    const { items, symbols, expansions, controls } = program;
    this.items = new Buckets(lines, items, numbersOf(starts, items));
    this.symbols = new Buckets(lines, symbols, numbersOf(starts, symbols));
    this.expansions = new Buckets(lines, expansions, numbersOf(starts, expansions));
    const passed = new Passed<Item>(program, starts);
    for (const item of items) if (item.scope.isBound && item.statement !== undefined) passed.put(item, item.expansion);
    this.passed = new Buckets(lines, passed.values, passed.numbers);
    const asked = new Passed<Control>(program, starts);
    for (const control of controls) {
      asked.add(control, control.origin);
      asked.put(control, control.origin.expansion);
    }
    this.controls = new Buckets(lines, asked.values, asked.numbers);
  }

  /** The number by which the lists are asked for a line of a file; −1 where there is no such line. */
  number(file: number, line: number): number {
    const start = this.starts[file];
    return start === undefined || line < 0 ? -1 : start + line;
  }
}

interface Place {
  readonly file: number;
  readonly line: number;
}

function numbersOf(starts: readonly number[], places: readonly Place[]): Int32Array {
  const numbers = new Int32Array(places.length);
  for (let index = 0; index < places.length; index++) {
    const { file, line } = places[index]!;
    numbers[index] = starts[file]! + line;
  }
  return numbers;
}

/** Values with the lines where what their parameters stand for is written. */
class Passed<T> {
  readonly values: T[] = [];
  readonly numbers: number[] = [];

  constructor(
    private readonly program: Program,
    private readonly starts: readonly number[],
  ) {}

  add(value: T, { file, line }: Place): void {
    this.values.push(value);
    this.numbers.push(this.starts[file]! + line);
  }

  /** Adds a value at the calls and loops that it came through. */
  put(value: T, innermost: Expansion | undefined): void {
    for (let step = innermost; step !== undefined; step = step.parent) {
      if (step.kind === 'include' || step.kind === 'repeat') continue;
      this.add(value, step);
      // Defaults of parameters are written where the macro is defined.
      const macro = step.kind === 'macro' ? this.program.macros.get(step.name) : undefined;
      if (macro?.parameters.some((parameter) => parameter.default !== undefined) === true)
        this.add(value, macro.symbol);
    }
  }
}

/** Lists by number, in two arrays. */
export class Buckets<T> {
  private readonly starts: Int32Array;
  private readonly values: T[];

  /** @param numbers the number of each value, 0 to count - 1 */
  constructor(count: number, values: readonly T[], numbers: ArrayLike<number>) {
    const starts = new Int32Array(count + 2);
    for (let index = 0; index < numbers.length; index++) starts[numbers[index]! + 2]!++;
    for (let number = 2; number < starts.length; number++) starts[number]! += starts[number - 1]!;
    const sorted: T[] = new Array<T>(values.length);
    for (let index = 0; index < numbers.length; index++) sorted[starts[numbers[index]! + 1]!++] = values[index]!;
    this.starts = starts;
    this.values = sorted;
  }

  has(number: number): boolean {
    return this.starts[number]! < this.starts[number + 1]!;
  }

  /** The values of a number, in the order in which they were put. */
  at(number: number): readonly T[] {
    return this.has(number) ? this.values.slice(this.starts[number], this.starts[number + 1]) : [];
  }
}
