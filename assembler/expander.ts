/**
 * Walks the lines of sources in order: defines symbols, calls macros, makes items.
 *
 * What directives do stands in expand-directives.ts. Macros bind their arguments as operands in the caller's
 * surroundings, so a parameter can be a value, a register or an address and means what the caller
 * meant. What needs addresses is left to later phases: every instruction is one word.
 */
import type { AssembledFile } from './assembly.ts';
import { blockStructure, type SourceBlock } from './block-structure.ts';
import { Evaluator } from './evaluate.ts';
import type { Expansion } from './expansion.ts';
import type { FileSource } from './file-source.ts';
import { resolveForm } from './instruction-forms.ts';
import { isRegister } from './operand-parser.ts';
import {
  Scope,
  type Binding,
  type Block,
  type Declaration,
  type Item,
  type Origin,
  type Program,
  type ProgramSymbol,
} from './program.ts';
import { substitute, substituteOperand } from './substitute.ts';
import type {
  CallStatement,
  ConstantStatement,
  DirectiveStatement,
  Expression,
  InstructionStatement,
  Name,
  Operand,
  ParsedLine,
  Statement,
} from './syntax.ts';

/** Macros, loops and includes within each other. */
const MAX_NESTING = 100;
/** Conditions within each other, over all levels of macros. */
const MAX_CONDITIONS = 300;
/** Lines that expansion walks in all; far more than fill a ROM. */
const MAX_LINES = 500_000;
/** Macro calls and rounds of loops in all. */
const MAX_ROUNDS = 100_000;

