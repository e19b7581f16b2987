/**
 * What a declaration of RAM asks for: its size, its range of indices, and its place if it names one.
 *
 * Only the declaration itself is checked here; binding finds out whether its place is free.
 */
import { FIRST_BANK } from '#basics';
import type { DiagnosticCode } from '../contract/diagnostic.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { turnedRange } from './fixes.ts';
import type { Declaration, Program } from '../program/program.ts';
import { WINDOW_PAGE, type RamMap, type Region } from './ram-map.ts';
import type { DirectiveStatement, Expression, KeyValue } from '../contract/syntax.ts';

/** What a declaration asks for, evaluated. */
export interface Shape {
  readonly declaration: Declaration;
  readonly statement: DirectiveStatement;
  readonly layout: 'zero-page' | 'row' | 'column' | 'frame';
  readonly first: number;
  readonly last: number;
  /** Bytes of one entry. */
  readonly size: number;
  /** Address or low byte given by `at`. */
  readonly at: number | undefined;
  /** The word that names the variable whose bytes it shares. */
  readonly over?: KeyValue;
  /** Bank for pages from $80 on. */
  readonly bank: number;
  /** Whether the declaration names its bank, and so lies in the window. */
  readonly isBanked: boolean;
}

/** Reads the shapes of a program's declarations. */
export class ShapeReader {
  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
    private readonly map: RamMap,
  ) {}

  /** What a declaration asks for; undefined for a field or a declaration of meaning, and after a report. */
  shape(declaration: Declaration): Shape | undefined {
    const { item } = declaration;
    const statement = item.statement as DirectiveStatement;
    const value = (expression: Expression): number => this.evaluator.value(expression, item);
    const at = statement.at === undefined ? undefined : value(statement.at);
    const bytes = statement.bytes === undefined ? 1 : value(statement.bytes);
    if (Number.isNaN(at) || Number.isNaN(bytes)) return undefined;
    const bank = this.bank(declaration, statement);
    if (bank === undefined) return undefined;
    const over = statement.keys.find(({ key }) => key === 'over');
    if (over !== undefined && !this.canBeOver(declaration, statement)) return undefined;
    if (statement.name === 'zp') {
      const size = statement.expressions[0] === undefined ? bytes : value(statement.expressions[0]);
      if (Number.isNaN(size)) return undefined;
      const place = { at, ...(over !== undefined && { over }), ...bank };
      return this.sized({ declaration, statement, layout: 'zero-page', first: 0, last: 0, size, ...place }, size);
    }
    if (statement.name !== 'row' && statement.name !== 'column' && statement.name !== 'frame') return undefined;
    if (statement.range === undefined) {
      if (item.parsed.problems.length === 0)
        this.report('GT0506', `".${statement.name}" needs a range of indices, as in "name, 0..7"`, declaration);
      return undefined;
    }
    const first = value(statement.range.first);
    const last = value(statement.range.last);
    if (Number.isNaN(first) || Number.isNaN(last)) return undefined;
    const shape = { declaration, statement, layout: statement.name, first, last, size: bytes, at, ...bank } as const;
    return this.ranged(shape) ? this.sized(shape, bytes) : undefined;
  }

  /** Bank of a declaration: that of `bank=`, otherwise the first; undefined after a report. */
  private bank(declaration: Declaration, statement: DirectiveStatement): Pick<Shape, 'bank' | 'isBanked'> | undefined {
    const word = statement.keys.find(({ key }) => key === 'bank');
    if (word === undefined) return { bank: FIRST_BANK, isBanked: false };
    const bank = /^\d$/.test(word.value) ? Number(word.value) : NaN;
    if (statement.name !== 'zp' && bank >= FIRST_BANK && bank <= this.map.banks) return { bank, isBanked: true };
    const { banks } = this.map;
    const known = banks === 0 ? 'this RAM has none; see ".ram 128"' : `there are 1 to ${banks}, above the zero page`;
    this.report('GT0506', `"bank=${word.value}" is not a bank for this declaration: ${known}`, declaration);
    return undefined;
  }

  /** Whether a declaration may share bytes by `over=`; false after a report. */
  private canBeOver(declaration: Declaration, { name, at }: DirectiveStatement): boolean {
    if (name === 'zp' && at === undefined) return true;
    const reason = name === 'zp' ? 'instead of "at", not with it' : 'only in ".zp"';
    this.report('GT0506', `"over=" gives a place ${reason}`, declaration);
    return false;
  }

  private sized(shape: Shape, size: number): Shape | undefined {
    if (Number.isInteger(size) && size >= 1 && size <= 256) return shape;
    this.report('GT0506', `A size is 1 to 256 bytes, not ${size}`, shape.declaration);
    return undefined;
  }

  private ranged(shape: Shape): boolean {
    const { first, last, size, layout, declaration, isBanked } = shape;
    const { pages } = this.map;
    const count = last - first + 1;
    if (count < 1) this.backward(shape);
    else if (layout === 'row') {
      if (count * size <= 256) return true;
      const message = `A row stays in one page of 256 bytes; ${count} entries take ${count * size}`;
      this.report('GT0503', message, declaration);
    } else if (layout === 'column' && count > pages) {
      const message = `A column can have at most ${pages} entries, not ${count}: Y reaches no further page`;
      this.report('GT0504', message, declaration);
    } else if (first < 0 || last >= pages) {
      const index = first < 0 ? first : last;
      const message = `Index ${index} is not a page of RAM; the index is the page, 0 to ${pages - 1}`;
      this.report('GT0503', message, declaration);
    } else if (isBanked && first < WINDOW_PAGE)
      this.report('GT0503', `Index ${first} is not a page of a bank; those are 128 to 255`, declaration);
    else return true;
    return false;
  }

  private backward({ first, last, declaration: { item } }: Shape): void {
    const range = item.statement?.kind === 'directive' ? item.statement.range : undefined;
    const fixes = range === undefined ? [] : turnedRange(this.program, item, range);
    this.program.findings.add('GT0505', `The range ${first}..${last} has no index`, item, item.statement, { fixes });
  }

  private report(code: DiagnosticCode, message: string, { item }: Declaration): void {
    this.program.findings.add(code, message, item, item.statement);
  }
}

