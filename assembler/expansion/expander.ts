/**
 * Walks the lines of sources in order: defines symbols, calls macros, makes items.
 *
 * Holds the place and surroundings of expansion: file and line, scope, chain of calls, findings that are
 * switched off. What directives do stands in expand-directives.ts; it is handed in, since it uses this.
 * The bounds on nesting and size keep any source from running for long.
 */
import type { AssembledFile } from '../assembly.ts';
import { blockStructure, type SourceBlock } from '../syntax/block-structure.ts';
import type { Recorder } from './chunk.ts';
import { defineGlobal, defineLocal, type DefinitionParts } from './definitions.ts';
import { Evaluator } from '../placement/evaluate.ts';
import type { Expansion } from './expansion.ts';
import type { FileSource } from '../syntax/file-source.ts';
import { resolveForm } from '../syntax/instruction-forms.ts';
import { bindArguments } from './macro-arguments.ts';
import type { FileRun, Memory } from './memory.ts';
import {
  Scope,
  type Binding,
  type Block,
  type Declaration,
  type Item,
  type Origin,
  type Program,
  type ProgramSymbol,
} from '../program.ts';
import { substitute } from './substitute.ts';
import type {
  CallStatement,
  ConstantStatement,
  DirectiveStatement,
  Expression,
  InstructionStatement,
  Name,
  ParsedLine,
  Statement,
} from '../syntax/syntax.ts';

/** Macros, loops and includes within each other. */
const MAX_NESTING = 100;
/** Conditions within each other, over all levels of macros. */
const MAX_CONDITIONS = 300;
/** Lines that expansion walks in all; far more than fill a ROM. */
const MAX_LINES = 500_000;
/** Macro calls and rounds of loops in all. */
const MAX_ROUNDS = 100_000;

const NO_CODES: ReadonlySet<string> = new Set();

/** Expands all lines of an expander's current file, which is the one of a run. */
type FileExpander = (expander: Expander, run: FileRun) => void;

/** Expands a directive at an expander's current line. */
type DirectiveExpander = (
  expander: Expander,
  parsed: ParsedLine,
  statement: DirectiveStatement,
  block: SourceBlock | undefined,
) => void;

export class Expander {
  readonly program: Program;
  readonly sources: FileSource;
  readonly evaluator: Evaluator;
  fileIndex = 0;
  line = 0;
  lines: readonly ParsedLine[] = [];
  scope: Scope;
  /** Scope that a global label's scope hangs on: the file's, the macro's, the round's. */
  base: Scope;
  expansion: Expansion | undefined = undefined;
  off: ReadonlySet<string> = NO_CODES;
  /** Routine around, in whose scope local labels stay. */
  inRoutine = false;
  frame: Declaration | undefined = undefined;
  readonly openBlocks: Block[] = [];
  readonly includeStack: string[] = [];
  /** Rounds and calls so far; makes the owners of their local labels different. */
  serial = 0;
  /** Lines walked and calls and rounds made so far. */
  walked = 0;
  rounds = 0;
  /** What a session keeps; undefined where nothing is kept. */
  readonly memory: Memory | undefined;
  /** Notes what happens, inside a stretch that may be kept. */
  recorder: Recorder | undefined = undefined;
  private conditions = 0;
  isFull = false;
  private readonly expandDirective: DirectiveExpander;
  private readonly expandFile: FileExpander;

  constructor(
    program: Program,
    sources: FileSource,
    memory: Memory | undefined,
    expandDirective: DirectiveExpander,
    expandFile: FileExpander,
  ) {
    this.expandDirective = expandDirective;
    this.expandFile = expandFile;
    this.memory = memory;
    this.program = program;
    this.sources = sources;
    this.evaluator = new Evaluator(program);
    this.base = this.scope = memory?.root ?? new Scope(undefined, '');
  }

  get depth(): number {
    return this.expansion?.depth ?? 0;
  }

  /** The place being expanded, to evaluate and report at. */
  origin(): Origin {
    const { fileIndex: file, line, scope, expansion, off } = this;
    return { file, line, scope, expansion, anonymous: this.program.anonymous.length, address: NaN, off };
  }

  /** The place, to be evaluated at later. */
  keptOrigin(): Origin {
    const origin = this.origin();
    this.recorder?.keep(origin);
    return origin;
  }

  /** Whether nothing is open that was opened before. */
  get isClean(): boolean {
    return !this.inRoutine && this.openBlocks.length === 0 && this.frame === undefined;
  }

