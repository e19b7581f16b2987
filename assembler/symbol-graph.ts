/**
 * Definitions and references of a program: what navigation, renaming and highlighting ask for.
 *
 * References are found by resolving every name of every item once more in its own surroundings, so a
 * name in a macro body leads to what it meant in the calls. A place that stands for the same symbol in
 * several expansions counts once.
 */
import type { SymbolDefinition, SymbolGraph, SymbolReference } from './assembly.ts';
import type { SymbolKind } from './debug-info.ts';
import { documentationOf } from './documentation.ts';
import { Evaluator } from './evaluate.ts';
import { Scope, type Item, type Origin, type Program, type ProgramSymbol } from './program.ts';
import { contains, lineRange, type Position, type Range } from './source.ts';
import type { Expression, Operand, ParsedLine, Span, Statement } from './syntax.ts';

/** Builds the graph; references are found when first asked for, those of one file without the others. */
export function buildSymbolGraph(program: Program): SymbolGraph {
  return new Graph(program);
}

/** A definition whose documentation is looked up when asked for. */
class Definition implements SymbolDefinition {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly value: number | undefined;
  readonly scope: string;
  readonly file: string;
  readonly range: Range;
  readonly extent: Range;
  readonly parameters?: readonly string[];
  private readonly lines: readonly ParsedLine[];

  constructor(symbol: ProgramSymbol, program: Program) {
    const { name, kind, value, scope, file, line, start, end, endLine } = symbol;
    const source = program.files[file]!;
    const last = Math.min(endLine, source.lines.length - 1);
    this.name = name;
    this.kind = kind;
    this.value = Number.isNaN(value) ? undefined : value;
    this.scope = scope;
    this.file = source.path;
    this.range = lineRange(line, start, end);
    this.extent = {
      start: { line, character: 0 },
      end: { line: last, character: source.lines[last]?.text.length ?? 0 },
    };
    this.lines = source.lines;
    const macro = kind === 'macro' ? program.macros.get(name) : undefined;
    if (macro !== undefined) this.parameters = macro.parameters.map((parameter) => parameter.name.text);
  }

  get documentation(): string {
    return documentationOf(this.lines, this.range.start.line);
  }
}

/** Finds the references of a program, or those in one file. */
class Collector {
  private readonly program: Program;
  private readonly definitions: ReadonlyMap<ProgramSymbol, SymbolDefinition>;
  /** Index of the file; −1 for all. */
  private readonly file: number;
  private readonly evaluator: Evaluator;
  private readonly references: SymbolReference[] = [];
  private readonly seen = new Set<string>();

  constructor(program: Program, definitions: ReadonlyMap<ProgramSymbol, SymbolDefinition>, file: number) {
    this.program = program;
    this.definitions = definitions;
    this.file = file;
    this.evaluator = new Evaluator(program);
  }

  /** The references by file in order of inclusion, then by place. */
  collect(): SymbolReference[] {
    for (const symbol of this.definitions.keys()) this.add(symbol, symbol.file, symbol.line, symbol, true, false);
    for (const item of this.program.items) {
      if (item.statement !== undefined && this.concerns(item)) this.statement(item, item.statement);
    }
    for (const { expression, origin } of this.program.controls) {
      if (this.concerns(origin)) this.expression(expression, origin);
    }
    this.calls();
    this.restOfFiles();
    const order = new Map(this.program.files.map((file, index) => [file.path, index]));
    return this.references.sort(
      (a, b) =>
        order.get(a.file)! - order.get(b.file)! ||
        a.range.start.line - b.range.start.line ||
        a.range.start.character - b.range.start.character,
    );
  }

  /** Whether a place is in the file, or came of a call in it, whose arguments it may hold. */
  private concerns(place: Origin): boolean {
    if (this.file < 0 || place.file === this.file) return true;
    for (let step = place.expansion; step !== undefined; step = step.parent) if (step.file === this.file) return true;
    return false;
  }

