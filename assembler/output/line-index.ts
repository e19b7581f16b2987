/**
 * What a program has on each line of its files, found in one pass and then asked line by line.
 */
import type { Expansion } from '../expansion/expansion.ts';
import type { Control, Item, Program, ProgramSymbol } from '../program.ts';

const indices = new WeakMap<Program, LineIndex>();

/** The index of a program, made when first asked for. */
export function lineIndexOf(program: Program): LineIndex {
  let index = indices.get(program);
  if (index === undefined) indices.set(program, (index = new LineIndex(program)));
  return index;
}

/** Each list is made when it is first asked for. */
export class LineIndex {
  private readonly program: Program;
  /** Number of a file's first line when all lines are counted through. */
  private readonly starts: number[] = [];
  private readonly lines: number;
  private readonly made: {
    items?: Buckets<Item>;
    passed?: Buckets<Item>;
    symbols?: Buckets<ProgramSymbol>;
    controls?: Buckets<Control>;
    expansions?: Buckets<Expansion>;
  } = {};

  constructor(program: Program) {
    this.program = program;
    let lines = 0;
    for (const file of program.files) {
      this.starts.push(lines);
      lines += file.lines.length;
    }
    this.lines = lines;
  }

  /** Items written on a line. */
  get items(): Buckets<Item> {
    return (this.made.items ??= this.listed(this.program.items));
  }

  get symbols(): Buckets<ProgramSymbol> {
    return (this.made.symbols ??= this.listed(this.program.symbols));
  }

  /** Calls, rounds and includes. */
  get expansions(): Buckets<Expansion> {
    return (this.made.expansions ??= this.listed(this.program.expansions));
  }

  /** Items written elsewhere that hold names of a line: those of calls and of loops over values that begin there. */
  get passed(): Buckets<Item> {
    if (this.made.passed === undefined) {
      const passed = new Passed<Item>(this.program, this.starts);
      for (const item of this.program.items)
        if (item.expansion !== undefined && item.scope.isBound) passed.put(item, item.expansion);
      this.made.passed = new Buckets(this.lines, passed.values, passed.numbers);
    }
    return this.made.passed;
  }

  get controls(): Buckets<Control> {
    if (this.made.controls === undefined) {
      const asked = new Passed<Control>(this.program, this.starts);
      for (const control of this.program.controls) {
        asked.add(control, control.origin);
        asked.put(control, control.origin.expansion);
      }
      this.made.controls = new Buckets(this.lines, asked.values, asked.numbers);
    }
    return this.made.controls;
  }

  private listed<T extends Place>(list: readonly T[]): Buckets<T> {
    return new Buckets(this.lines, list, numbersOf(this.starts, list));
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
