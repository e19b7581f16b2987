/**
 * Binding: declarations of RAM get their places and their meaning.
 *
 * Declarations with `at` are placed first, then the others in order of declaration where there is room, and last those
 * that share the bytes of another one (`over=`).
 * What `at` names has to have an `at` itself, and is placed before it. Sizes and ranges may not use ROM
 * addresses: those come later, with layout.
 */
import { counted, elementAt } from '#basics';
import { hexByte, hexWord } from '#isa';
import { bindMeaning, checkAttributes } from './bind-meaning.ts';
import { DeclaredTables } from './declared-tables.ts';
import type { DiagnosticCode, Fix, Related } from '../contract/diagnostic.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { fixOnce, type Declaration, type Program } from '../program/program.ts';
import { Overlays, nameOf, regionOf, ShapeReader, type Shape } from './ram-shape.ts';
import { describeRegion, firstFit, longestRun, RamMap, WINDOW_PAGE, type Region, ramSize } from './ram-map.ts';
import type { DirectiveStatement } from '../contract/syntax.ts';

/** A declaration that cannot have its fixed place. */
interface Misplaced {
  readonly shape: Shape;
  readonly code: DiagnosticCode;
  readonly message: string;
  /** What already occupies it. */
  readonly other?: Shape;
}

/** Places all declared RAM and collects what it means. */
export function bind(program: Program, evaluator: Evaluator): void {
  new Binder(program, evaluator).run();
}

