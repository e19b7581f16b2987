/**
 * The references on one line of a program: all names written there, each with what it stands for.
 *
 * They are collected in plain lists, which the next line reuses, so that walking through a whole file creates
 * no objects.
 */
import { elementAt } from '#basics';
import type { NameVisitor, SymbolDefinition, SymbolReference } from '../program/assembly.ts';
import { Evaluator } from '../values/evaluate.ts';
import { lineIndexOf, type LineIndex } from './line-index.ts';
import { Scope, type Binding, type Origin, type Program, type ProgramSymbol } from '../program/program.ts';
import { lineRange } from '../contract/source.ts';
import type { CallStatement, Expression, Name, Operand, Span, Statement } from '../contract/syntax.ts';
import { TRAITS } from '../syntax/directive-traits.ts';

type LinePlace = Pick<Origin, 'file' | 'line'>;

/** A name on the line that is being read. */
interface FoundName {
  symbol: ProgramSymbol;
  start: number;
  end: number;
  isDefinition: boolean;
  isWrite: boolean;
}

/** The scopes of lines that were not assembled: only global names are known there. */
const OUTSIDE: readonly Scope[] = [new Scope(undefined, '')];
/** Directives that call a macro, and which of their names is its name. */
const CALLING: ReadonlyMap<string, number> = new Map([
  ['exits', 0],
  ['lookup', 1],
]);
const NOTHING_OFF: ReadonlySet<string> = new Set();
const NONE: readonly SymbolReference[] = [];

/** Up to this many names of a line are compared one by one; a line with more, which only programs write, has a set. */
const FEW = 32;

export class LineReferences {
  private readonly evaluator: Evaluator;
  private file = 0;
  private line = 0;
  /** How many names the line has; the rest of the list is left from earlier lines. */
  private count = 0;
  private readonly found: FoundName[] = [];
  /** The first name at each start, once there are more than `FEW`. */
  private readonly known = new Map<number, string>();
  /** Start and name of the others. */
  private readonly further = new Set<string>();
  private readonly followed = new Set<Binding>();
  /** The last answer of scopesAbove: the next line asked about is often the next of the file. */
  private above: LinePlace & { readonly scopes: readonly Scope[] } = { file: -1, line: -1, scopes: OUTSIDE };

  constructor(
    readonly program: Program,
    private readonly definitionOf: (symbol: ProgramSymbol) => SymbolDefinition,
  ) {
    this.evaluator = new Evaluator(program);
  }

  /** The references on a line, by place. @param wanted the definition of those that are wanted; undefined: all */
  find(file: number, line: number, wanted?: SymbolDefinition): readonly SymbolReference[] {
    let left = this.read(file, line);
    if (left === 0) return NONE;
    const { path } = elementAt(this.program.files, file);
    const references: SymbolReference[] = [];
    for (const { symbol, start, end, isDefinition, isWrite } of this.found) {
      if (left-- === 0) break;
      const definition = this.definitionOf(symbol);
      if (wanted !== undefined && !isSame(definition, wanted)) continue;
      // In other expansions, the same place may stand for a symbol of their own.
      if (wanted !== undefined && references.at(-1)?.range.start.character === start) continue;
      references.push({ definition, isDefinition, isWrite, file: path, range: lineRange(line, start, end) });
    }
    return references;
  }

  /** Passes the names on a line to a visitor, by place. */
  each(file: number, line: number, visit: NameVisitor): void {
    let left = this.read(file, line);
    for (const { symbol, start, end, isDefinition } of this.found) {
      if (left-- === 0) return;
      visit(line, start, end, symbol.kind, isDefinition);
    }
  }

  /** Brings the names on a line into the list, by place; gives their number. */
  private read(file: number, line: number): number {
    const parsed = this.program.files[file]?.lines[line];
    if (parsed === undefined) return 0;
    const index = lineIndexOf(this.program);
    const number = index.number(file, line);
    const { statement } = parsed;
    if (statement === undefined && !index.symbols.has(number)) return 0;
    this.file = file;
    this.line = line;
    this.count = 0;
    if (this.followed.size > 0) this.followed.clear();
    if (this.known.size > 0) {
      this.known.clear();
      this.further.clear();
    }
    this.collect(index, number, statement);
    this.sort();
    return this.count;
  }

  /** A line usually has few names, and most are already in order. */
  private sort(): void {
    const { found } = this;
    if (this.count > FEW) {
      const sorted = found.slice(0, this.count).sort((a, b) => a.start - b.start);
      for (const [index, name] of sorted.entries()) found[index] = name;
      return;
    }
    for (let next = 1; next < this.count; next++) {
      const [before, name] = [found[next - 1], found[next]];
      if (before === undefined || name === undefined || before.start <= name.start) continue;
      const after = found.findIndex(({ start }) => start > name.start);
      found.copyWithin(after + 1, after, next);
      found[after] = name;
    }
  }

