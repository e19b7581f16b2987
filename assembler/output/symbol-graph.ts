/**
 * Definitions and references of a program: what navigation, renaming and highlighting ask for.
 *
 * References are found line by line when they are asked for. Every name of every item that involves the line
 * is resolved again in its own context, so a name in a macro body leads to what it meant in the calls. A
 * place that stands for the same symbol in several expansions counts once.
 */
import { elementAt, remembered } from '#basics';
import type { NameVisitor, SymbolDefinition, SymbolGraph, SymbolReference } from '../program/assembly.ts';
import type { SymbolKind } from '../contract/debug-info.ts';
import { documentationOf } from '../syntax/documentation.ts';
import { isNameCharacter } from '../syntax/scanner.ts';
import { lineIndexOf } from './line-index.ts';
import type { Program, ProgramSymbol } from '../program/program.ts';
import { LineReferences } from './references.ts';
import { contains, lineRange, type Position, type Range } from '../contract/source.ts';
import type { ParsedLine, AssembledFile } from '../contract/syntax.ts';

/**
 * The graph of a program; most of it is made on request.
 * @param program returns the program; another object with the same contents once the first has been given away
 */
export function buildSymbolGraph(program: () => Program): SymbolGraph {
  return new Graph(program);
}

/** A definition, frozen on first access; its documentation is looked up on request. */
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
    const source = elementAt(program.files, file);
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

class Graph implements SymbolGraph {
  private reader: LineReferences | undefined;
  private readonly bySymbol = new Map<ProgramSymbol, SymbolDefinition>();
  /** References by file and line. */
  private readonly known = new Map<number, (readonly SymbolReference[] | undefined)[]>();
  private readonly defined = new Map<number, readonly SymbolDefinition[]>();
  private readonly byFile = new Map<string, readonly SymbolReference[]>();
  private everyDefinition: readonly SymbolDefinition[] | undefined;

  constructor(private readonly current: () => Program) {}

  /** Reads the lines of the program as it is now. */
  private get lines(): LineReferences {
    const program = this.current();
    if (this.reader?.program !== program)
      this.reader = new LineReferences(program, (symbol) => this.definition(symbol));
    return this.reader;
  }

  get definitions(): readonly SymbolDefinition[] {
    const { symbols } = this.current();
    return (this.everyDefinition ??= symbols.map((symbol) => this.definition(symbol)));
  }

  get references(): readonly SymbolReference[] {
    return this.current().files.flatMap(({ path }) => this.referencesIn(path));
  }

  definitionsIn(path: string): readonly SymbolDefinition[] {
    const file = this.fileIndex(path);
    return remembered(this.defined, file, () => this.select((symbol) => symbol.file === file));
  }

  definitionsOf(kind: SymbolKind): readonly SymbolDefinition[] {
    return this.select((symbol) => symbol.kind === kind);
  }

  definitionNamed(name: string): SymbolDefinition | undefined {
    const symbol = this.current().symbols.find((candidate) => candidate.name === name);
    return symbol === undefined ? undefined : this.definition(symbol);
  }

  macroNamed(name: string): SymbolDefinition | undefined {
    const macro = this.current().macros.get(name);
    return macro === undefined ? undefined : this.definition(macro.symbol);
  }

  referencesIn(path: string): readonly SymbolReference[] {
    return remembered(this.byFile, path, () => this.referencesOn(path, 0, Infinity));
  }

  referencesOn(path: string, first: number, last: number): readonly SymbolReference[] {
    return this.onLines(this.fileIndex(path), first, last);
  }

  eachName(path: string, first: number, last: number, visit: NameVisitor): void {
    const file = this.fileIndex(path);
    const [from, to] = this.linesFrom(file, first, last);
    for (let line = from; line <= to; line++) this.lines.each(file, line, visit);
  }

  /** The lines that exist in a file among some; has them indexed together. */
  private linesFrom(file: number, first: number, last: number): readonly [number, number] {
    const from = Math.max(0, first);
    const to = Math.min(last, (this.current().files[file]?.lines.length ?? 0) - 1);
    lineIndexOf(this.current()).reach(file, from, to);
    return [from, to];
  }