  private add(
    symbol: ProgramSymbol,
    file: number,
    line: number,
    span: Span,
    isDefinition: boolean,
    isWrite: boolean,
  ): void {
    if (this.file >= 0 && file !== this.file) return;
    const definition = this.definitions.get(symbol);
    if (definition === undefined) return;
    const key = `${file}:${line}:${span.start}:${symbol.name}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const range = lineRange(line, span.start, span.end);
    this.references.push({ definition, isDefinition, isWrite, file: this.program.files[file]!.path, range });
  }

  /** Macro names at their calls. */
  private calls(): void {
    for (const { kind, name, file, line, start } of this.program.expansions) {
      const macro = kind === 'macro' ? this.program.macros.get(name) : undefined;
      if (macro !== undefined) this.add(macro.symbol, file, line, { start, end: start + name.length }, false, false);
    }
  }

  /** Lines that did not come to be assembled, such as the other arm of a condition: their global names. */
  private restOfFiles(): void {
    const covered = new Set(this.program.items.map((item) => item.file * 0x1000000 + item.line));
    const scope = new Scope(undefined, '');
    for (const [file, { lines }] of this.program.files.entries()) {
      if (this.file >= 0 && this.file !== file) continue;
      for (const [line, { statement }] of lines.entries()) {
        if (statement === undefined || covered.has(file * 0x1000000 + line)) continue;
        this.statement(
          { file, line, scope, expansion: undefined, anonymous: 0, address: NaN, off: new Set() },
          statement,
        );
      }
    }
  }

  private statement(item: Origin, statement: Statement): void {
    if (statement.kind === 'constant') return this.expression(statement.value, item);
    if (statement.kind === 'instruction') {
      const stores = statement.mnemonic === 'st' || statement.mnemonic === 'sta';
      return this.operands(statement.operands, item, stores);
    }
    if (statement.kind !== 'directive') return;
    for (const expression of statement.expressions) this.expression(expression, item);
    for (const expression of [statement.at, statement.bytes, statement.range?.first, statement.range?.last]) {
      if (expression !== undefined) this.expression(expression, item);
    }
    for (const { key, value, valueSpan } of statement.keys) {
      const symbol = statement.name === 'timing' && key === 'account' ? this.program.globals.get(value) : undefined;
      if (symbol !== undefined) this.add(symbol, item.file, item.line, valueSpan, false, false);
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
      const symbol = this.evaluator.find(name, origin);
      if (symbol !== undefined) this.add(symbol, origin.file, origin.line, span, false, isWrite);
      return;
    }
    const key = `${binding.origin?.file}:${binding.origin?.line}:${binding.operand?.start}:()`;
    if (binding.operand?.kind !== 'value' || binding.origin === undefined || this.seen.has(key)) return;
    this.seen.add(key);
    this.expression(binding.operand.value, binding.origin, isWrite);
  }
}

class Graph implements SymbolGraph {
  readonly definitions: readonly SymbolDefinition[];
  private readonly program: Program;
  private readonly bySymbol = new Map<ProgramSymbol, SymbolDefinition>();
  /** References of a file by line. */
  private readonly lines = new Map<string, Map<number, SymbolReference[]>>();
  private all: readonly SymbolReference[] | undefined;
  private byDefinition: Map<SymbolDefinition, SymbolReference[]> | undefined;

  constructor(program: Program) {
    this.program = program;
    for (const symbol of program.symbols) this.bySymbol.set(symbol, new Definition(symbol, program));
    this.definitions = [...this.bySymbol.values()];
  }

  get references(): readonly SymbolReference[] {
    return (this.all ??= new Collector(this.program, this.bySymbol, -1).collect());
  }

  at(path: string, position: Position): SymbolReference | undefined {
    let lines = this.lines.get(path);
    if (lines === undefined) this.lines.set(path, (lines = this.indexLines(path)));
    return lines.get(position.line)?.find((reference) => contains(reference.range, position));
  }

  private indexLines(path: string): Map<number, SymbolReference[]> {
    const file = this.program.files.findIndex((candidate) => candidate.path === path);
    const lines = new Map<number, SymbolReference[]>();
    if (file < 0) return lines;
    const references = this.all ?? new Collector(this.program, this.bySymbol, file).collect();
    for (const reference of references)
      if (reference.file === path) append(lines, reference.range.start.line, reference);
    return lines;
  }

  referencesTo(definition: SymbolDefinition): readonly SymbolReference[] {
    if (this.byDefinition === undefined) {
      this.byDefinition = new Map();
      for (const reference of this.references) append(this.byDefinition, reference.definition, reference);
    }
    return this.byDefinition.get(definition) ?? [];
  }

  inScope(path: string, position: Position): { name: string; definition: SymbolDefinition }[] {
    const owner = this.ownerAt(path, position.line);
    const result: { name: string; definition: SymbolDefinition }[] = [];
    for (const definition of this.definitions) {
      const { name, scope } = definition;
      if (scope === '') result.push({ name, definition });
      else if (scope === owner) result.push({ name: name.slice(scope.length), definition });
    }
    return result;
  }

  /** Owner of the local labels at a line: that of the last item at or above it. */
  private ownerAt(path: string, line: number): string | undefined {
    let best: Item | undefined;
    for (const item of this.program.items) {
      if (item.line > line || this.program.files[item.file]!.path !== path) continue;
      if (best === undefined || item.line >= best.line) best = item;
    }
    return best?.scope.owner;
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