  /** Expands a whole file; with a run, what is known of its last expansion is used. */
  file(file: AssembledFile, run?: FileRun): void {
    const { index, isNew } = this.sources.enter(file);
    if (isNew) this.reportProblems(file, index);
    const saved = {
      fileIndex: this.fileIndex,
      line: this.line,
      lines: this.lines,
      scope: this.scope,
      off: this.off,
      inRoutine: this.inRoutine,
    };
    this.fileIndex = index;
    this.lines = file.lines;
    this.includeStack.push(file.path);
    const open = this.openBlocks.length;
    if (run === undefined) this.run(0, file.lines.length);
    else this.expandFile(this, run);
    // Blocks without their end, which have been reported, end with the file.
    for (const block of this.openBlocks.splice(open)) block.to = this.program.items.length;
    this.includeStack.pop();
    this.frame = undefined;
    Object.assign(this, saved);
  }

  private reportProblems(file: AssembledFile, index: number): void {
    const { findings } = this.program;
    const structure = blockStructure(file.lines);
    for (const line of structure.broken) {
      for (const problem of file.lines[line]!.problems)
        findings.add(problem.code, problem.message, { file: index, line }, problem);
    }
    for (const problem of structure.problems) {
      findings.add(problem.code, problem.message, { file: index, line: problem.line }, problem.span);
    }
  }

  /**
   * Expands the lines `from` up to but not including `to`, or to a line behind the first before which it may stop.
   * @returns the line to go on with
   */
  run(from: number, to: number, mayStop?: (line: number) => boolean): number {
    const { lines } = this;
    const { blocks } = blockStructure(lines);
    let line = from;
    for (; line < to && !this.isFull; line++) {
      if (mayStop !== undefined && line > from && mayStop(line)) return line;
      this.line = line;
      const parsed = lines[line]!;
      const { statement } = parsed;
      if (++this.walked > MAX_LINES) {
        this.overflow(`more than ${MAX_LINES} lines in all`);
        return to;
      }
      if (statement === undefined && parsed.labels.length === 0) continue;
      const labels = parsed.labels.length > 0 ? this.defineLabels(parsed.labels) : undefined;
      if (statement?.kind === 'instruction') this.instruction(parsed, statement, labels);
      else {
        if (labels !== undefined || statement === undefined) this.push(parsed, undefined, labels);
        const block = statement?.kind === 'directive' ? blocks.get(line) : undefined;
        if (statement !== undefined) this.statement(parsed, statement, block);
        if (block !== undefined && isSkipped(block)) line = block.end;
      }
    }
    return line;
  }

  /** Whether that many more lines and rounds are within the bounds. */
  hasRoomFor(walked: number, rounds: number): boolean {
    return this.walked + walked <= MAX_LINES && this.rounds + rounds <= MAX_ROUNDS;
  }

  private overflow(why: string, code: 'GT0604' | 'GT0605' = 'GT0605', span?: { start: number; end: number }): void {
    this.isFull = true;
    this.program.findings.add(code, `Expansion stops here: ${why}`, this.origin(), span);
  }

  /** Appends an item. */
  push(parsed: ParsedLine, statement: Statement | undefined, labels?: readonly ProgramSymbol[]): Item {
    const { fileIndex: file, line, scope, expansion, off } = this;
    const anonymous = this.program.anonymous.length;
    const item: Item = {
      file,
      line,
      scope,
      expansion,
      anonymous,
      address: NaN,
      off,
      parsed,
      statement,
      labels,
      size: 0,
    };
    this.program.items.push(item);
    if (statement !== undefined && statement.kind !== 'instruction') this.program.directives.push(item);
    if (labels !== undefined) this.claimAnonymous(item, parsed);
    return item;
  }

  /** Anonymous labels point to the item that their line became. */
  private claimAnonymous(item: Item, parsed: ParsedLine): void {
    const { anonymous } = this.program;
    for (let i = 0, count = parsed.labels.length; i < count; i++) {
      if (parsed.labels[i]!.text === '') anonymous[anonymous.length - 1 - countAnonymous(parsed.labels, i + 1)] = item;
    }
  }

  private statement(parsed: ParsedLine, statement: Statement, block: SourceBlock | undefined): void {
    if (statement.kind === 'constant') this.constant(statement);
    else if (statement.kind === 'call') this.call(parsed, statement);
    else if (statement.kind === 'directive') this.expandDirective(this, parsed, statement, block);
  }