class Binder {
  private map = new RamMap(32);
  private readonly owners: Shape[] = [];
  private readonly misplaced: Misplaced[] = [];
  private readonly placed = new Map<Declaration, Region>();
  private readonly shapes = new Map<Declaration, Shape>();
  /** Declarations with `at` that have been placed, or could not be. */
  private readonly fixed = new Set<Declaration>();
  /** Declarations whose shape is known or being found out. */
  private readonly read = new Set<Declaration>();
  private readonly tables: DeclaredTables;
  /** The smallest size that found no room, by kind of place. */
  private readonly refused = new Map<string, number>();

  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
  ) {
    this.tables = new DeclaredTables(program);
  }

  run(): void {
    const { shapes } = this;
    this.program.ramKib = ramSize(this.program, this.evaluator);
    this.map = new RamMap(this.program.ramKib);
    this.readShapes();
    for (const shape of shapes.values()) this.placeFixed(shape);
    // Which places are free is known once all fixed declarations have theirs.
    for (const each of this.misplaced) if (!this.program.findings.isFull) this.reportMisplaced(each);
    for (const shape of shapes.values()) if (shape.at === undefined && shape.over === undefined) this.placeFree(shape);
    this.placeOver();
    const used = new Map<Declaration, number>();
    for (const declaration of this.program.declarations) {
      const shape = shapes.get(declaration);
      if (shape !== undefined) this.finish(shape);
      else if (declaration.frame !== undefined) this.field(declaration, shapes.get(declaration.frame), used);
    }
    bindMeaning(this.program, this.evaluator);
    checkAttributes(this.program);
  }

  /** Evaluates what each declaration asks for; a declaration named in an `at` is placed first. */
  private readShapes(): void {
    const { declarations } = this.program;
    const reader = new ShapeReader(this.program, this.evaluator, this.map);
    const bySymbol = new Map(declarations.map((declaration) => [declaration.symbol, declaration]));
    this.evaluator.place = (symbol) => {
      const declaration = bySymbol.get(symbol);
      return declaration === undefined ? undefined : this.placeNamed(declaration, reader);
    };
    for (const declaration of declarations) this.readShape(declaration, reader);
    this.evaluator.place = undefined;
  }

  private readShape(declaration: Declaration, reader: ShapeReader): void {
    if (this.read.has(declaration)) return;
    this.read.add(declaration);
    const shape = reader.shape(declaration);
    if (shape !== undefined) this.shapes.set(declaration, shape);
    else if (declaration.frame === undefined) this.giveUp(declaration);
  }

  /**
   * Places a declaration that another one names. @returns why that is impossible; undefined if that has been reported
   */
  private placeNamed(declaration: Declaration, reader: ShapeReader): string | undefined {
    const { symbol, frame } = declaration;
    const name = symbol?.name ?? '';
    if (frame !== undefined) return `"${name}" is a field, which gets its place after all declarations with "at"`;
    const isCircle = this.read.has(declaration) && !this.shapes.has(declaration);
    if (isCircle) return `The place of "${name}" depends on itself`;
    this.readShape(declaration, reader);
    const shape = this.shapes.get(declaration);
    if (shape === undefined) return undefined;
    if (shape.at === undefined) return `"${name}" has no "at", so its place is not known here`;
    this.placeFixed(shape);
    const region = this.placed.get(declaration);
    if (region === undefined) this.giveUp(declaration);
    else this.settle(shape, region);
    return undefined;
  }

  private placeFixed(shape: Shape): void {
    const { declaration, layout, at } = shape;
    if (at === undefined || this.fixed.has(declaration)) return;
    this.fixed.add(declaration);
    const ram = this.map.pages << 8;
    const limit = layout === 'row' ? ram : 0x100;
    const least = layout === 'row' && shape.isBanked ? WINDOW_PAGE << 8 : 0;
    if (!Number.isInteger(at) || at < least || at >= limit) {
      const rows = least > 0 ? 'a bank ($8000 to $ffff)' : `RAM ($0000 to ${hexWord(ram - 1)})`;
      const what = layout === 'row' ? rows : layout === 'zero-page' ? 'the zero page' : 'a low byte';
      const message = `${at < 0 ? at : hexWord(at)} is outside ${what}`;
      return void this.misplaced.push({ shape, code: 'GT0503', message });
    }
    const region = regionOf(shape, at);
    if (region.low + region.bytes > 0x100) {
      const message = `${region.bytes} bytes from ${hexByte(region.low)} reach over the end of the page`;
      return void this.misplaced.push({ shape, code: 'GT0503', message });
    }
    const owner = this.map.ownerIn(region);
    if (owner !== 0) this.overlap(shape, region, elementAt(this.owners, owner - 1));
    else this.claim(shape, region);
    this.placed.set(declaration, region);
  }

  private overlap(shape: Shape, region: Region, other: Shape): void {
    // The fault is then the second declaration of the name, and is reported as such.
    if (shape.declaration.symbol === undefined) return;
    const message = `"${nameOf(shape)}" at ${describeRegion(region)} overlaps "${nameOf(other)}"`;
    this.misplaced.push({ shape, code: 'GT0501', message, other });
  }

  /** Reports an impossible fixed place, and suggests a free one. */
  private reportMisplaced({ shape, code, message, other }: Misplaced): void {
    const { findings } = this.program;
    const free = this.findFree(shape);
    const offer = free === undefined ? '' : `; free: ${describeRegion(free)}`;
    const fixes = free === undefined ? [] : this.moveTo(shape, free);
    const name = other?.declaration.symbol ?? { start: 0, end: 0 };
    const related =
      other === undefined ? [] : findings.related(`"${nameOf(other)}" is declared here`, other.declaration.item, name);
    this.report(code, message + offer, shape.declaration, related, fixes);
  }

  /** The edit that puts a declaration where there is room. */
  private moveTo({ declaration, statement, layout }: Shape, { page, low }: Region): Fix[] {
    const { at } = statement;
    const place = layout === 'row' ? hexWord((page << 8) | low) : hexByte(low);
    return at === undefined ? [] : fixOnce(this.program, declaration.item, at, place, `Move it to ${place}`);
  }

  private placeFree(shape: Shape): void {
    const { bytes } = regionOf(shape, 0);
    const { layout, first, last, isBanked, bank } = shape;
    const pages = layout === 'column' || layout === 'frame' ? `${first}..${last}` : '';
    const kind = `${layout} ${isBanked} ${bank} ${pages}`;
    // RAM only fills up: what finds no room now finds none later.
    const hasRoom = bytes < (this.refused.get(kind) ?? Infinity);
    const region = hasRoom ? this.findFree(shape) : undefined;
    if (region !== undefined) return this.claim(shape, region);
    if (hasRoom) this.refused.set(kind, bytes);
    if (!this.program.findings.isFull) this.reportNoRoom(shape, bytes);
  }

  /** Places what shares the bytes of others, once those have their places. */
  private placeOver(): void {
    const overlays = new Overlays(this.program, this.shapes.values());
    for (const shape of this.shapes.values()) {
      const region = overlays.place(shape, this.placed);
      if (region !== undefined) this.placed.set(shape.declaration, region);
    }
  }

  private reportNoRoom(shape: Shape, bytes: number): void {
    const where = {
      'zero-page': 'in the zero page',
      row: 'in one page',
      column: 'at one place in all its pages',
      frame: 'at one place in all its pages',
    };
    const runs = this.runs(shape);
    const most = runs === undefined ? undefined : longestRun(runs);
    const left = most === undefined ? '' : `; the most in a row are ${most.bytes}, from ${describeRegion(most)}`;
    const free = `${counted(bytes, 'free byte')} ${where[shape.layout]}`;
    const message = `There is no room for "${nameOf(shape)}": it needs ${free}${left}`;
    this.report('GT0502', message, shape.declaration);
  }

  private findFree(shape: Shape): Region | undefined {
    const { page, bytes, pages, bank } = regionOf(shape, 0);
    const runs = this.runs(shape);
    return runs === undefined ? this.map.freeColumn(page, pages, bytes, bank) : firstFit(runs, bytes);
  }

  /** Free bytes where a declaration along a page can lie; undefined for one across pages. */
  private runs({ layout, isBanked, bank }: Shape): Iterable<Region> | undefined {
    if (layout === 'zero-page') return this.map.zeroPageRuns();
    return layout === 'row' ? this.map.rowRuns(isBanked ? WINDOW_PAGE : 1, bank) : undefined;
  }

  private claim(shape: Shape, region: Region): void {
    this.owners.push(shape);
    this.map.claim(region, this.owners.length);
    this.placed.set(shape.declaration, region);
  }

  /** Gives the symbol its value and the debug information its table. */
  private finish(shape: Shape): void {
    const region = this.placed.get(shape.declaration);
    if (region === undefined) return this.giveUp(shape.declaration);
    this.tables.addPlaced(shape, this.settle(shape, region));
  }

  /** Gives the symbol of a placed declaration its value. @returns the address of the first byte */
  private settle({ declaration, layout, first, size }: Shape, region: Region): number {
    const address = (region.page << 8) | region.low;
    const { symbol } = declaration;
    if (symbol === undefined) return address;
    // The page is kept, so that hi() and lo() of a row's name serve as they are.
    const value = {
      'zero-page': address,
      row: (address & 0xff00) | ((address - first * size) & 0xff),
      column: region.low,
      frame: region.low,
    };
    const isAddress = layout === 'zero-page' || layout === 'row';
    symbol.value = value[layout];
    symbol.degree = isAddress ? 1 : 0;
    symbol.state = 'done';
    this.program.ends.set(symbol, (isAddress ? address : region.low) + region.bytes);
    return address;
  }

  private field(declaration: Declaration, frame: Shape | undefined, used: Map<Declaration, number>): void {
    const { item, symbol } = declaration;
    const statement = item.statement as DirectiveStatement;
    const region = frame === undefined ? undefined : this.placed.get(frame.declaration);
    const size = statement.expressions[0] === undefined ? 1 : this.evaluator.value(statement.expressions[0], item);
    if (frame === undefined || region === undefined || symbol === undefined || Number.isNaN(size))
      return this.giveUp(declaration);
    const offset = used.get(frame.declaration) ?? 0;
    if (!Number.isInteger(size) || size < 1 || offset + size > frame.size) {
      const message = `"${symbol.name}" takes ${size} bytes, but "${nameOf(frame)}" has ${frame.size - offset} of ${frame.size} left`;
      this.report('GT0507', message, declaration);
      return this.giveUp(declaration);
    }
    used.set(frame.declaration, offset + size);
    symbol.value = region.low + offset;
    symbol.degree = 0;
    symbol.state = 'done';
    this.program.ends.set(symbol, symbol.value + size);
    this.tables.addField(declaration, frame, symbol.value, size);
  }

  /** Gives up a declaration that failed: its symbol stays unknown without further reports. */
  private giveUp(declaration: Declaration): void {
    if (declaration.symbol !== undefined) declaration.symbol.state = 'failed';
  }

  private report(
    code: DiagnosticCode,
    message: string,
    declaration: Declaration,
    related: readonly Related[] = [],
    fixes: readonly Fix[] = [],
  ): void {
    this.program.findings.add(code, message, declaration.item, declaration.item.statement, { related, fixes });
  }
}
