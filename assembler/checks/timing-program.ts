/** The input of the timing proof and the lints, from a laid-out program. */
import { checkSlot, hexWord, resumeAddress, type CheckForm } from '#isa';
import { noDeclarations, VGA, type TimeAssertion } from '#proof';
import type { LintProgram } from '../lints/index.ts';
import { checkCycles } from '../placement/time-words.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { labelsByAddress, shownName, type Item, type Program, zeroPageOwners } from '../program/program.ts';
import { findRoutines } from '../program/routines.ts';
import type { DebugRoutine } from '../contract/debug-info.ts';
import type { DirectiveStatement, Expression } from '../contract/syntax.ts';
import { PathText } from './path-text.ts';
import { addressOf, checkPages, computedJump, reportWithoutJump, targetsOf } from './declared-jumps.ts';

/** The most turns of a loop; the proof follows every one. */
const MOST_TURNS = 0xffff;

/** The program as the proof reads it, and the items that its parts come from, by address. */
export interface TimingInput {
  readonly program: LintProgram;
  readonly checkItems: ReadonlyMap<number, Item>;
  /** In the order of `program.assertions`. */
  readonly assertionItems: readonly Item[];
  /** All routines in ascending order of address. */
  readonly routines: readonly DebugRoutine[];
}

/**
 * Collects checks, charges and declarations; wrong ones are reported and left out.
 * @returns a function that makes the input of the proof from them, which takes longer and is not always needed
 */
export function collectTiming(program: Program, evaluator: Evaluator): () => TimingInput {
  const collector = new Collector(program, evaluator);
  for (const item of program.directives)
    if (item.statement?.kind === 'directive') collector.directive(item, item.statement);
  let input: TimingInput | undefined;
  return () => (input ??= collector.result());
}

interface Declared {
  readonly item: Item;
  readonly statement: DirectiveStatement;
}

interface DeclaredLoop extends Declared {
  /** How often it goes round, as a text. */
  readonly what: string;
}

/** What the `.targets` before a jump declare together. */
interface TargetList extends Declared {
  /** Address of the lines: lines with a word between them do not belong together. */
  readonly from: number;
  readonly targets: number[];
}

type Take = (item: Item, statement: DirectiveStatement) => void;

