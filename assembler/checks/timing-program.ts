/**
 * The input of the timing proof and the lints, from a laid-out program.
 */
import { decode, hexWord } from '#isa';
import { checkCycles } from '../placement/encode.ts';
import type { Evaluator } from '../placement/evaluate.ts';
import type { Item, Program } from '../program.ts';
import { entriesOf } from '../placement/lookup-tables.ts';
import { findRoutines } from './routines.ts';
import type { DirectiveStatement, Expression } from '../syntax/syntax.ts';
import type { Charge, DeclaredTargets, LintProgram, LoopCount, TimeAssertion, TimeCheck } from '../timing/index.ts';

/** Words behind `.targets` among which its jump is looked for. */
const JUMP_DISTANCE = 16;

/** The program as the proof reads it, and the items that its parts come from, by address. */
export interface TimingInput {
  readonly program: LintProgram;
  readonly checkItems: ReadonlyMap<number, Item>;
  /** In the order of `program.assertions`. */
  readonly assertionItems: readonly Item[];
}

/**
 * Collects checks, charges and declarations; what is wrong with them is reported and left out.
 * @returns what makes the input of the proof of them, which costs more and is not always needed
 */
export function collectTiming(program: Program, evaluator: Evaluator): () => TimingInput {
  const collector = new Collector(program, evaluator);
  for (const item of program.directives)
    if (item.statement?.kind === 'directive') collector.directive(item, item.statement);
  let input: TimingInput | undefined;
  return () => (input ??= collector.result());
}

class Collector {
  private readonly program: Program;
  private readonly evaluator: Evaluator;
  private readonly entries: number[] = [];
  private readonly checks: TimeCheck[] = [];
  private readonly charges: Charge[] = [];
  private readonly targets: DeclaredTargets[] = [];
  private readonly tables = new Map<number, readonly number[]>();
  private readonly loops: LoopCount[] = [];
  private readonly assertions: TimeAssertion[] = [];
  private readonly intended = new Set<number>();
  private readonly data = new Set<number>();
  private readonly trampolines = new Map<number, Item>();
  private readonly checkItems = new Map<number, Item>();
  private readonly assertionItems: Item[] = [];

  constructor(program: Program, evaluator: Evaluator) {
    this.program = program;
    this.evaluator = evaluator;
  }

  directive(item: Item, statement: DirectiveStatement): void {
    switch (statement.name) {
      case 'check':
      case 'sync':
        return this.check(item, statement, statement.name);
      case 'charge':
      case 'refund':
        return this.charge(item, statement);
      case 'charged':
        return this.charged(item, statement);
      case 'targets':
        return this.declareTargets(item, statement);
      case 'loop':
        return this.loop(item, statement);
      case 'exact':
      case 'atmost':
        return this.assertion(item, statement);
      case 'enter':
        return this.enter(item, statement);
      case 'trampoline':
        return this.trampoline(item, statement);
      case 'headers':
        return this.headers(item, statement);
      case 'intended':
        return void this.intended.add(item.address);
      case 'word':
      case 'entry':
      case 'incbin':
      case 'fill':
      case 'align':
        for (let i = 0; i < item.size; i++) this.data.add(item.address + i);
    }
  }

  private value(expression: Expression | undefined, item: Item): number {
    return expression === undefined ? NaN : this.evaluator.value(expression, item);
  }

  private check(item: Item, statement: DirectiveStatement, form: 'check' | 'sync'): void {
    const { address } = item;
    const target = this.value(statement.expressions[0], item);
    const trampoline = this.program.trampolines.get(((address + 4) & 0xffff) >> 8);
    if (Number.isNaN(target) || trampoline === undefined || this.program.account < 0) return;
    const cycles = checkCycles(form, address, target);
    this.checks.push({ address, form, cycles, account: this.program.account, trampoline });
    this.checkItems.set(address, item);
  }

  private charge(item: Item, statement: DirectiveStatement): void {
    const cycles = this.value(statement.expressions[0], item);
    if (!Number.isNaN(cycles))
      this.charges.push({ address: item.address, cycles: statement.name === 'charge' ? cycles : -cycles });
  }

  private charged(item: Item, statement: DirectiveStatement): void {
    let cycles = 0;
    let factor = 0;
    let count = '';
    for (const { key, value, valueSpan } of statement.keys) {
      const number = /^-?\d+$/.test(value) ? Number(value) : NaN;
      if (key === 'count') count = value;
      else if (key === 'cycles' && !Number.isNaN(number)) cycles = number;
      else if (key === 'factor' && !Number.isNaN(number)) factor = number;
      else
        this.program.findings.add(
          'GT0807',
          `".charged" takes cycles=n, count=name, factor=n, not "${key}=${value}"`,
          item,
          valueSpan,
        );
    }
    this.charges.push({ address: item.address, cycles, perCount: { count, factor } });
  }

  private declareTargets(item: Item, statement: DirectiveStatement): void {
    const address = this.computedJump(item.address);
    const targets = statement.expressions.flatMap((each) => this.targetsOf(each, item, address));
    if (address !== undefined) this.targets.push({ address, targets });
    else this.program.findings.add('GT0806', 'No computed jump follows these targets', item, statement);
  }