  private collect(index: LineIndex, number: number, written: Statement | undefined): void {
    const { file, line } = this;
    const here = { file, line };
    for (const symbol of index.symbols.at(number)) this.add(symbol, here, symbol, true, false);
    for (const item of index.items.at(number)) if (item.statement !== undefined) this.statement(item, item.statement);
    for (const item of index.passed.at(number)) if (item.statement !== undefined) this.statement(item, item.statement);
    for (const { expression, origin } of index.controls.at(number)) this.expression(expression, origin);
    for (const { kind, name, start } of index.expansions.at(number)) {
      // A parameter that stands for a macro does not name it.
      const isNamed = kind === 'macro' && written?.kind === 'call' && written.name.text === name;
      const macro = isNamed ? this.program.macros.get(name) : undefined;
      if (macro !== undefined) this.add(macro.symbol, here, { start, end: start + name.length }, false, false);
    }
    if (written !== undefined) this.passedMacros(here, written);
    if (written === undefined || index.items.has(number)) return;
    // A line that was not assembled, such as one in the other arm of a condition.
    const isCall = written.kind === 'call' && !index.expansions.has(number);
    for (const scope of this.scopesAbove(index)) {
      const place = {
        ...here,
        scope,
        expansion: undefined,
        anonymous: 0,
        address: NaN,
        ram: undefined,
        off: NOTHING_OFF,
      };
      this.statement(place, written);
      if (isCall) this.inactiveCall(place, written);
    }
  }

  /** Names of macros that a call passes on, or that are the default of a parameter that a call leaves out. */
  private passedMacros(here: LinePlace, written: Statement): void {
    if (written.kind === 'call') for (const { operand } of written.arguments) this.passedMacro(here, operand);
    if (written.kind !== 'directive') return;
    if (CALLING.has(written.name)) this.calledMacro(here, written.names[CALLING.get(written.name) ?? 0]);
    if (written.name === 'macro') for (const parameter of written.parameters) this.passedMacro(here, parameter.default);
  }

  private passedMacro(here: LinePlace, operand: Operand | undefined): void {
    if (operand?.kind !== 'value' || operand.value.kind !== 'symbol') return;
    const { name } = operand.value;
    const macro = this.program.macros.get(name);
    if (macro === undefined || this.program.globals.has(name) || this.isParameter(name, here)) return;
    this.add(macro.symbol, here, operand.value, false, false);
  }

  /** The macro that a directive calls, unless a parameter stands for it. */
  private calledMacro(here: LinePlace, name: Name | undefined): void {
    const macro = name === undefined ? undefined : this.program.macros.get(name.text);
    if (name === undefined || macro === undefined || this.isParameter(name.text, here)) return;
    this.add(macro.symbol, here, name, false, false);
  }

  /** Whether a name is a parameter of the macro around a line. */
  private isParameter(text: string, { file, line }: LinePlace): boolean {
    for (const { file: other, from, to, parameters } of this.program.macros.values()) {
      const isInside = other === file && line >= from && line < to;
      if (isInside && parameters.some(({ name }) => name.text === text)) return true;
    }
    return false;
  }

  /** The scopes that a line without words is in, as far as the lines above tell; one for each call in a macro. */
  private scopesAbove(index: LineIndex): readonly Scope[] {
    const { file, line } = this;
    const { lines } = elementAt(this.program.files, file);
    let scopes = OUTSIDE;
    for (let above = line; above >= 0; above--) {
      if (file === this.above.file && above === this.above.line) {
        scopes = this.above.scopes;
        break;
      }
      const items = index.items.at(index.number(file, above));
      if (items.length > 0) {
        scopes = items.map((item) => item.scope);
        break;
      }
      const { labels, statement } = elementAt(lines, above);
      // A routine or macro that is not assembled itself has names of its own.
      const isOpening = statement?.kind === 'directive' && TRAITS.separatingNames.has(statement.name);
      if (isOpening || labels.some(({ text }) => text !== '' && !text.startsWith('.'))) break;
    }
    this.above = { file, line, scopes };
    return scopes;
  }

  private inactiveCall(item: Origin, { name, arguments: list }: CallStatement): void {
    const macro = this.program.macros.get(name.text);
    if (macro !== undefined) this.add(macro.symbol, item, name, false, false);
    for (const { operand } of list) this.operands([operand], item, false);
  }

