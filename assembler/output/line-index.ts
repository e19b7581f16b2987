/**
 * What a program has on each line of its files, asked line by line.
 *
 * After a keystroke, an editor asks about the lines around the cursor, so a list first covers a window of lines.
 * Requests further away get wider windows, and in the end all lines.
 */
import { remembered } from '#basics';
import type { Control, Item, Program, ProgramSymbol, Origin } from '../program/program.ts';
import type { Expansion } from '../program/expansion.ts';
import { Evaluator } from '../values/evaluate.ts';
import type { LineValue } from '../program/assembly.ts';
import type { Expression } from '../contract/syntax.ts';

const indices = new WeakMap<Program, LineIndex>();

/** The index of a program, made when first asked for. */
export function lineIndexOf(program: Program): LineIndex {
  return remembered(indices, program, () => new LineIndex(program));
}

/** Each list is made when it is first asked for. */
export class LineIndex {
  readonly items: Listed<Item>;
  readonly symbols: Listed<ProgramSymbol>;
  /** Calls, rounds and includes. */
  readonly expansions: Listed<Expansion>;
  /** Items written elsewhere that hold names of a line: those of calls and of loops over values that begin there. */
  readonly passed: Listed<Item>;
  readonly controls: Listed<Control>;
  /** Number of a file's first line when all lines are counted through. */
  private readonly starts: number[] = [];

  constructor(private readonly program: Program) {
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

  /** Announces that some lines of a file will be asked about, so that the lists are made for all of them at once. */
  reach(file: number, first: number, last: number): void {
    if (last < first) return;
    const [from, to] = [this.number(file, first), this.number(file, last)];
    for (const list of this.lists) list.reach(from, to);
  }

  /** Announces that lines of all files will be asked about. */
  reachAll(): void {
    for (const list of this.lists) list.reachAll();
  }

  private get lists() {
    return [this.items, this.symbols, this.expansions, this.passed, this.controls];
  }

  private listed<T extends Place>(list: readonly T[], window: Window<T>): void {
    const { starts } = this;
    for (const value of list) window.put(value, (starts[value.file] ?? 0) + value.line);
  }

  private passedIn(window: Window<Item>): void {
    const callers = new CallerLines(this.program, this.starts, window);
    for (const item of this.program.items)
      if (item.expansion !== undefined && item.scope.isBound) callers.put(item, item.expansion);
  }

  private controlsIn(window: Window<Control>): void {
    const callers = new CallerLines(this.program, this.starts, window);
    for (const control of this.program.controls) {
      const { file, line, expansion } = control.origin;
      window.put(control, (this.starts[file] ?? 0) + line);
      if (expansion !== undefined) callers.put(control, expansion);
    }
  }
}

type Place = Pick<Origin, 'file' | 'line'>;

/** Lines of the first window, and of the second; the third has all. */
const WINDOWS = [256, 4096];

/** Values by the number of their line. */
class Listed<T> {
  private made = 0;
  private window = new Window<T>(0, 0);

  /**
   * @param lines how many lines there are
   * @param fill puts all values, or at least those in the window
   */
  constructor(
    private readonly lines: number,
    private readonly fill: (window: Window<T>) => void,
  ) {}

  has(number: number): boolean {
    return this.reach(number, number) && this.window.has(number);
  }

  /** The values of a line, in the order in which they were put. */
  at(number: number): readonly T[] {
    return this.reach(number, number) ? this.window.at(number) : NOTHING;
  }

  reachAll(): void {
    if (this.lines > 0) this.reach(0, this.lines - 1);
  }

