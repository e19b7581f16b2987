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
    const bucket = <T>(fill: (put: Put<T>) => void): Buckets<T> =>
      new Buckets(lines, (put) =>
        fill((file, line, value) => {
          if (file >= 0) put(starts[file]! + line, value);
        }),
      );
    const plain = <T extends { readonly file: number; readonly line: number }>(list: readonly T[]): Buckets<T> =>
      bucket((put) => {
        for (const each of list) put(each.file, each.line, each);
      });
    this.items = plain(program.items);
    this.symbols = plain(program.symbols);
    this.expansions = plain(program.expansions);
    this.passed = bucket((put) => {
      for (const item of program.items)
        if (item.scope.isBound && item.statement !== undefined) putPassed(program, item, item.expansion, put);
    });
    this.controls = bucket((put) => {
      for (const control of program.controls) {
        const { file, line, expansion } = control.origin;
        put(file, line, control);
        putPassed(program, control, expansion, put);
      }
    });
  }

  /** The number by which the lists are asked for a line of a file; −1 where there is no such line. */
  number(file: number, line: number): number {
    const start = this.starts[file];
    return start === undefined || line < 0 ? -1 : start + line;
  }
}

type Put<T> = (file: number, line: number, value: T) => void;

/** Puts something on the lines where what its parameters stand for is written. */
function putPassed<T>(program: Program, value: T, innermost: Expansion | undefined, put: Put<T>): void {
  for (let step = innermost; step !== undefined; step = step.parent) {
    if (step.kind === 'include' || step.kind === 'repeat') continue;
    put(step.file, step.line, value);
    // Defaults of parameters are written where the macro is defined.
    const macro = step.kind === 'macro' ? program.macros.get(step.name) : undefined;
    if (macro?.parameters.some((parameter) => parameter.default !== undefined) === true)
      put(macro.symbol.file, macro.symbol.line, value);
  }
}

/** Lists by number, in two arrays. */
export class Buckets<T> {
  private readonly starts: Int32Array;
  private readonly values: T[];

  /** @param fill puts all values with their numbers, 0 to count - 1; it is called twice */
  constructor(count: number, fill: (put: (number: number, value: T) => void) => void) {
    const starts = new Int32Array(count + 2);
    fill((number) => void starts[number + 2]!++);
    for (let number = 2; number < starts.length; number++) starts[number]! += starts[number - 1]!;
    const values: T[] = new Array<T>(starts[count + 1]!);
    fill((number, value) => void (values[starts[number + 1]!++] = value));
    this.starts = starts;
    this.values = values;
  }

  has(number: number): boolean {
    return this.starts[number]! < this.starts[number + 1]!;
  }

  /** The values of a number, in the order in which they were put. */
  at(number: number): readonly T[] {
    return this.has(number) ? this.values.slice(this.starts[number], this.starts[number + 1]) : [];
  }
}
