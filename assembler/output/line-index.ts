/**
 * What a program has on each line of its files, asked line by line.
 *
 * After a keystroke an editor asks about the lines around the cursor, so a list is made of a window of
 * lines first. Requests further away get wider windows, in the end all lines.
 */
import { addAt, numberAt } from '#basics';
import type { Expansion } from '../program/expansion.ts';
import type { Control, Item, Program, ProgramSymbol } from '../program/program.ts';

const indices = new WeakMap<Program, LineIndex>();

/** The index of a program, made when first asked for. */
export function lineIndexOf(program: Program): LineIndex {
  let index = indices.get(program);
  if (index === undefined) indices.set(program, (index = new LineIndex(program)));
  return index;
}

/** Each list is made when it is first asked for. */
export class LineIndex {
  /** Items written on a line. */
  readonly items: Listed<Item>;
  readonly symbols: Listed<ProgramSymbol>;
  /** Calls, rounds and includes. */
  readonly expansions: Listed<Expansion>;
  /** Items written elsewhere that hold names of a line: those of calls and of loops over values that begin there. */
  readonly passed: Listed<Item>;
  readonly controls: Listed<Control>;
  private readonly program: Program;
  /** Number of a file's first line when all lines are counted through. */
  private readonly starts: number[] = [];

  constructor(program: Program) {
    this.program = program;
    let lines = 0;
    for (const file of program.files) {
      this.starts.push(lines);
      lines += file.lines.length;
    }
    this.items = new Listed(lines, (window) => this.listed(program.items, window));
    this.symbols = new Listed(lines, (window) => this.listed(program.symbols, window));
    this.expansions = new Listed(lines, (window) => this.listed(program.expansions, window));
    this.passed = new Listed(lines, (window) => this.passedIn(window));
    this.controls = new Listed(lines, (window) => this.controlsIn(window));
  }

  /** The number by which the lists are asked for a line of a file; −1 where there is no such line. */
  number(file: number, line: number): number {
    const start = this.starts[file];
    return start === undefined || line < 0 ? -1 : start + line;
  }

  /** Says that some lines of a file will be asked about, so that the lists are made for all of them at once. */
  reach(file: number, first: number, last: number): void {
    if (last < first) return;
    const [from, to] = [this.number(file, first), this.number(file, last)];
    for (const list of [this.items, this.symbols, this.expansions, this.passed, this.controls]) list.reach(from, to);
  }

  /** Says that lines of all files will be asked about. */
  reachAll(): void {
    for (const list of [this.items, this.symbols, this.expansions, this.passed, this.controls]) list.reachAll();
  }

  private listed<T extends Place>(list: readonly T[], window: Window<T>): void {
    const { starts } = this;
    for (const value of list) window.put(value, numberAt(starts, value.file) + value.line);
  }

  private passedIn(window: Window<Item>): void {
    const ways = new Ways(this.program, this.starts, window);
    for (const item of this.program.items)
      if (item.expansion !== undefined && item.scope.isBound) ways.put(item, item.expansion);
  }

  private controlsIn(window: Window<Control>): void {
    const ways = new Ways(this.program, this.starts, window);
    for (const control of this.program.controls) {
      const { file, line, expansion } = control.origin;
      window.put(control, numberAt(this.starts, file) + line);
      if (expansion !== undefined) ways.put(control, expansion);
    }
  }
}

interface Place {
  readonly file: number;
  readonly line: number;
}

/** Lines of the first window, and of the second; the third has all. */
const WINDOWS = [256, 4096];

/** Values by the number of their line. */
class Listed<T> {
  private readonly lines: number;
  private readonly fill: (window: Window<T>) => void;
  private made = 0;
  private first = 0;
  private end = 0;
  private buckets = new Buckets<T>(0, [], []);

  /**
   * @param lines how many lines there are
   * @param fill puts all values, or at least those in the window
   */
  constructor(lines: number, fill: (window: Window<T>) => void) {
    this.lines = lines;
    this.fill = fill;
  }

  has(number: number): boolean {
    return this.reach(number, number) && this.buckets.has(number - this.first);
  }

  /** The values of a line, in the order in which they were put. */
  at(number: number): readonly T[] {
    return this.reach(number, number) ? this.buckets.at(number - this.first) : [];
  }