  private onLines(file: number, first: number, last: number): SymbolReference[] {
    const references: SymbolReference[] = [];
    const [from, to] = this.linesFrom(file, first, last);
    for (let line = from; line <= to; line++) for (const found of this.onLine(file, line)) references.push(found);
    return references;
  }

  at(path: string, position: Position): SymbolReference | undefined {
    const file = this.fileIndex(path);
    return this.onLine(file, position.line).find((reference) => contains(reference.range, position));
  }

  referencesTo(definition: SymbolDefinition, within?: string): readonly SymbolReference[] {
    // Every reference has the name as its text, but a macro may write the definition differently.
    const written = definition.name.slice(definition.name.lastIndexOf('.') + 1);
    const references: SymbolReference[] = [];
    if (within === undefined) lineIndexOf(this.current()).reachAll();
    for (const [file, source] of this.current().files.entries()) {
      if (within !== undefined && within !== source.path) continue;
      this.linesFrom(file, 0, Infinity);
      const lines = new Set<number>();
      eachPlaceOf(written, source, (line) => lines.add(line));
      if (source.path === definition.file) lines.add(definition.range.start.line);
      for (const line of [...lines].sort((a, b) => a - b)) references.push(...this.lines.find(file, line, definition));
    }
    return references;
  }

  inScope(path: string, position: Position): readonly { name: string; definition: SymbolDefinition }[] {
    const owner = this.ownerAt(this.fileIndex(path), position.line);
    return this.select(({ scope }) => scope === '' || scope === owner).map((definition) => {
      const { name, scope } = definition;
      return { name: name.slice(scope.length), definition };
    });
  }

  private definition(symbol: ProgramSymbol): SymbolDefinition {
    return remembered(this.bySymbol, symbol, () => new Definition(symbol, this.current()));
  }

  private select(which: (symbol: ProgramSymbol) => boolean): SymbolDefinition[] {
    return this.current()
      .symbols.filter(which)
      .map((symbol) => this.definition(symbol));
  }

  private fileIndex(path: string): number {
    return this.current().files.findIndex((file) => file.path === path);
  }

  private onLine(file: number, line: number): readonly SymbolReference[] {
    const lines = remembered(this.known, file, () => []);
    return (lines[line] ??= this.lines.find(file, line));
  }

  /** Owner of the local labels at a line: that of the last item at or above it. */
  private ownerAt(file: number, line: number): string | undefined {
    const index = lineIndexOf(this.current());
    for (let above = Math.min(line, (this.current().files[file]?.lines.length ?? 0) - 1); above >= 0; above--) {
      const last = index.items.at(index.number(file, above)).at(-1);
      if (last !== undefined) return last.scope.owner;
    }
    return undefined;
  }
}

const CR = 0x0d;
const LF = 0x0a;

/**
 * Visits each occurrence of a name in a file, in order; what is only a part of a longer name is none.
 * @param name a name, or one with the dot between it and a local one
 */
export function eachPlaceOf(
  name: string,
  { text: whole, lines }: AssembledFile,
  visit: (line: number, character: number) => void,
): void {
  const goesOn = isNameCharacter(name.charCodeAt(name.length - 1));
  let hit = whole.indexOf(name);
  let line = 0;
  let start = 0;
  for (const { text } of lines) {
    if (hit < 0) return;
    const end = start + text.length;
    for (; hit >= 0 && hit < end; hit = whole.indexOf(name, hit + name.length)) {
      const isPart =
        isNameCharacter(whole.charCodeAt(hit - 1)) || (goesOn && isNameCharacter(whole.charCodeAt(hit + name.length)));
      if (!isPart) visit(line, hit - start);
    }
    line++;
    start = end + (whole.charCodeAt(end) === CR && whole.charCodeAt(end + 1) === LF ? 2 : 1);
  }
}