  private add(
    symbol: ProgramSymbol,
    { file, line }: LinePlace,
    { start, end }: Span,
    isDefinition: boolean,
    isWrite: boolean,
  ): void {
    if (line !== this.line || file !== this.file || symbol.file < 0) return;
    if (this.isKnown(start, symbol.name)) return;
    const { found } = this;
    const name = (found[this.count] ??= { symbol, start, end, isDefinition, isWrite });
    this.count++;
    name.symbol = symbol;
    name.start = start;
    name.end = end;
    name.isDefinition = isDefinition;
    name.isWrite = isWrite;
  }

  /** Whether a name is in the list; beyond `FEW` names it is also remembered. */
  private isKnown(start: number, name: string): boolean {
    const { found, known, count } = this;
    if (count < FEW) {
      for (let index = 0; index < count; index++) {
        const { start: other, symbol } = elementAt(found, index);
        if (other === start && symbol.name === name) return true;
      }
      return false;
    }
    if (known.size === 0)
      for (const { start: other, symbol } of found.slice(0, count)) this.remember(other, symbol.name);
    return !this.remember(start, name);
  }

  /** Takes the name at a start; false if it had it. */
  private remember(start: number, name: string): boolean {
    const { known, further } = this;
    const first = known.get(start);
    if (first === undefined) known.set(start, name);
    if (first === undefined || first === name) return first === undefined;
    const { size } = further;
    return further.add(`${start} ${name}`).size > size;
  }

  private statement(item: Origin, statement: Statement): void {
    if (statement.kind === 'constant') return this.expression(statement.value, item);
    if (statement.kind === 'instruction') {
      const stores = statement.mnemonic === 'st' || statement.mnemonic === 'sta';
      return this.operands(statement.operands, item, stores);
    }
    if (statement.kind !== 'directive') return;
    if (statement.relation !== undefined && statement.names[0] !== undefined)
      this.name(statement.names[0].text, statement.names[0], item, statement.name === 'given');
    for (const expression of statement.expressions) this.expression(expression, item);
    for (const expression of [statement.at, statement.bytes, statement.range?.first, statement.range?.last])
      if (expression !== undefined) this.expression(expression, item);
    for (const { key, value, valueSpan } of statement.keys) {
      const isName = statement.name === 'timing' ? key === 'account' : statement.name === 'zp' && key === 'over';
      const symbol = isName ? this.program.globals.get(value) : undefined;
      if (symbol !== undefined) this.add(symbol, item, valueSpan, false, false);
    }
  }

  private operands(operands: readonly Operand[], item: Origin, isWrite: boolean): void {
    for (const operand of operands) {
      if (operand.kind === 'memory') this.operands(operand.parts, item, isWrite);
      else if (operand.kind === 'value') this.expression(operand.value, item, isWrite);
    }
  }

  private expression(expression: Expression, origin: Origin, isWrite = false): void {
    switch (expression.kind) {
      case 'symbol':
        return this.name(expression.name, expression, origin, isWrite);
      case 'unary':
      case 'vcpu':
        return this.expression(expression.argument, origin, isWrite);
      case 'binary':
        this.expression(expression.left, origin, isWrite);
        return this.expression(expression.right, origin, isWrite);
      case 'choice':
        this.expression(expression.condition, origin);
        this.expression(expression.yes, origin, isWrite);
        return this.expression(expression.no, origin, isWrite);
      case 'call':
        for (const argument of expression.arguments) this.expression(argument, origin, isWrite);
    }
  }

  /** A name; a parameter leads on to the argument at its call. */
  private name(name: string, span: Span, origin: Origin, isWrite: boolean): void {
    const binding = origin.scope.isBound ? origin.scope.binding(name) : undefined;
    if (binding === undefined) {
      if (origin.line !== this.line || origin.file !== this.file) return;
      const symbol = this.evaluator.find(name, origin);
      if (symbol !== undefined) this.add(symbol, origin, span, false, isWrite);
      return;
    }
    if (binding.operand?.kind !== 'value' || binding.origin === undefined || this.followed.has(binding)) return;
    this.followed.add(binding);
    this.expression(binding.operand.value, binding.origin, isWrite);
  }
}

/** Whether two definitions are one in the source, as those of a macro's local label in its expansions are. */
function isSame(one: SymbolDefinition, other: SymbolDefinition): boolean {
  if (one === other) return true;
  const [{ start }, { start: place }] = [one.range, other.range];
  const isSamePlace = start.line === place.line && start.character === place.character && one.file === other.file;
  return isSamePlace && withoutExpansion(one) === withoutExpansion(other);
}

/** `passThrough.toggled` of `passThrough#32.toggled`. */
function withoutExpansion({ name }: SymbolDefinition): string {
  return name.replace(/#\d+/g, '');
}