  private instruction(
    parsed: ParsedLine,
    statement: InstructionStatement,
    labels: readonly ProgramSymbol[] | undefined,
  ): void {
    const actual = this.scope.isBound ? substitute(statement, this.scope) : statement;
    if (actual.formProblem !== undefined) {
      this.program.findings.add(actual.formProblem.code, actual.formProblem.message, this.origin(), actual.formProblem);
    }
    this.push(parsed, actual, labels);
  }

  private defineLabels(names: readonly Name[]): ProgramSymbol[] {
    const result: ProgramSymbol[] = [];
    for (const name of names) {
      if (name.text === '') this.program.anonymous.push(PLACEHOLDER);
      else {
        const symbol = this.label(name);
        if (symbol !== undefined) result.push(symbol);
      }
    }
    return result;
  }

  /** Defines a label at the current place; global ones open a scope for local ones. */
  label(name: Name): ProgramSymbol | undefined {
    const isLocal = name.text.startsWith('.');
    if (!isLocal && name.text.includes('.')) {
      this.program.findings.add('GT0207', `A label has no dot inside its name: "${name.text}"`, this.origin(), name);
      return undefined;
    }
    const binding = !isLocal && this.scope.isBound ? this.scope.binding(name.text) : undefined;
    const actual = this.actualName(name);
    if (actual.text.startsWith('.')) {
      // A local label that the caller named is the caller's.
      const scope = actual === name ? this.scope : (binding?.origin?.scope ?? this.scope);
      return this.local(actual, scope, { kind: 'local' });
    }
    const symbol = defineGlobal(this.program, this.origin(), actual, { kind: 'label' });
    if (symbol !== undefined && !this.inRoutine) this.scope = this.openScope(actual.text);
    return symbol;
  }

  private local(name: Name, scope: Scope, parts: DefinitionParts): ProgramSymbol | undefined {
    const symbol = defineLocal(this.program, this.origin(), name, scope, parts);
    if (symbol === undefined || this.recorder?.owns(scope) === true) return symbol;
    // The scope may be kept, but not this name in it.
    if (this.recorder !== undefined) this.recorder.isSpoilt = true;
    this.memory?.strangers.push({ scope, name: name.text });
    return symbol;
  }

  /** A scope for the local labels of a global name. */
  openScope(owner: string): Scope {
    const scope = new Scope(this.base, owner);
    this.program.scopes.set(owner, scope);
    this.recorder?.own(scope, true);
    return scope;
  }

  /** A scope for a call or a round, with what its names stand for. */
  boundScope(parent: Scope | undefined, owner: string, bindings?: ReadonlyMap<string, Binding>): Scope {
    const scope = new Scope(parent, owner, bindings);
    this.recorder?.own(scope, false);
    for (const binding of bindings?.values() ?? []) this.recorder?.bind(binding);
    return scope;
  }

  private constant(statement: ConstantStatement): void {
    const { name, value } = statement;
    const parts = { kind: 'constant', expression: value } as const;
    const symbol = name.text.startsWith('.')
      ? this.local(name, this.scope, parts)
      : defineGlobal(this.program, this.origin(), name, parts);
    if (symbol === undefined) return;
    // An item gives the constant an address for `*`.
    const item = this.push(this.lines[this.line]!, statement, undefined);
    Object.assign(symbol, { origin: item });
  }

  /** Whether another level of expansion is allowed; if not, that is reported and expansion ends: it would not by itself. */
  mayNest(span: { start: number; end: number }, what: string): boolean {
    if (this.depth < MAX_NESTING) return true;
    this.overflow(`${what} is nested more than ${MAX_NESTING} deep`, 'GT0604', span);
    return false;
  }

  /** Expands the lines of a condition's arm. */
  arm(span: { start: number; end: number }, from: number, to: number): void {
    if (this.conditions < MAX_CONDITIONS) {
      this.conditions++;
      this.run(from, to);
      this.conditions--;
    } else this.overflow(`conditions are nested more than ${MAX_CONDITIONS} deep`, 'GT0604', span);
  }

  /** Runs lines in surroundings of their own: a new expansion, or a known one at its new place, and a base scope. */
  within(
    part: Omit<Expansion, 'file' | 'line' | 'parent' | 'depth'>,
    base: Scope,
    body: () => void,
    known?: Expansion,
  ): void {
    const { scope, base: outerBase, expansion: outer, inRoutine, fileIndex, line, lines } = this;
    const { start, end } = part;
    const isSame = known !== undefined && known.parent === outer && known.file === fileIndex;
    this.expansion = isSame
      ? Object.assign(known, { line, start, end })
      : { ...part, file: fileIndex, line, parent: outer, depth: this.depth + 1 };
    this.program.expansions.push(this.expansion);
    this.base = this.scope = base;
    if (part.kind === 'macro') this.inRoutine = false;
    body();
    Object.assign(this, { scope, base: outerBase, expansion: outer, inRoutine, fileIndex, line, lines });
  }

