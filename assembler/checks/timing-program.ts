/**
 * The input of the timing proof and the lints, from a laid-out program.
 */
import { elementAt } from '#basics';
import { decode, hexWord } from '#isa';
import { checkCycles } from '../placement/encode.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { shownName, type Item, type Program } from '../program/program.ts';
import { entriesOf } from '../placement/lookup-tables.ts';
import { findRoutines } from '../program/routines.ts';
import { relativePath } from '../contract/source.ts';
import type { DirectiveStatement, Expression } from '../contract/syntax.ts';
import { noDeclarations, VGA, type LintProgram, type TimeAssertion } from '../timing/index.ts';
import { zeroPageOwners } from '../program/zero-page.ts';

/** Words after `.targets` among which its jump is looked for. */
const JUMP_DISTANCE = 16;

/** Turns of a loop; the proof goes round every one. */
const MOST_TURNS = 0xffff;

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

/** What a declaration says, in words. */
interface Declared {
  readonly item: Item;
  readonly statement: DirectiveStatement;
  readonly what: string;
}

/** Takes a directive in. */
type Take = (item: Item, statement: DirectiveStatement) => void;

class Collector {
  private readonly found = noDeclarations();
  private readonly trampolines = new Map<number, Item>();
  private readonly checkItems = new Map<number, Item>();
  private readonly assertionItems: Item[] = [];
  /** Declarations of jumps and loops, by address. */
  private readonly jumps = new Map<number, Declared>();
  private readonly heads = new Map<number, Declared>();

  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
  ) {}

  /** What is done with each directive, by name; others are not of this file. */
  private readonly byName: Readonly<Record<string, Take>> = {
    check: (item, statement) => this.check(item, statement, 'check'),
    sync: (item, statement) => this.check(item, statement, 'sync'),
    charge: (item, statement) => this.charge(item, statement, 1),
    refund: (item, statement) => this.charge(item, statement, -1),
    charged: (item, statement) => this.charged(item, statement),
    targets: (item, statement) => this.declareTargets(item, statement),
    resume: (item, statement) => this.resume(item, statement),
    loop: (item, statement) => this.loop(item, statement),
    exact: (item, statement) => this.assertion(item, statement, 'exact'),
    atmost: (item, statement) => this.assertion(item, statement, 'at-most'),
    enter: (item, statement) => this.enter(item, statement),
    trampoline: (item, statement) => this.trampoline(item, statement),
    headers: (item, statement) => this.headers(item, statement),
    intended: ({ address }) => void this.found.intended.add(address),
    word: (item) => this.data(item),
    entry: (item) => this.data(item),
    incbin: (item) => this.data(item),
    fill: (item) => this.data(item),
    align: (item) => this.data(item),
  };

  directive(item: Item, statement: DirectiveStatement): void {
    if (Object.hasOwn(this.byName, statement.name)) this.byName[statement.name]!(item, statement);
  }

  private data({ address, size }: Item): void {
    for (let i = 0; i < size; i++) this.found.data.add(address + i);
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
    this.found.checks.push({ address, form, cycles, account: this.program.account, trampoline });
    this.checkItems.set(address, item);
  }

  private charge(item: Item, statement: DirectiveStatement, sign: 1 | -1): void {
    const cycles = this.value(statement.expressions[0], item);
    if (!Number.isNaN(cycles)) this.found.charges.push({ address: item.address, cycles: sign * cycles });
  }

  private charged(item: Item, statement: DirectiveStatement): void {
    let cycles = 0;
    let factor = 0;
    let count = '';
    const { findings } = this.program;
    for (const { key, value, valueSpan } of statement.keys) {
      const number = /^-?\d+$/.test(value) ? Number(value) : NaN;
      if (key === 'count') count = value;
      else if (key === 'cycles' && !Number.isNaN(number)) cycles = number;
      else if (key === 'factor' && !Number.isNaN(number)) factor = number;
      else {
        const message = `".charged" takes cycles=n, count=name, factor=n, not "${key}=${value}"`;
        findings.add('GT0807', message, item, valueSpan);
      }
    }
    if (factor !== 0 && count === '') {
      findings.add('GT0807', '".charged" needs count=name beside factor=n', item, statement);
    }
    this.found.charges.push({ address: item.address, cycles, perCount: { count, factor } });
  }

  private declareTargets(item: Item, statement: DirectiveStatement): void {
    const address = this.computedJump(item.address);
    const targets = statement.expressions.flatMap((each) => this.targetsOf(each, item, address));
    if (address === undefined) {
      this.program.findings.add('GT0806', 'No computed jump follows these targets', item, statement);
      return;
    }
    this.checkPages(item, statement, address, targets);
    const names = targets.map((target) => hexWord(target)).join(', ');
    this.declareOnce(this.jumps, `jump at ${hexWord(address)}`, address, { item, statement, what: `to ${names}` });
    this.found.targets.push({ address, targets });
  }

  /** A near jump stays in the page of its delay slot; where it executes in another's, the proof says where it goes. */
  private checkPages(item: Item, statement: DirectiveStatement, address: number, targets: readonly number[]): void {
    const { image, findings } = this.program;
    const isInSlot = decode(image[(address - 1) & 0xffff]!).opcode.operation === 'jump';
    if (isInSlot || decode(image[address]!).opcode.condition === 'far') return;
    const page = (address + 1) & 0xff00;
    const other = targets.find((target) => (target & 0xff00) !== page);
    if (other === undefined) return;
    const message = `The jump at ${hexWord(address)} stays in page ${hexWord(page)}, and its declared target is ${hexWord(other)}`;
    findings.add('GT0830', message, item, statement);
  }

  /** Notes what is declared of an address; a second declaration that says something else is reported. */
  private declareOnce(known: Map<number, Declared>, name: string, address: number, declared: Declared): void {
    const other = known.get(address);
    if (other === undefined) known.set(address, declared);
    if (other === undefined || other.what === declared.what) return;
    const { findings } = this.program;
    const related = findings.related('The other declaration', other.item, other.statement);
    const message = `The ${name} is declared to go ${declared.what} here, and ${other.what} at ${this.placeOf(other.item)}`;
    findings.add('GT0829', message, declared.item, declared.statement, { related });
  }

  /** File and line of an item, as seen from the main file. */
  private placeOf({ file, line }: Item): string {
    const { files } = this.program;
    return `${relativePath(elementAt(files, 0).path, elementAt(files, file).path)}:${line + 1}`;
  }

  private resume(item: Item, statement: DirectiveStatement): void {
    const address = this.computedJump(item.address);
    if (address !== undefined) this.found.resumes.push(address);
    else this.program.findings.add('GT0806', 'No computed jump follows that could resume a check', item, statement);
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
    this.found.tables.set(first, entries);
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
    const isRange = Number.isInteger(min) && Number.isInteger(max) && min >= 0 && max >= min;
    if (!isRange || max > MOST_TURNS) {
      const message = isRange
        ? `A loop runs at most ${MOST_TURNS} times, not ${max}`
        : `A loop runs a whole number of times, least first, not ${min} to ${max}`;
      return this.program.findings.add('GT0807', message, item, range);
    }
    const unknown = keys.find(({ key }) => key !== 'name');
    if (unknown !== undefined)
      this.program.findings.add('GT0807', `".loop" knows name=, not "${unknown.key}="`, item, unknown);
    const count = keys.find(({ key }) => key === 'name')?.value;
    const often = min === max ? `${min} times` : `${min} to ${max} times`;
    const what = count === undefined ? `round ${often}` : `round ${often}, the count ${count}`;
    this.declareOnce(this.heads, `loop at ${hexWord(item.address)}`, item.address, { item, statement, what });
    this.found.loops.push({ head: item.address, min, max, ...(count !== undefined && { count }) });
  }

  private assertion(item: Item, statement: DirectiveStatement, kind: TimeAssertion['kind']): void {
    const [from, to, cycles] = statement.expressions.map((expression) => this.value(expression, item));
    if (from === undefined || to === undefined || cycles === undefined || Number.isNaN(from + to + cycles)) return;
    this.found.assertions.push({ kind, address: from, from, to, cycles });
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
    const { findings } = this.program;
    const related = findings.related('The other trampoline', other, other.statement ?? statement);
    const message = `Page ${hexWord(page << 8)} has a trampoline already, from ${this.placeOf(other)}`;
    findings.add('GT0828', message, item, statement, { related });
  }

  private headers(item: Item, statement: DirectiveStatement): void {
    const [word] = statement.names;
    if (word === undefined || word.text.toLowerCase() === 'required') return;
    this.program.findings.add('GT0107', `".headers" takes the word "required", not "${word.text}"`, item, word);
  }

  private enter(item: Item, statement: DirectiveStatement): void {
    if (statement.expressions.length === 0) this.found.entries.push(item.address);
    for (const expression of statement.expressions) {
      const value = this.value(expression, item);
      if (!Number.isNaN(value)) this.found.entries.push(value);
    }
  }

  result(): TimingInput {
    const { program: source, found, checkItems, assertionItems } = this;
    const owners = [...zeroPageOwners(source.meaning.tables)];
    const external = owners.filter(([, { attributes }]) => attributes.external !== undefined);
    const declared = new Set(found.targets.map(({ address }) => address));
    for (const address of found.resumes) if (!declared.has(address)) found.targets.push({ address, targets: [] });
    const program = {
      ...found,
      ...(source.slack !== undefined && { slack: source.slack }),
      shape: { ...VGA, ...source.shape },
      words: source.image,
      used: source.used,
      routines: findRoutines(source),
      labels: labelsByAddress(source),
      external: new Set(external.map(([address]) => address)),
      variables: new Map(owners.map(([address, { name }]) => [address, name])),
    };
    return { program, checkItems, assertionItems };
  }
}

function labelsByAddress({ symbols }: Program): ReadonlyMap<number, readonly string[]> {
  const labels = new Map<number, string[]>();
  for (const symbol of symbols) {
    const { kind, value } = symbol;
    if ((kind !== 'label' && kind !== 'local') || Number.isNaN(value)) continue;
    const list = labels.get(value);
    if (list === undefined) labels.set(value, [shownName(symbol)]);
    else list.push(shownName(symbol));
  }
  return labels;
}
