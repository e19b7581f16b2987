/**
 * Walks the lines of sources in order and keeps the place and surroundings of expansion: file and line,
 * scope, chain of calls, findings that are switched off.
 *
 * What is done at labels, statements and directives is in other files, by subject; these functions use the
 * expander and are passed to it as its actions (expand.ts). The bounds on nesting and size keep any source from
 * running for long.
 */
import { elementAt } from '#basics';
import type { DiagnosticCode } from '../contract/diagnostic.ts';
import type {
  AssembledFile,
  DirectiveStatement,
  Expression,
  InstructionStatement,
  Name,
  ParsedLine,
  Span,
  Statement,
} from '../contract/syntax.ts';
import { blockStructure, type SourceBlock } from '../syntax/block-structure.ts';
import { TRAITS } from '../syntax/directive-traits.ts';
import type { Recorder } from './chunk.ts';
import { Evaluator } from '../values/evaluate.ts';
import {
  Scope,
  type Binding,
  type Block,
  type Declaration,
  type Item,
  type Origin,
  type PagedTable,
  type Program,
  type ProgramSymbol,
  type VcpuSegment,
} from '../program/program.ts';
import type { Expansion } from '../program/expansion.ts';
import type { FindingExtras } from '../program/findings.ts';
import { type Sources, reportProblems } from './file-source.ts';
import type { FileRun, Memory } from './memory.ts';

/** Levels of macros, loops and includes. */
const MAX_NESTING = 100;
/** Levels of conditions, over all levels of macros. */
const MAX_CONDITIONS = 300;
/** Lines that expansion walks in total; far more than fill a ROM. */
const MAX_LINES = 500_000;
/** Macro calls, rounds of loops and includes in total. */
const MAX_ROUNDS = 100_000;

const NO_CODES: ReadonlySet<string> = new Set();

/** A line with a directive, and the block that it opens. */
export interface DirectiveLine {
  readonly statement: DirectiveStatement;
  readonly block: SourceBlock | undefined;
  readonly parsed: ParsedLine;
}

/** What is done at the expander's current line, or with its current file. */
export interface Actions {
  /** Defines the labels of the line. */
  labels(expander: Expander, names: readonly Name[]): ProgramSymbol[];
  instruction(
    expander: Expander,
    parsed: ParsedLine,
    statement: InstructionStatement,
    labels: readonly ProgramSymbol[] | undefined,
  ): void;
  /** Any other statement; its labels already have an item of their own. */
  statement(expander: Expander, parsed: ParsedLine, statement: Statement, block: SourceBlock | undefined): void;
  /** All lines of the file, which is the one of a run. */
  file(expander: Expander, run: FileRun): void;
}

export class Expander {
  readonly evaluator: Evaluator;
  fileIndex = 0;
  line = 0;
  lines: readonly ParsedLine[] = [];
  scope: Scope;
  /** Parent of the scopes of global labels: the file's, macro's or round's. */
  base: Scope;
  expansion: Expansion | undefined = undefined;
  off: ReadonlySet<string> = NO_CODES;
  /** Whether a routine is open, in whose scope local labels stay. */
  inRoutine = false;
  frame: Declaration | undefined = undefined;
  readonly openBlocks: Block[] = [];
  /** Short checks that have no exit yet. */
  readonly shortChecks: Item[] = [];
  readonly includeStack: string[] = [];
  /** Rounds and calls so far; tells the owners of their local labels apart. */
  serial = 0;
  /** Lines walked, and calls, rounds and includes made so far. */
  walked = 0;
  rounds = 0;
  /** How many unknown names have been compared with all known ones so far. */
  suggestions = 0;
  /** Records what happens; undefined outside of stretches that may be kept. */
  recorder: Recorder | undefined = undefined;
  private conditions = 0;
  isFull = false;

  constructor(
    readonly program: Program,
    readonly sources: Sources,
    readonly memory: Memory,
    private readonly actions: Actions,
  ) {
    this.evaluator = new Evaluator(program);
    this.base = this.scope = memory.root;
  }

  get depth(): number {
    return this.expansion?.depth ?? 0;
  }

  /** The place being expanded, to evaluate and report at. */
  origin(): Origin {
    const { fileIndex: file, line, scope, expansion, off } = this;
    const anonymous = this.program.anonymous.length;
    return { file, line, scope, expansion, anonymous, address: NaN, ram: this.ram, off };
  }

  /** Reports a finding at the place being expanded. */
  report(code: DiagnosticCode, message: string, span: Span | undefined, extras?: FindingExtras): void {
    this.program.findings.add(code, message, this.origin(), span, extras);
  }

  /** The open segment of a vCPU program. */
  get segment(): VcpuSegment | undefined {
    return this.openBlocks.at(-1)?.segment;
  }

  /** The open table over several pages. */
  get table(): PagedTable | undefined {
    return this.openBlocks.find(({ table }) => table !== undefined)?.table;
  }

  /** RAM address of the next byte of the open segment. */
  private get ram(): number | undefined {
    const { segment } = this;
    return segment === undefined ? undefined : segment.address + segment.size;
  }

  /** Whether no routine, block, frame or short check is open. */
  get isClean(): boolean {
    const isOpen = this.inRoutine || this.openBlocks.length > 0 || this.frame !== undefined;
    return !isOpen && this.shortChecks.length === 0;
  }