  /** The first computed jump from an address on, near enough to be the one that a declaration means. */
  private computedJump(from: number): number | undefined {
    const { image, used } = this.program;
    for (let address = from; address < from + JUMP_DISTANCE && used[address] === 1; address++) {
      const { opcode } = decode(image[address]!);
      // A far jump to a constant is computed as well: its page comes from Y.
      if (opcode.operation === 'jump' && (opcode.bus !== 'd' || opcode.condition === 'far')) return address;
    }
    return undefined;
  }

  /**
   * The addresses that a target stands for: itself, or the entries of a table. Where each entry only
   * loads a constant and executes alone, between the jump and a branch in its slot, the first stands for all.
   */
  private targetsOf(expression: Expression, item: Item, jump = -1): readonly number[] {
    const entries = entriesOf(this.program, this.evaluator, expression, item);
    const [first] = entries ?? [];
    if (entries === undefined || first === undefined) {
      const value = this.value(expression, item);
      return Number.isNaN(value) ? [] : [value];
    }
    const isRead = this.leavesAtOnce(jump + 1) && entries.every((address) => this.loadsConstant(address));
    if (!isRead) return entries;
    this.tables.set(first, entries);
    return [first];
  }

  private leavesAtOnce(address: number): boolean {
    const { opcode } = decode(this.program.image[address]!);
    return opcode.operation === 'jump' && (opcode.condition === 'always' || opcode.condition === 'far');
  }

  private loadsConstant(address: number): boolean {
    const { opcode } = decode(this.program.image[address]!);
    return opcode.operation === 'ld' && opcode.bus === 'd' && opcode.target === 'ac';
  }

  private loop(item: Item, statement: DirectiveStatement): void {
    const { range, keys } = statement;
    if (range === undefined) return;
    const min = this.value(range.first, item);
    const max = this.value(range.last, item);
    if (Number.isNaN(min) || Number.isNaN(max)) return;
    if (!Number.isInteger(min) || !Number.isInteger(max) || min < 0 || max < min) {
      return this.program.findings.add(
        'GT0807',
        `A loop runs a whole number of times, least first, not ${min} to ${max}`,
        item,
        range,
      );
    }
    const count = keys.find(({ key }) => key === 'name')?.value;
    this.loops.push({ head: item.address, min, max, ...(count !== undefined && { count }) });
  }

  private assertion(item: Item, statement: DirectiveStatement): void {
    const [from, to, cycles] = statement.expressions.map((expression) => this.value(expression, item));
    if (from === undefined || to === undefined || cycles === undefined || Number.isNaN(from + to + cycles)) return;
    this.assertions.push({ kind: statement.name === 'exact' ? 'exact' : 'at-most', address: from, from, to, cycles });
    this.assertionItems.push(item);
  }

  /** A page's checks leave by one trampoline; which of two it would be depends on their order. */
  private trampoline(item: Item, statement: DirectiveStatement): void {
    const [expression] = statement.expressions;
    const address = expression === undefined ? item.address : this.value(expression, item);
    if (Number.isNaN(address)) return;
    const page = address >> 8;
    const other = this.trampolines.get(page);
    if (other === undefined) return void this.trampolines.set(page, item);
    const { findings, files } = this.program;
    const place = `${files[other.file]!.path}:${other.line + 1}`;
    const related = findings.related('The other trampoline', other, other.statement ?? statement);
    const message = `Page ${hexWord(page << 8)} has a trampoline already, from ${place}`;
    findings.add('GT0828', message, item, statement, { related });
  }

  private headers(item: Item, statement: DirectiveStatement): void {
    const [word] = statement.names;
    if (word === undefined || word.text.toLowerCase() === 'required') return;
    this.program.findings.add('GT0107', `".headers" takes the word "required", not "${word.text}"`, item, word);
  }

  private enter(item: Item, statement: DirectiveStatement): void {
    if (statement.expressions.length === 0) this.entries.push(item.address);
    for (const expression of statement.expressions) {
      const value = this.value(expression, item);
      if (!Number.isNaN(value)) this.entries.push(value);
    }
  }

  result(): TimingInput {
    const {
      program: source,
      entries,
      checks,
      charges,
      targets,
      tables,
      loops,
      assertions,
      intended,
      data,
      checkItems,
      assertionItems,
    } = this;
    const { image: words, used } = source;
    const labels = new Map<number, string[]>();
    for (const { kind, value, name } of source.symbols) {
      if ((kind !== 'label' && kind !== 'local') || Number.isNaN(value)) continue;
      const list = labels.get(value);
      if (list === undefined) labels.set(value, [name]);
      else list.push(name);
    }
    const external = new Set<number>();
    for (const { attributes, address, size, layout } of source.meaning.tables) {
      if (layout !== 'zero-page' || attributes.external === undefined) continue;
      for (let i = 0; i < size; i++) external.add(address + i);
    }
    const routines = findRoutines(source);
    const slack = source.slack === undefined ? {} : { slack: source.slack };
    const program = {
      ...slack,
      words,
      used,
      entries,
      checks,
      charges,
      targets,
      tables,
      loops,
      assertions,
      routines,
      labels,
      intended,
      data,
      external,
    };
    return { program, checkItems, assertionItems };
  }
}