  reachAll(): void {
    if (this.lines > 0) this.reach(0, this.lines - 1);
  }

  /** Makes sure that lines are in the window; false if there are no such lines. */
  reach(from: number, to: number): boolean {
    if (from >= this.first && to < this.end) return true;
    if (from < 0 || to >= this.lines) return false;
    const size = WINDOWS.slice(this.made++).find((lines) => to - from < lines) ?? this.lines;
    this.first = size < this.lines ? Math.max(0, ((from + to) >> 1) - (size >> 1)) : 0;
    this.end = Math.min(this.lines, this.first + size);
    const window = new Window<T>(this.first, this.end);
    this.fill(window);
    this.buckets = new Buckets(this.end - this.first, window.values, window.numbers);
    return true;
  }
}

/** Takes the values of some lines, and leaves the others. */
class Window<T> {
  readonly values: T[] = [];
  /** For each value its line, counted from the window's first. */
  readonly numbers: number[] = [];
  private readonly first: number;
  private readonly end: number;

  constructor(first: number, end: number) {
    this.first = first;
    this.end = end;
  }

  has(number: number): boolean {
    return number >= this.first && number < this.end;
  }

  put(value: T, number: number): void {
    if (number < this.first || number >= this.end) return;
    this.values.push(value);
    this.numbers.push(number - this.first);
  }
}

/** Puts values at the calls and loops that they came through. */
class Ways<T> {
  private readonly starts: readonly number[];
  private readonly window: Window<T>;
  /** The innermost expansion last asked about, and its lines in the window: values of a call come together. */
  private last: Expansion | undefined;
  private found: readonly number[] = [];
  /** Lines in the window at which macros begin that have defaults of parameters, by the macro's name. */
  private readonly heads = new Map<string, number>();

  constructor(program: Program, starts: readonly number[], window: Window<T>) {
    this.starts = starts;
    this.window = window;
    for (const [name, { symbol, parameters }] of program.macros) {
      const head = this.numberOf(symbol);
      if (window.has(head) && parameters.some((parameter) => parameter.default !== undefined))
        this.heads.set(name, head);
    }
  }

  put(value: T, innermost: Expansion): void {
    if (innermost !== this.last) {
      this.last = innermost;
      this.found = this.linesOf(innermost);
    }
    for (const number of this.found) this.window.put(value, number);
  }

  private linesOf(innermost: Expansion): readonly number[] {
    let lines: number[] | undefined;
    for (let step: Expansion | undefined = innermost; step !== undefined; step = step.parent) {
      if (step.kind === 'include' || step.kind === 'repeat') continue;
      const call = this.numberOf(step);
      if (this.window.has(call)) (lines ??= []).push(call);
      // Defaults of parameters are written where the macro is defined.
      const head = this.heads.size > 0 && step.kind === 'macro' ? this.heads.get(step.name) : undefined;
      if (head !== undefined) (lines ??= []).push(head);
    }
    return lines ?? NO_LINES;
  }

  private numberOf({ file, line }: Place): number {
    return numberAt(this.starts, file) + line;
  }
}

const NO_LINES: readonly number[] = [];

/** Lists by number, in two arrays: those of a number are at the places from its start to the next number's. */
class Buckets<T> {
  private readonly starts: Int32Array;
  private readonly values: T[];

  /** @param numbers the number of each value, 0 to count - 1 */
  constructor(count: number, values: readonly T[], numbers: readonly number[]) {
    const starts = new Int32Array(count + 2);
    for (const number of numbers) addAt(starts, number + 2, 1);
    for (let number = 2; number < starts.length; number++) addAt(starts, number, numberAt(starts, number - 1));
    const sorted: T[] = new Array<T>(values.length);
    values.forEach((value, index) => {
      const number = numberAt(numbers, index);
      sorted[numberAt(starts, number + 1)] = value;
      addAt(starts, number + 1, 1);
    });
    this.starts = starts;
    this.values = sorted;
  }

  has(number: number): boolean {
    return numberAt(this.starts, number) < numberAt(this.starts, number + 1);
  }

  at(number: number): readonly T[] {
    return this.has(number) ? this.values.slice(this.starts[number], this.starts[number + 1]) : [];
  }
}