  private call(parsed: ParsedLine, statement: CallStatement): void {
    const { name } = statement;
    const renamed = this.scope.isBound ? this.renamedCall(parsed, statement) : false;
    if (renamed) return;
    const macro = this.program.macros.get(name.text);
    if (macro === undefined) return this.unknownCall(name);
    macro.symbol.isUsed = true;
    this.recorder?.call(macro);
    const bindings = bindArguments(this.program, statement, macro, this.origin());
    if (bindings === undefined || !this.round() || !this.mayNest(name, `the macro "${name.text}"`)) return;
    const base = this.boundScope(undefined, `${name.text}#${++this.serial}`, bindings);
    this.within({ kind: 'macro', name: name.text, start: name.start, end: statement.end }, base, () => {
      this.fileIndex = macro.file;
      this.lines = this.program.files[macro.file]!.lines;
      this.run(macro.from, macro.to);
    });
  }

  private unknownCall(name: Name): void {
    const { findings, globals } = this.program;
    const below = this.macroBelow(name.text);
    if (below !== undefined) {
      const message = `The macro "${name.text}" is called before its definition, which stands in line ${below + 1}`;
      const place = { file: this.fileIndex, line: below };
      const related = findings.related('The definition', place, this.lines[below]!.statement!);
      return findings.add('GT0301', message, this.origin(), name, { related });
    }
    const hint = globals.has(name.text) ? '; a label is written with a colon' : '';
    findings.add('GT0301', `There is no instruction or macro "${name.text}"${hint}`, this.origin(), name);
  }

  /** Line further down in this file that defines a macro. */
  private macroBelow(name: string): number | undefined {
    for (const { name: kind, start } of blockStructure(this.lines).blocks.values()) {
      const { statement } = this.lines[start]!;
      const defines = kind === 'macro' && statement?.kind === 'directive' && statement.names[0]?.text === name;
      if (defines && start > this.line) return start;
    }
    return undefined;
  }

  /** A parameter in the place of a mnemonic. */
  private renamedCall(parsed: ParsedLine, statement: CallStatement): boolean {
    const operand = this.scope.binding(statement.name.text)?.operand;
    if (operand?.kind !== 'value' || operand.value.kind !== 'symbol') return false;
    const mnemonic = operand.value.name.toLowerCase();
    const parts = {
      mnemonic,
      mode: -1,
      operands: statement.arguments,
      ghost: undefined,
      start: statement.start,
      end: statement.end,
    };
    const resolved = resolveForm(parts);
    const form = 'opcode' in resolved ? resolved : undefined;
    const formProblem = 'opcode' in resolved ? undefined : resolved;
    this.instruction(
      parsed,
      { kind: 'instruction', ...parts, mnemonicSpan: statement.name, form, formProblem },
      undefined,
    );
    return true;
  }

  /** A name as a statement defines it: a parameter gives the name that the caller passed. */
  actualName(name: Name): Name {
    const operand = this.scope.isBound ? this.scope.binding(name.text)?.operand : undefined;
    return operand?.kind === 'value' && operand.value.kind === 'symbol' ? { ...name, text: operand.value.name } : name;
  }

  /** The value of a condition, count or bound at the current place; NaN after a report. */
  control(expression: Expression): number {
    const origin = this.keptOrigin();
    const value = this.evaluator.value(expression, origin);
    const control = { expression, origin, value };
    this.program.controls.push(control);
    this.recorder?.control(control);
    return value;
  }

  /** Counts a macro call or a round of a loop; false when expansion has become too large. */
  round(): boolean {
    if (!this.isFull && ++this.rounds > MAX_ROUNDS) this.overflow(`more than ${MAX_ROUNDS} calls and rounds in all`);
    return !this.isFull;
  }
}

/** Blocks whose lines are expanded by their directive, or later, and not in passing. */
function isSkipped(block: SourceBlock): boolean {
  return block.name === 'macro' || block.name === 'repeat' || block.name === 'for' || block.name === 'if';
}

function countAnonymous(labels: readonly Name[], from: number): number {
  let count = 0;
  for (let i = from; i < labels.length; i++) if (labels[i]!.text === '') count++;
  return count;
}

/** Stands for the item of an anonymous label until its line has become one. */
const PLACEHOLDER = { address: NaN } as Item;