  /** Makes sure that lines are in the window; false if there are no such lines. */
  reach(from: number, to: number): boolean {
    if (this.window.covers(from) && this.window.covers(to)) return true;
    if (from < 0 || to >= this.lines) return false;
    const size = WINDOWS.slice(this.made++).find((lines) => to - from < lines) ?? this.lines;
    const first = size < this.lines ? Math.max(0, ((from + to) >> 1) - (size >> 1)) : 0;
    this.window = new Window(first, Math.min(this.lines, first + size));
    this.fill(this.window);
    return true;
  }
}

/** The values of some lines; takes no others. */
class Window<T> {
  private readonly values: T[] = [];
  /** By line, the position of its newest value plus 1; 0 if it has none. */
  private readonly newest: Int32Array;
  /** The same for the value before each value on its line. */
  private readonly before: number[] = [];

  constructor(
    private readonly first: number,
    private readonly end: number,
  ) {
    this.newest = new Int32Array(end - first);
  }

  /** Whether a line is among those of the window. */
  covers(number: number): boolean {
    return number >= this.first && number < this.end;
  }

  put(value: T, number: number): void {
    if (number < this.first || number >= this.end) return;
    this.before.push(this.newest[number - this.first] ?? 0);
    this.newest[number - this.first] = this.values.push(value);
  }

  /** Whether a line has a value. */
  has(number: number): boolean {
    return (this.newest[number - this.first] ?? 0) > 0;
  }

  /** The values of a line, in the order in which they were put. */
  at(number: number): readonly T[] {
    let after = this.newest[number - this.first] ?? 0;
    if (after === 0) return NOTHING;
    const found: T[] = [];
    for (; after > 0; after = this.before[after - 1] ?? 0) {
      const value = this.values[after - 1];
      if (value !== undefined) found.push(value);
    }
    return found.length < 2 ? found : found.reverse();
  }
}

/** One list for all lines without values: most lines lack most kinds of them. */
const NOTHING: readonly never[] = [];

/** Puts values at the calls and loops that led to them. */
class CallerLines<T> {
  /** The innermost expansion last asked about, and its lines in the window: values of a call come together. */
  private last: Expansion | undefined;
  private found: readonly number[] = [];
  /** First lines, in the window, of macros that have defaults of parameters, by name. */
  private readonly heads = new Map<string, number>();

  constructor(
    program: Program,
    private readonly starts: readonly number[],
    private readonly window: Window<T>,
  ) {
    for (const [name, { symbol, parameters }] of program.macros) {
      const head = this.numberOf(symbol);
      if (window.covers(head) && parameters.some((parameter) => parameter.default !== undefined))
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
      if (this.window.covers(call)) (lines ??= []).push(call);
      // Defaults of parameters are written where the macro is defined.
      const head = this.heads.size > 0 && step.kind === 'macro' ? this.heads.get(step.name) : undefined;
      if (head !== undefined) (lines ??= []).push(head);
    }
    return lines ?? NOTHING;
  }

  private numberOf({ file, line }: Place): number {
    return (this.starts[file] ?? 0) + line;
  }
}

/** The values of an expression that is written on a line, each once; none where the line was not assembled. */
export function valuesOnLine(program: Program, file: number, line: number, expression: Expression): LineValue[] {
  const evaluator = new Evaluator(program);
  const values = new Map<string, LineValue>();
  for (const origin of originsOf(program, file, line)) {
    const value = evaluator.attempt(expression, origin);
    const isAddress = evaluator.degree === 1;
    if (!Number.isNaN(value)) values.set(`${value} ${isAddress}`, { value, isAddress });
  }
  return [...values.values()];
}

/** The items that carry the anonymous label at a distance from a line, each once. */
export function anonymousFrom(program: Program, file: number, line: number, distance: number): Item[] {
  const found = originsOf(program, file, line).flatMap(
    ({ anonymous }) => program.anonymous[anonymous + (distance < 0 ? distance : distance - 1)] ?? [],
  );
  // A label whose line is gone has no place.
  return [...new Set(found)].filter(({ address }) => !Number.isNaN(address));
}

function originsOf(program: Program, file: number, line: number): readonly Origin[] {
  const index = lineIndexOf(program);
  const number = index.number(file, line);
  return [...index.items.at(number), ...index.controls.at(number).map(({ origin }) => origin)];
}