class Collector {
  private readonly found = noDeclarations();
  private readonly trampolines = new Map<number, Item>();
  private readonly checkItems = new Map<number, Item>();
  private readonly assertionItems: Item[] = [];
  /** Declarations of jumps and loops, by address. */
  private readonly jumps = new Map<number, TargetList>();
  private readonly heads = new Map<number, DeclaredLoop>();

  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
  ) {}

  /** What is done with each directive, by name. The other directives are handled in other files. */
  private readonly byName: Readonly<Record<string, Take>> = {
    check: (item, statement) => this.check(item, statement, 'check'),
    sync: (item, statement) => this.check(item, statement, 'sync'),
    shortcheck: (item, statement) => this.check(item, statement, 'short'),
    charge: (item, statement) => this.charge(item, statement, 1),
    refund: (item, statement) => this.charge(item, statement, -1),
    charged: (item, statement) => this.charged(item, statement),
    targets: (item, statement) => this.declareTargets(item, statement),
    resume: (item) => this.resume(item),
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
    romdata: (item) => this.data(item),
    fill: (item) => this.data(item),
    align: (item) => this.data(item),
  };

  directive(item: Item, statement: DirectiveStatement): void {
    if (Object.hasOwn(this.byName, statement.name)) this.byName[statement.name]?.(item, statement);
  }

  private data({ address, size }: Item): void {
    this.found.data.fill(1, address, address + size);
  }

  private value(expression: Expression | undefined, item: Item): number {
    return expression === undefined ? NaN : this.evaluator.value(expression, item);
  }

  private address(expression: Expression, item: Item): number | undefined {
    return addressOf(this.program, this.evaluator, expression, item);
  }

  private check(item: Item, statement: DirectiveStatement, form: CheckForm): void {
    const { address } = item;
    const target = this.value(statement.expressions[0], item);
    const page = (checkSlot({ address, form }) & 0xffff) >> 8;
    const { exits, trampolines } = this.program;
    const trampoline = form === 'short' ? exits.get(item) : trampolines.get(page);
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
    if (factor !== 0 && count === '')
      findings.add('GT0807', '".charged" needs count=name beside factor=n', item, statement);
    this.found.charges.push({ address: item.address, cycles, perCount: { count, factor } });
  }

  private declareTargets(item: Item, statement: DirectiveStatement): void {
    const { program, evaluator } = this;
    const address = computedJump(program, item.address);
    const targets = statement.expressions.flatMap((each) => {
      const { targets: found, tables } = targetsOf(program, evaluator, each, item, address);
      for (const table of tables) this.addTable(table);
      return found;
    });
    if (address === undefined) {
      reportWithoutJump(program, 'No computed jump follows these targets', item);
      return;
    }
    checkPages(program, item, statement, address, targets);
    const other = this.jumps.get(address);
    if (other?.from === item.address && other.targets.length > 0 && targets.length > 0) {
      // One list, written in several lines.
      for (const target of targets) other.targets.push(target);
      return;
    }
    const list = { item, statement, from: item.address, targets: [...targets] };
    this.declareOnce(this.jumps, `jump at ${hexWord(address)}`, address, list, describeTargets);
    this.found.targets.push({ address, targets: list.targets });
  }

  /** Notes that the first of some entries represents all of them, besides those that it represents at other jumps. */
  private addTable(entries: readonly number[]): void {
    const [first] = entries;
    if (first === undefined) return;
    const { tables } = this.found;
    tables.set(first, [...new Set([...(tables.get(first) ?? []), ...entries])]);
  }

  /** Divides the lists with an entry of which something is declared: no other entry can represent that one. */
  private divideTables(): void {
    const { tables, targets, loops, checks, assertions } = this.found;
    const places = new Set([...loops.map(({ head }) => head), ...assertions.flatMap(({ from, to }) => [from, to])]);
    for (const check of checks)
      for (let word = check.address; word !== resumeAddress(check); word = (word + 1) & 0xffff) places.add(word);
    const divided = new Map([...tables].filter(([, entries]) => entries.some((entry) => places.has(entry))));
    for (const first of divided.keys()) tables.delete(first);
    if (divided.size === 0) return;
    for (const [at, list] of targets.entries()) {
      const all = list.targets.flatMap((target) => divided.get(target) ?? [target]);
      targets[at] = { ...list, targets: all };
    }
  }

  /** Notes a declaration about an address; reports a second one that differs. */
  private declareOnce<T extends Declared>(
    known: Map<number, T>,
    name: string,
    address: number,
    declared: T,
    describe: (declared: T) => string,
  ): void {
    const other = known.get(address);
    if (other === undefined) known.set(address, declared);
    if (other === undefined || describe(other) === describe(declared)) return;
    const { findings } = this.program;
    const text = new PathText(this.program);
    const related = findings.related('The other declaration', other.item, other.statement);
    const message = `The ${name} is declared to go ${describe(declared)} here, and ${describe(other)} at ${text.fileAndLine(other.item)}`;
    findings.add('GT0829', text.named(message, declared.item.file), declared.item, declared.statement, { related });
  }

  private resume(item: Item): void {
    const address = computedJump(this.program, item.address);
    if (address !== undefined) this.found.resumes.push(address);
    else reportWithoutJump(this.program, 'No computed jump follows that could resume a check', item);
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
        ? `A loop can run at most ${MOST_TURNS} times, not ${max}`
        : `A loop runs a whole number of times, least first, not ${min} to ${max}`;
      return this.program.findings.add('GT0807', message, item, range);
    }
    const unknown = keys.find(({ key }) => key !== 'name');
    if (unknown !== undefined)
      this.program.findings.add('GT0807', `".loop" knows name=, not "${unknown.key}="`, item, unknown);
    const count = keys.find(({ key }) => key === 'name')?.value;
    const often = min === max ? `${min} times` : `${min} to ${max} times`;
    const what = count === undefined ? `round ${often}` : `round ${often}, the count ${count}`;
    const declared = { item, statement, what };
    this.declareOnce(this.heads, `loop at ${hexWord(item.address)}`, item.address, declared, (loop) => loop.what);
    this.found.loops.push({ head: item.address, min, max, ...(count !== undefined && { count }) });
  }

  private assertion(item: Item, statement: DirectiveStatement, kind: TimeAssertion['kind']): void {
    const [from, to] = statement.expressions.slice(0, 2).map((expression) => this.address(expression, item));
    const cycles = this.value(statement.expressions[2], item);
    if (from === undefined || to === undefined || Number.isNaN(cycles)) return;
    this.found.assertions.push({ kind, address: from, from, to, cycles });
    this.assertionItems.push(item);
  }

  /** The checks of a page leave through one trampoline; with two, their order would decide which. */
  private trampoline(item: Item, statement: DirectiveStatement): void {
    const [expression] = statement.expressions;
    const address = expression === undefined ? item.address : this.address(expression, item);
    if (address === undefined) return;
    const page = address >> 8;
    const other = this.trampolines.get(page);
    if (other === undefined) return void this.trampolines.set(page, item);
    const { findings } = this.program;
    const related = findings.related('The other trampoline', other, other.statement ?? statement);
    const message = `Page ${hexWord(page << 8)} already has a trampoline, from ${new PathText(this.program).fileAndLine(other)}`;
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
      const address = this.address(expression, item);
      if (address !== undefined) this.found.entries.push(address);
    }
  }

  result(): TimingInput {
    const { program: source, found, checkItems, assertionItems } = this;
    this.divideTables();
    const owners = [...zeroPageOwners(source.meaning.tables)];
    const external = owners.filter(([, { attributes }]) => attributes.external !== undefined);
    const declared = new Set(found.targets.map(({ address }) => address));
    for (const address of found.resumes) if (!declared.has(address)) found.targets.push({ address, targets: [] });
    const routines = findRoutines(source);
    const program = {
      ...found,
      ...(source.slack !== undefined && { slack: source.slack }),
      shape: { ...VGA, ...source.shape },
      ramKib: source.ramKib,
      words: source.image,
      used: source.used,
      routines,
      labels: new Map([...labelsByAddress(source)].map(([address, symbols]) => [address, symbols.map(shownName)])),
      external: new Set(external.map(([address]) => address)),
      variables: new Map(owners.map(([address, { name }]) => [address, name])),
    };
    return { program, checkItems, assertionItems, routines };
  }
}

function describeTargets({ targets }: TargetList): string {
  if (targets.length === 0) return 'back to the check that left';
  return `to ${targets.map((target) => hexWord(target)).join(', ')}`;
}
