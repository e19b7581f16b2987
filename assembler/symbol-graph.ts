/**
 * Definitions and references of a program: what navigation, renaming and highlighting ask for.
 *
 * References are found by resolving every name of every item once more in its own surroundings, so a
 * name in a macro body leads to what it meant in the calls. A place that stands for the same symbol in
 * several expansions counts once.
 */
import type { SymbolDefinition, SymbolGraph, SymbolReference } from './assembly.ts';
import { documentationOf } from './documentation.ts';
import { Evaluator } from './evaluate.ts';
import { Scope, type Item, type Origin, type Program, type ProgramSymbol } from './program.ts';
import { contains, lineRange, type Position } from './source.ts';
import type { Expression, Operand, Span, Statement } from './syntax.ts';

/** Builds the graph. */
export function buildSymbolGraph(program: Program): SymbolGraph {
  return new Builder(program).build();
}

class Builder {
  private readonly program: Program;
  private readonly evaluator: Evaluator;
  private readonly definitions = new Map<ProgramSymbol, SymbolDefinition>();
  private readonly references: SymbolReference[] = [];
  private readonly seen = new Set<string>();

  constructor(program: Program) {
    this.program = program;
    this.evaluator = new Evaluator(program);
  }

  build(): SymbolGraph {
    for (const symbol of this.program.symbols) this.define(symbol);
    for (const item of this.program.items) if (item.statement !== undefined) this.statement(item, item.statement);
    for (const { expression, origin } of this.program.controls) this.expression(expression, origin);
    this.calls();
    this.restOfFiles();
    return new Graph([...this.definitions.values()], this.references, this.program);
  }

  private define(symbol: ProgramSymbol): void {
    const { name, kind, value, scope, file, line, start, end, endLine } = symbol;
    const source = this.program.files[file]!;
    const last = Math.min(endLine, source.lines.length - 1);
    const macro = kind === 'macro' ? this.program.macros.get(name) : undefined;
    const definition: SymbolDefinition = {
      name,
      kind,
      value: Number.isNaN(value) ? undefined : value,
      scope,
      file: source.path,
      range: lineRange(line, start, end),
      documentation: documentationOf(source.lines, line),
      extent: { start: { line, character: 0 }, end: { line: last, character: source.lines[last]?.text.length ?? 0 } },
      ...(macro !== undefined && { parameters: macro.parameters.map((parameter) => parameter.name.text) }),
    };
    this.definitions.set(symbol, definition);
    this.add(symbol, file, line, symbol, true, false);
  }

  private add(
    symbol: ProgramSymbol,
    file: number,
    line: number,
    span: Span,
    isDefinition: boolean,
    isWrite: boolean,
  ): void {
    const definition = this.definitions.get(symbol);
    if (definition === undefined) return;
    const key = `${file}:${line}:${span.start}:${symbol.name}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.references.push({
      definition,
      isDefinition,
      isWrite,
      file: this.program.files[file]!.path,
      range: lineRange(line, span.start, span.end),
    });
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
  readonly references: readonly SymbolReference[];
  private readonly program: Program;
  private readonly byLine = new Map<string, SymbolReference[]>();
  private readonly byDefinition = new Map<SymbolDefinition, SymbolReference[]>();

  constructor(definitions: readonly SymbolDefinition[], references: SymbolReference[], program: Program) {
    this.program = program;
    const order = new Map(program.files.map((file, index) => [file.path, index]));
    references.sort(
      (a, b) =>
        order.get(a.file)! - order.get(b.file)! ||
        a.range.start.line - b.range.start.line ||
        a.range.start.character - b.range.start.character,
    );
    this.definitions = definitions;
    this.references = references;
    for (const reference of references) {
      append(this.byLine, `${reference.range.start.line}:${reference.file}`, reference);
      append(this.byDefinition, reference.definition, reference);
    }
  }

  at(path: string, position: Position): SymbolReference | undefined {
    return this.byLine.get(`${position.line}:${path}`)?.find((reference) => contains(reference.range, position));
  }

  referencesTo(definition: SymbolDefinition): readonly SymbolReference[] {
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