const NO_CODES: ReadonlySet<string> = new Set();

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
  private walked = 0;
  private rounds = 0;
  private conditions = 0;
  private isFull = false;

  private readonly expandDirective: DirectiveExpander;

  constructor(program: Program, sources: FileSource, expandDirective: DirectiveExpander) {
    this.expandDirective = expandDirective;
    this.program = program;
    this.sources = sources;
    this.evaluator = new Evaluator(program);
    this.base = this.scope = new Scope(undefined, '');
  }

  get depth(): number {
    return this.expansion?.depth ?? 0;
  }

  /** The place being expanded, to evaluate and report at. */
  origin(): Origin {
    const { fileIndex: file, line, scope, expansion, off } = this;
    return { file, line, scope, expansion, anonymous: this.program.anonymous.length, address: NaN, off };
  }

  /** Expands a whole file. */
  file(file: AssembledFile): void {
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
    this.run(0, file.lines.length);
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

  /** Expands the lines `from` up to but not including `to`. */
  run(from: number, to: number): void {
    const { lines } = this;
    const { blocks } = blockStructure(lines);
    for (let line = from; line < to && !this.isFull; line++) {
      this.line = line;
      const parsed = lines[line]!;
      const { statement } = parsed;
      if (++this.walked > MAX_LINES) return this.overflow(`more than ${MAX_LINES} lines in all`);
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
    const argument =
      binding?.operand?.kind === 'value' && binding.operand.value.kind === 'symbol'
        ? binding.operand.value.name
        : undefined;
    const text = argument ?? name.text;
    if (text.startsWith('.'))
      return this.localLabel(text, name, argument === undefined ? undefined : binding?.origin?.scope);
    const symbol = this.define(text, 'label', name);
    if (symbol !== undefined && !this.inRoutine) this.scope = this.openScope(text);
    return symbol;
  }

  /** A scope for the local labels of a global name. */
  openScope(owner: string): Scope {
    const scope = new Scope(this.base, owner);
    this.program.scopes.set(owner, scope);
    return scope;
  }

  private localLabel(text: string, name: Name, scope: Scope | undefined): ProgramSymbol | undefined {
    return this.defineLocal(text, 'local', name, undefined, scope ?? this.scope);
  }

  private defineLocal(
    text: string,
    kind: 'local' | 'constant',
    name: Name,
    expression: Expression | undefined,
    scope: Scope,
  ): ProgramSymbol | undefined {
    if (scope.owner === '') {
      this.program.findings.add(
        'GT0209',
        `The local label "${text}" has no global label above it`,
        this.origin(),
        name,
      );
    }
    const existing = scope.locals?.get(text);
    if (existing !== undefined) return this.duplicate(existing, name);
    const symbol = this.symbol(scope.owner + text, kind, name, expression, scope.owner);
    (scope.locals ??= new Map<string, ProgramSymbol>()).set(text, symbol);
    return symbol;
  }

  /** Defines a global symbol; undefined after a report. */
  define(
    text: string,
    kind: ProgramSymbol['kind'],
    name: Name,
    expression?: Expression,
    endLine = this.line,
  ): ProgramSymbol | undefined {
    if (isRegister(text)) {
      this.program.findings.add('GT0207', `"${text}" is a register`, this.origin(), name);
      return undefined;
    }
    const existing = this.program.globals.get(text);
    if (existing !== undefined) return this.duplicate(existing, name);
    const symbol = this.symbol(text, kind, name, expression, '', endLine);
    this.program.globals.set(text, symbol);
    return symbol;
  }

  private duplicate(existing: ProgramSymbol, name: Name): undefined {
    const related = existing.file < 0 ? [] : this.program.findings.related('The first definition', existing, existing);
    this.program.findings.add('GT0202', `"${existing.name}" is defined already`, this.origin(), name, { related });
    return undefined;
  }

  /** Makes a symbol of the current place and enters it in the program's list. */
  symbol(
    fullName: string,
    kind: ProgramSymbol['kind'],
    name: Name,
    expression: Expression | undefined,
    scope: string,
    endLine = this.line,
  ): ProgramSymbol {
    const symbol: ProgramSymbol = {
      name: fullName,
      kind,
      scope,
      file: this.fileIndex,
      line: this.line,
      start: name.start,
      end: name.end,
      endLine,
      value: NaN,
      degree: kind === 'constant' ? 0 : 1,
      expression,
      origin: expression === undefined ? undefined : this.origin(),
      state: 'open',
      isUsed: false,
    };
    this.program.symbols.push(symbol);
    return symbol;
  }

  private constant(statement: ConstantStatement): void {
    const { name, value } = statement;
    const symbol = name.text.startsWith('.')
      ? this.defineLocal(name.text, 'constant', name, value, this.scope)
      : this.define(name.text, 'constant', name, value);
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

  /** Runs lines in surroundings of their own: a new expansion and base scope. */
  within(expansion: Omit<Expansion, 'file' | 'line' | 'parent' | 'depth'>, base: Scope, body: () => void): void {
    const { scope, base: outerBase, expansion: outer, inRoutine, fileIndex, line, lines } = this;
    this.expansion = { ...expansion, file: fileIndex, line, parent: outer, depth: this.depth + 1 };
    this.program.expansions.push(this.expansion);
    this.base = this.scope = base;
    if (expansion.kind === 'macro') this.inRoutine = false;
    body();
    Object.assign(this, { scope, base: outerBase, expansion: outer, inRoutine, fileIndex, line, lines });
  }

  private call(parsed: ParsedLine, statement: CallStatement): void {
    const { name } = statement;
    const renamed = this.scope.isBound ? this.renamedCall(parsed, statement) : false;
    if (renamed) return;
    const macro = this.program.macros.get(name.text);
    if (macro === undefined) {
      const hint = this.program.globals.has(name.text) ? '; a label is written with a colon' : '';
      this.program.findings.add(
        'GT0301',
        `There is no instruction or macro "${name.text}"${hint}`,
        this.origin(),
        name,
      );
      return;
    }
    macro.symbol.isUsed = true;
    const bindings = this.bind(statement, macro.parameters);
    if (bindings === undefined || !this.round() || !this.mayNest(name, `the macro "${name.text}"`)) return;
    const base = new Scope(undefined, `${name.text}#${++this.serial}`, bindings);
    this.within({ kind: 'macro', name: name.text, start: name.start, end: statement.end }, base, () => {
      this.fileIndex = macro.file;
      this.lines = this.program.files[macro.file]!.lines;
      this.run(macro.from, macro.to);
    });
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

  private bind(
    statement: CallStatement,
    parameters: readonly { readonly name: { readonly text: string }; readonly default: Operand | undefined }[],
  ): Map<string, Binding> | undefined {
    const { name, arguments: list } = statement;
    const origin = this.origin();
    const bindings = new Map<string, Binding>();
    for (const [index, parameter] of parameters.entries()) {
      const operand = list[index] ?? parameter.default;
      if (operand === undefined) {
        this.program.findings.add(
          'GT0603',
          `The macro "${name.text}" needs an argument for "${parameter.name.text}"`,
          origin,
          name,
        );
        return undefined;
      }
      this.bindArgument(bindings, parameter.name.text, operand, origin);
    }
    if (list.length > parameters.length) {
      const extra = list[parameters.length]!;
      this.program.findings.add(
        'GT0603',
        `The macro "${name.text}" takes ${parameters.length} arguments, not ${list.length}`,
        origin,
        extra,
      );
      return undefined;
    }
    return bindings;
  }

  /** Binds an argument in the caller's surroundings; one that is itself just a parameter is passed through. */
  private bindArgument(bindings: Map<string, Binding>, name: string, operand: Operand, origin: Origin): void {
    const { scope } = origin;
    const passed =
      operand.kind === 'value' && operand.value.kind === 'symbol' ? scope.binding(operand.value.name) : undefined;
    const actual = passed?.operand ?? substituteOperand(operand, scope);
    if (actual.kind !== 'memory') {
      bindings.set(name, passed ?? { operand: actual, origin, value: NaN, degree: 0, round: 0 });
      return;
    }
    // Values between brackets become parameters of their own, so that they too mean what the caller meant.
    const parts = actual.parts.map((part, index): Operand => {
      if (part.kind !== 'value') return part;
      const partName = `${name}[${index}]`;
      const inner = part.value.kind === 'symbol' ? scope.binding(part.value.name) : undefined;
      bindings.set(partName, inner ?? { operand: part, origin, value: NaN, degree: 0, round: 0 });
      return { ...part, value: { kind: 'symbol', name: partName, start: part.start, end: part.end } };
    });
    bindings.set(name, { operand: { ...actual, parts }, origin, value: NaN, degree: 0, round: 0 });
  }

  /** A name as a statement defines it: a parameter gives the name that the caller passed. */
  actualName(name: Name): Name {
    const operand = this.scope.isBound ? this.scope.binding(name.text)?.operand : undefined;
    return operand?.kind === 'value' && operand.value.kind === 'symbol' ? { ...name, text: operand.value.name } : name;
  }

  /** The value of a condition, count or bound at the current place; NaN after a report. */
  control(expression: Expression): number {
    const origin = this.origin();
    this.program.controls.push({ expression, origin });
    return this.evaluator.value(expression, origin);
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