/** The rectangle that a shape covers at an address or low byte. */
export function regionOf(shape: Shape, at: number): Region {
  const { first, last, size, layout, bank } = shape;
  const count = last - first + 1;
  if (layout === 'column' || layout === 'frame') return { page: first, low: at, bytes: size, pages: count, bank };
  return { page: at >> 8, low: at & 0xff, bytes: layout === 'row' ? count * size : size, pages: 1, bank };
}

/** Name of what a shape declares, for messages. */
export function nameOf(shape: Shape): string {
  return shape.declaration.symbol?.name ?? '';
}

/** The keys of a declaration: what its index and elements mean, and the others. */
export function keysOf(statement: DirectiveStatement): {
  index: string;
  element: string;
  attributes: Record<string, string>;
} {
  const attributes: [string, string][] = [];
  let index = '';
  let element = 'byte';
  for (const { key, value } of statement.keys) {
    if (key === 'index') index = value;
    else if (key === 'element') element = value;
    else attributes.push([key, value]);
  }
  return { index, element, attributes: Object.fromEntries(attributes) };
}

/**
 * Variables of the zero page that share the bytes of another one (`over=`), since the two are never in use together.
 *
 * Those over the same one lie in its bytes one after the other, in the order of their declarations.
 */
export class Overlays {
  private readonly hosts = new Map<string, Shape>();
  /** How many bytes of each are taken. */
  private readonly taken = new Map<Shape, number>();

  constructor(
    private readonly program: Program,
    shapes: Iterable<Shape>,
  ) {
    for (const shape of shapes) if (shape.layout === 'zero-page') this.hosts.set(nameOf(shape), shape);
  }

  /**
   * The bytes that a declaration with `over=` shares; undefined if there are none, after a report.
   * @param placed where the others are
   */
  place(shape: Shape, placed: ReadonlyMap<Declaration, Region>): Region | undefined {
    const { declaration, over, size } = shape;
    if (over === undefined) return undefined;
    const host = this.hosts.get(over.value);
    const region = host === undefined ? undefined : placed.get(host.declaration);
    // One without a place of its own gets it in the order of the declarations.
    if (host === undefined || (region === undefined && host.over !== undefined)) {
      const message = `"${over.value}" is not a zero-page byte declared by .zp, or gets its place only after this one`;
      this.program.findings.add('GT0506', message, declaration.item, over.valueSpan);
      return undefined;
    }
    if (host.declaration.symbol !== undefined) host.declaration.symbol.isUsed = true;
    const start = this.taken.get(host) ?? 0;
    if (region === undefined) return undefined;
    if (start + size > host.size) {
      const left = `"${nameOf(host)}" has ${host.size - start} of ${host.size} left`;
      const message = `"${nameOf(shape)}" takes ${size} bytes, but ${left}`;
      this.program.findings.add('GT0507', message, declaration.item, declaration.item.statement);
      return undefined;
    }
    this.taken.set(host, start + size);
    return { ...region, low: region.low + start, bytes: size };
  }
}