  /** Expands a whole file; with a run, what is known from its last expansion is used. */
  file(file: AssembledFile, run?: FileRun): void {
    const index = this.enter(file);
    const { fileIndex, line, lines, scope, off, inRoutine } = this;
    this.fileIndex = index;
    this.lines = file.lines;
    this.includeStack.push(file.path);
    const open = this.openBlocks.length;
    if (run === undefined) this.run(0, file.lines.length);
    else this.actions.file(this, run);
    // Blocks without their end, which have been reported, end with the file.
    for (const block of this.openBlocks.splice(open)) block.to = this.program.items.length;
    this.includeStack.pop();
    this.frame = undefined;
    Object.assign(this, { fileIndex, line, lines, scope, off, inRoutine });
  }

  /** Index of a file in the program, entering it and reporting its problems the first time. */
  private enter(file: AssembledFile): number {
    const { files, findings } = this.program;
    const known = files.indexOf(file);
    if (known >= 0) return known;
    const index = files.push(file) - 1;
    reportProblems(findings, file, index);
    return index;
  }

  /**
   * Expands the lines `from` up to but not including `to`, or to a later line before which it may stop.
   * @returns the line to go on with
   */
  run(from: number, to: number, mayStop?: (line: number) => boolean): number {
    const { lines } = this;
    const { blocks } = blockStructure(lines);
    let line = from;
    for (; line < to && !this.isFull; line++) {
      if (mayStop !== undefined && line > from && mayStop(line)) return line;
      this.line = line;
      const parsed = elementAt(lines, line);
      const { statement } = parsed;
      if (++this.walked > MAX_LINES) {
        this.overflow(`more than ${MAX_LINES} lines in all`);
        return to;
      }
      if (statement === undefined && parsed.labels.length === 0) continue;
      const labels = parsed.labels.length > 0 ? this.actions.labels(this, parsed.labels) : undefined;
      if (statement?.kind === 'instruction') this.actions.instruction(this, parsed, statement, labels);
      else {
        if (labels !== undefined || statement === undefined) this.push(parsed, undefined, labels);
        const block = statement?.kind === 'directive' ? blocks.get(line) : undefined;
        if (statement !== undefined) this.actions.statement(this, parsed, statement, block);
        if (block !== undefined && TRAITS.expandingBlock.has(block.name)) line = block.end;
      }
    }
    return line;
  }

  /** Whether this many more lines and rounds are within the bounds. */
  hasRoomFor(walked: number, rounds: number): boolean {
    return this.walked + walked <= MAX_LINES && this.rounds + rounds <= MAX_ROUNDS;
  }

  private overflow(why: string, code: 'GT0604' | 'GT0605' = 'GT0605', span?: Span): void {
    this.isFull = true;
    this.report(code, `Expansion stops here: ${why}`, span);
  }

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
      ram: this.ram,
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
    let last = anonymous.length;
    for (const { text } of parsed.labels) if (text === '') anonymous[--last] = item;
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

  /**
   * Whether another level of expansion is allowed; if not, that is reported and expansion ends, since it would not end
   * by itself.
   */
  mayNest(span: Span, what: string): boolean {
    if (this.depth < MAX_NESTING) return true;
    this.overflow(`${what} is nested more than ${MAX_NESTING} deep`, 'GT0604', span);
    return false;
  }

  /** Expands the lines of a condition's arm. */
  arm(span: Span, from: number, to: number): void {
    if (this.conditions < MAX_CONDITIONS) {
      this.conditions++;
      this.run(from, to);
      this.conditions--;
    } else this.overflow(`conditions are nested more than ${MAX_CONDITIONS} deep`, 'GT0604', span);
  }

  /** Runs lines in a context of their own: a new expansion, or a known one at its new place, and a base scope. */
  within(
    part: Omit<Expansion, 'file' | 'line' | 'parent' | 'depth'>,
    base: Scope,
    body: () => void,
    known?: Expansion,
  ): void {
    const { scope, base: outerBase, expansion: outer, inRoutine, fileIndex, line, lines } = this;
    const { kind, name, start, end } = part;
    const isSame = known !== undefined && known.parent === outer && known.file === fileIndex;
    this.expansion = isSame
      ? Object.assign(known, { line, start, end })
      : { kind, name, start, end, file: fileIndex, line, parent: outer, depth: this.depth + 1 };
    this.program.expansions.push(this.expansion);
    this.base = this.scope = base;
    if (kind === 'macro') this.inRoutine = false;
    body();
    // One by one, since `Object.assign` would take a good part of the whole time.
    this.scope = scope;
    this.base = outerBase;
    this.expansion = outer;
    this.inRoutine = inRoutine;
    this.fileIndex = fileIndex;
    this.line = line;
    this.lines = lines;
  }

  /** The value of a condition, count or bound at the current place; NaN after a report. */
  control(expression: Expression): number {
    const origin = this.origin();
    this.recorder?.keep(origin);
    const value = this.evaluator.value(expression, origin);
    const control = { expression, origin, value };
    this.program.controls.push(control);
    this.recorder?.control(control);
    return value;
  }

  /** Counts a macro call, a round of a loop or an include; false when expansion has become too large. */
  round(): boolean {
    if (!this.isFull && ++this.rounds > MAX_ROUNDS)
      this.overflow(`more than ${MAX_ROUNDS} calls, rounds and includes in all`);
    return !this.isFull;
  }
}
