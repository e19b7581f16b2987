/**
 * Binding: declarations of RAM get their places and their meaning.
 *
 * Declarations with `at` are placed first, the others in order of declaration where there is room.
 * Sizes and ranges may use constants only, not ROM addresses: those come later, with layout.
 */
import { hexByte, hexWord } from '#isa';
import type { DebugTable } from '../output/debug-info.ts';
import { bindMeaning, checkAttributes } from './bind-meaning.ts';
import type { Fix } from '../diagnostic.ts';
import type { Evaluator } from './evaluate.ts';
import type { Declaration, Program } from '../program.ts';
import { describeRegion, FIRST_BANK, RamMap, WINDOW_PAGE, type Region } from './ram-map.ts';
import { ramSize } from './ram-size.ts';
import { lineRange } from '../source.ts';
import type { DirectiveStatement, Expression } from '../syntax/syntax.ts';
import { isWrittenOnce } from '../checks/written-once.ts';

/** What a declaration asks for, evaluated. */
interface Shape {
  readonly declaration: Declaration;
  readonly statement: DirectiveStatement;
  readonly layout: 'zero-page' | 'row' | 'column' | 'frame';
  readonly first: number;
  readonly last: number;
  /** Bytes of one entry. */
  readonly size: number;
  /** Address or low byte given by `at`. */
  readonly at: number | undefined;
  /** Bank for pages from $80 on. */
  readonly bank: number;
  /** Whether the declaration names its bank, and so lies in the window. */
  readonly isBanked: boolean;
}

/** Places all declared RAM and collects what it means. */
export function bind(program: Program, evaluator: Evaluator): void {
  new Binder(program, evaluator).run();
}

class Binder {
  private readonly program: Program;
  private readonly evaluator: Evaluator;
  private map = new RamMap(32);
  private readonly owners: Shape[] = [];
  private readonly placed = new Map<Declaration, Region>();

  constructor(program: Program, evaluator: Evaluator) {
    this.program = program;
    this.evaluator = evaluator;
  }

  run(): void {
    this.map = new RamMap(ramSize(this.program, this.evaluator));
    const shapes = new Map<Declaration, Shape>();
    for (const declaration of this.program.declarations) {
      const shape = this.shape(declaration);
      if (shape !== undefined) shapes.set(declaration, shape);
    }
    for (const shape of shapes.values()) if (shape.at !== undefined) this.placeFixed(shape, shape.at);
    for (const shape of shapes.values()) if (shape.at === undefined) this.placeFree(shape);
    const used = new Map<Declaration, number>();
    for (const declaration of this.program.declarations) {
      const shape = shapes.get(declaration);
      if (shape !== undefined) this.finish(shape);
      else if (declaration.frame !== undefined) this.field(declaration, shapes.get(declaration.frame), used);
    }
    bindMeaning(this.program, this.evaluator);
    checkAttributes(this.program);
  }

  private shape(declaration: Declaration): Shape | undefined {
    const { item } = declaration;
    const statement = item.statement as DirectiveStatement;
    const value = (expression: Expression): number => this.evaluator.value(expression, item);
    const at = statement.at === undefined ? undefined : value(statement.at);
    const bytes = statement.bytes === undefined ? 1 : value(statement.bytes);
    if (Number.isNaN(at) || Number.isNaN(bytes)) return undefined;
    const bank = this.bank(declaration, statement);
    if (bank === undefined) return undefined;
    if (statement.name === 'zp') {
      const size = statement.expressions[0] === undefined ? bytes : value(statement.expressions[0]);
      return this.sized({ declaration, statement, layout: 'zero-page', first: 0, last: 0, size, at, ...bank }, size);
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

  /** Bank of a declaration: that of its word `bank=`, else the first; undefined after a report. */
  private bank(declaration: Declaration, statement: DirectiveStatement): Pick<Shape, 'bank' | 'isBanked'> | undefined {
    const word = statement.keys.find(({ key }) => key === 'bank');
    if (word === undefined) return { bank: FIRST_BANK, isBanked: false };
    const bank = /^\d$/.test(word.value) ? Number(word.value) : NaN;
    if (statement.name !== 'zp' && bank >= FIRST_BANK && bank <= this.map.banks) return { bank, isBanked: true };
    const { banks } = this.map;
    const known = banks === 0 ? 'this RAM has none; see ".ram 128"' : `there are 1 to ${banks}, above the zero page`;
    this.report('GT0506', `"bank=${word.value}" is no bank for this declaration: ${known}`, declaration);
    return undefined;
  }

  private sized(shape: Shape, size: number): Shape | undefined {
    if (Number.isInteger(size) && size >= 1 && size <= 256) return shape;
    this.report('GT0506', `A size is 1 to 256 bytes, not ${size}`, shape.declaration);
    return undefined;
  }

  private ranged(shape: Shape): boolean {
    const { first, last, layout, declaration, isBanked } = shape;
    const { pages } = this.map;
    const count = last - first + 1;
    if (count < 1) this.report('GT0505', `The range ${first}..${last} has no index`, declaration);
    else if (layout === 'row' && count * shape.size > 256) {
      this.report(
        'GT0503',
        `A row stays in one page of 256 bytes; ${count} entries take ${count * shape.size}`,
        declaration,
      );
    } else if (layout === 'column' && count > pages) {
      this.report(
        'GT0504',
        `A column has at most ${pages} entries, not ${count}: Y reaches no further page`,
        declaration,
      );
    } else if (layout !== 'row' && (first < 0 || last >= pages)) {
      this.report(
        'GT0503',
        `Index ${first < 0 ? first : last} is no page of RAM; the index is the page, 0 to ${pages - 1}`,
        declaration,
      );
    } else if (layout !== 'row' && isBanked && first < WINDOW_PAGE) {
      this.report('GT0503', `Index ${first} is no page of a bank; those are 128 to 255`, declaration);
    } else return true;
    return false;
  }

  /** The rectangle that a shape covers at an address or low byte. */
  private region(shape: Shape, at: number): Region {
    const { first, last, size, layout, bank } = shape;
    const count = last - first + 1;
    if (layout === 'column' || layout === 'frame') return { page: first, low: at, bytes: size, pages: count, bank };
    return { page: at >> 8, low: at & 0xff, bytes: layout === 'row' ? count * size : size, pages: 1, bank };
  }

  private placeFixed(shape: Shape, at: number): void {
    const { declaration, layout } = shape;
    const ram = this.map.pages << 8;
    const limit = layout === 'row' ? ram : 0x100;
    const least = layout === 'row' && shape.isBanked ? WINDOW_PAGE << 8 : 0;
    if (!Number.isInteger(at) || at < least || at >= limit) {
      const rows = least > 0 ? 'a bank ($8000 to $ffff)' : `RAM ($0000 to ${hexWord(ram - 1)})`;
      const what = layout === 'row' ? rows : layout === 'zero-page' ? 'the zero page' : 'a low byte';
      return this.report('GT0503', `${at < 0 ? at : hexWord(at)} is outside ${what}`, declaration);
    }
    const region = this.region(shape, at);
    if (region.low + region.bytes > 0x100) {
      return this.report(
        'GT0503',
        `${region.bytes} bytes from ${hexByte(region.low)} reach over the end of the page`,
        declaration,
      );
    }
    const owner = this.map.ownerIn(region);
    if (owner !== 0) this.overlap(shape, region, this.owners[owner - 1]!);
    else this.claim(shape, region);
    this.placed.set(declaration, region);
  }

  private overlap(shape: Shape, region: Region, other: Shape): void {
    const name = nameOf(shape);
    const free = this.findFree(shape);
    const offer = free === undefined ? '' : `; free: ${describeRegion(free)}`;
    const otherName = other.declaration.symbol ?? { start: 0, end: 0 };
    const related = this.program.findings.related(
      `"${nameOf(other)}" is declared here`,
      other.declaration.item,
      otherName,
    );
    const message = `"${name}" at ${describeRegion(region)} overlaps "${nameOf(other)}"${offer}`;
    this.report('GT0501', message, shape.declaration, related, free === undefined ? [] : this.moveTo(shape, free));
  }

  /** The edit that puts a declaration where there is room. */
  private moveTo({ declaration, statement, layout }: Shape, { page, low }: Region): Fix[] {
    const { at } = statement;
    const { item } = declaration;
    if (at === undefined || !isWrittenOnce(item)) return [];
    const place = layout === 'row' ? hexWord((page << 8) | low) : hexByte(low);
    const range = lineRange(item.line, at.start, at.end);
    const edits = [{ file: this.program.files[item.file]!.path, range, newText: place }];
    return [{ title: `Move it to ${place}`, edits }];
  }

  private placeFree(shape: Shape): void {
    const region = this.findFree(shape);
    if (region !== undefined) return this.claim(shape, region);
    const what = {
      'zero-page': 'zero-page bytes',
      row: 'bytes in one page',
      column: 'low byte in all its pages',
      frame: 'bytes in all its pages',
    };
    const { bytes } = this.region(shape, 0);
    this.report(
      'GT0502',
      `There is no room for "${nameOf(shape)}": no free ${bytes} ${what[shape.layout]}`,
      shape.declaration,
    );
  }

  private findFree(shape: Shape): Region | undefined {
    const { page, bytes, pages, bank } = this.region(shape, 0);
    if (shape.layout === 'zero-page') return this.map.freeZeroPage(bytes);
    if (shape.layout === 'row') return this.map.freeRow(bytes, shape.isBanked ? WINDOW_PAGE : 1, bank);
    return this.map.freeColumn(page, pages, bytes, bank);
  }

  private claim(shape: Shape, region: Region): void {
    this.owners.push(shape);
    this.map.claim(region, this.owners.length);
    this.placed.set(shape.declaration, region);
  }

  /** Gives the symbol its value and the debug information its table. */
  private finish(shape: Shape): void {
    const { declaration, first, last, size, layout } = shape;
    const region = this.placed.get(declaration);
    const { symbol } = declaration;
    if (region === undefined || symbol === undefined) return this.leave(declaration);
    const address = (region.page << 8) | region.low;
    // The page is kept, so that hi() and lo() of a row's name serve as they are.
    const value = {
      'zero-page': address,
      row: (address & 0xff00) | ((address - first * size) & 0xff),
      column: region.low,
      frame: region.low,
    };
    symbol.value = value[layout];
    symbol.degree = layout === 'zero-page' || layout === 'row' ? 1 : 0;
    symbol.state = 'done';
    if (layout === 'frame') return;
    const keys = keysOf(shape.statement);
    // Zero-page bytes with an index are a small row.
    const isArray = layout === 'zero-page' && keys.index !== '';
    this.table(declaration, {
      layout,
      address,
      stride: layout === 'column' ? 256 : isArray ? 1 : size,
      size: isArray ? 1 : size,
      first,
      last: isArray ? size - 1 : last,
      index: keys.index === '' && layout !== 'zero-page' ? 'number' : keys.index,
      element: keys.element,
      attributes: keys.attributes,
    });
  }

  private field(declaration: Declaration, frame: Shape | undefined, used: Map<Declaration, number>): void {
    const { item, symbol } = declaration;
    const statement = item.statement as DirectiveStatement;
    const region = frame === undefined ? undefined : this.placed.get(frame.declaration);
    const size = statement.expressions[0] === undefined ? 1 : this.evaluator.value(statement.expressions[0], item);
    if (frame === undefined || region === undefined || symbol === undefined || Number.isNaN(size))
      return this.leave(declaration);
    const offset = used.get(frame.declaration) ?? 0;
    if (!Number.isInteger(size) || size < 1 || offset + size > frame.size) {
      const message = `"${symbol.name}" takes ${size} bytes, but "${nameOf(frame)}" has ${frame.size - offset} of ${frame.size} left`;
      this.report('GT0507', message, declaration);
      return this.leave(declaration);
    }
    used.set(frame.declaration, offset + size);
    symbol.value = region.low + offset;
    symbol.degree = 0;
    symbol.state = 'done';
    const keys = keysOf(statement);
    const frameKeys = keysOf(frame.statement);
    this.table(declaration, {
      layout: 'field',
      address: (frame.first << 8) | symbol.value,
      stride: 256,
      size,
      first: frame.first,
      last: frame.last,
      index: keys.index || frameKeys.index || 'number',
      element: keys.element,
      attributes: { frame: nameOf(frame), ...keys.attributes },
    });
  }

  private table(
    declaration: Declaration,
    table: Omit<DebugTable, 'name' | 'source' | 'line' | 'column' | 'endColumn'>,
  ): void {
    const { symbol } = declaration;
    if (symbol === undefined) return;
    const { name, file: source, line, start: column, end: endColumn } = symbol;
    this.program.meaning.tables.push({ name, source, line, column, endColumn, ...table });
  }

  /** A declaration that failed: its symbol stays unknown without further reports. */
  private leave(declaration: Declaration): void {
    const { symbol } = declaration;
    if (symbol === undefined) return;
    symbol.state = 'failed';
  }

  private report(
    code: Parameters<Program['findings']['add']>[0],
    message: string,
    declaration: Declaration,
    related: ReturnType<Program['findings']['related']> = [],
    fixes: readonly Fix[] = [],
  ): void {
    this.program.findings.add(code, message, declaration.item, declaration.item.statement, { related, fixes });
  }
}

function nameOf(shape: Shape): string {
  return shape.declaration.symbol?.name ?? '';
}

function keysOf(statement: DirectiveStatement): { index: string; element: string; attributes: Record<string, string> } {
  const attributes: Record<string, string> = {};
  let index = '';
  let element = 'byte';
  for (const { key, value } of statement.keys) {
    if (key === 'index') index = value;
    else if (key === 'element') element = value;
    else attributes[key] = value;
  }
  return { index, element, attributes };
}
