/**
 * Layout: every item gets its address, every label its value.
 *
 * One pass in order, since the size of an item never depends on what follows. `.place` blocks are set aside
 * and packed afterwards (packing.ts), so that the main flow stays where the source put it.
 */
import { counted, elementAt } from '#basics';
import { CHECK_SHAPES, hexWord, PAGE_SIZE, ROM_WORDS } from '#isa';
import { CHARGE_WORDS } from '#proof';
import type { Evaluator } from '../values/evaluate.ts';
import { checkPage, packedBlocks, Packing } from './packing.ts';
import type { Block, Item, Program, ProgramSymbol } from '../program/program.ts';
import { relativePath } from '../contract/source.ts';
import type { DirectiveStatement, Expression } from '../contract/syntax.ts';
import { MAX_WAIT, waitWords } from './time-words.ts';
import { TRAITS } from '../syntax/directive-traits.ts';

const NOP = 0x0200;

/** Gives all items addresses and reports what does not fit. */
export function layOut(program: Program, evaluator: Evaluator): void {
  new Layout(program, evaluator).run();
}

class Layout {
  private at = 0;
  private isBeyond = false;
  private lastOverlap = -2;

  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
  ) {}

  run(): void {
    const { items, blocks } = this.program;
    const placed = packedBlocks(blocks);
    let next = 0;
    for (const block of placed) {
      this.span(next, block.from);
      next = block.to;
    }
    this.span(next, items.length);
    this.findTrampolines();
    if (placed.length > 0) {
      this.pack(placed);
      this.findTrampolines();
    }
    this.findExits();
    this.evaluator.nextRound();
    const staysInPage = ({ kind, table }: Block): boolean =>
      kind === 'onepage' || kind === 'place' || (kind === 'lookup' && table === undefined);
    for (const block of blocks) if (staysInPage(block)) checkPage(this.program, block);
  }

  /** Lays out items one after the other from the current address. */
  private span(from: number, to: number): void {
    const { items } = this.program;
    for (let index = from; index < to; index++) {
      const item = items[index];
      if (item === undefined) return;
      const { statement } = item;
      item.address = this.at;
      if (item.labels !== undefined) this.setLabels(item.labels);
      if (statement === undefined) continue;
      const reached = this.at;
      if (statement.kind === 'instruction') item.size = 1;
      else if (statement.kind === 'directive') item.size = this.directive(item, statement);
      if (this.at < reached && endsBy(this.evaluator, items[index - 1], this.at)) this.goBack(this.at);
      if (item.size > 0) this.claim(item, index);
    }
  }

  private setLabels(labels: readonly ProgramSymbol[]): void {
    for (const label of labels) {
      label.value = this.at;
      label.state = 'done';
    }
  }

  private claim(item: Item, index: number): void {
    const { owners } = this.program;
    const end = item.address + item.size;
    this.at = end;
    if (end > ROM_WORDS) return this.beyond(item);
    for (let address = item.address; address < end; address++) {
      const other = owners[address] ?? 0;
      if (other !== 0) {
        // One report for a run of words that all overlap others.
        if (address !== this.lastOverlap + 1) this.overlap(item, elementAt(this.program.items, other - 1), address);
        this.lastOverlap = address;
      }
      owners[address] = index + 1;
    }
  }

  /** Goes back to an address that was passed, which has been reported; the overlap is not reported again. */
  private goBack(address: number): void {
    this.at = address;
    this.lastOverlap = address - 1;
  }

  private overlap(item: Item, other: Item, address: number): void {
    const { findings, files, owners } = this.program;
    const span = other.statement ?? { start: 0, end: 0 };
    const place = `${relativePath(elementAt(files, 0).path, elementAt(files, other.file).path)}:${other.line + 1}`;
    const related = findings.related('The other word', other, span);
    let end = address + 1;
    while ((owners[end] ?? 0) !== 0) end++;
    const count = end === address + 1 ? '' : `, the first of ${end - address} such addresses`;
    const message = `Address ${hexWord(address)} already has a word, from ${place}${count}`;
    findings.add('GT0401', message, item, item.statement, { related });
  }

  private beyond(item: Item): void {
    if (this.isBeyond) return;
    this.isBeyond = true;
    const message = `The ROM ends at $ffff; a word would be at ${hexWord(Math.max(item.address, ROM_WORDS))}`;
    this.program.findings.add('GT0402', message, item, item.statement);
  }

  /** Moves the address where a directive does, and returns the words it takes. */
  private directive(item: Item, statement: DirectiveStatement): number {
    switch (statement.name) {
      case 'org':
        return this.moveTo(item, statement.expressions[0]);
      case 'page':
        this.at = Math.ceil(this.at / PAGE_SIZE) * PAGE_SIZE;
        item.address = this.at;
        return 0;
      case 'align':
        return this.align(item, statement);
      case 'fill':
        return this.fill(item, statement);
      case 'word':
      case 'entry':
        return this.count(item, statement.expressions);
      case 'check':
      case 'sync':
        return CHECK_SHAPES[statement.name].words;
      case 'shortcheck':
        return CHECK_SHAPES.short.words;
      case 'charge':
      case 'refund':
        return CHARGE_WORDS;
      case 'wait':
        return this.wait(item, statement);
      case 'incbin':
      case 'romdata':
        return this.program.generated.get(item)?.length ?? 0;
      default:
        return 0;
    }
  }

  private moveTo(item: Item, expression: Expression | undefined): number {
    const address = expression === undefined ? NaN : this.evaluator.value(expression, item);
    if (Number.isNaN(address)) return 0;
    if (!Number.isInteger(address) || address < 0 || address >= ROM_WORDS) {
      const message = `".org" takes an address from $0000 to $ffff, not ${address}`;
      this.program.findings.add('GT0402', message, item, expression);
      return 0;
    }
    this.at = item.address = address;
    return 0;
  }

  private align(item: Item, statement: DirectiveStatement): number {
    const [expression] = statement.expressions;
    const n = expression === undefined ? NaN : this.evaluator.value(expression, item);
    if (Number.isNaN(n)) return 0;
    if (!Number.isInteger(n) || n < 1 || n > ROM_WORDS) {
      this.program.findings.add('GT0405', `".align" takes a whole number from 1 to 65536, not ${n}`, item, expression);
      return 0;
    }
    return this.generate(item, Math.ceil(this.at / n) * n - this.at, NOP);
  }

  private fill(item: Item, statement: DirectiveStatement): number {
    const [until, word] = statement.expressions;
    const end = until === undefined ? NaN : this.evaluator.value(until, item);
    const value = word === undefined ? NOP : this.evaluator.value(word, item);
    if (Number.isNaN(end) || Number.isNaN(value)) return 0;
    if (!Number.isInteger(end) || end < this.at || end > ROM_WORDS) {
      const shown = end < 0 || end > ROM_WORDS ? String(end) : hexWord(end);
      const tooMany = this.at - end;
      const why = tooMany > 0 ? `that is before ${hexWord(this.at)}; ${tooManyText(tooMany)}` : 'the ROM ends at $ffff';
      this.program.findings.add('GT0404', `Cannot fill up to ${shown}: ${why}`, item, until);
      if (end >= 0 && tooMany > 0 && tooMany <= PAGE_SIZE) this.goBack(end);
      return 0;
    }
    return this.generate(item, end - this.at, value & 0xffff);
  }

  private generate(item: Item, count: number, word: number): number {
    if (this.at + count > ROM_WORDS) {
      this.beyond(item);
      return 0;
    }
    this.program.generated.set(item, new Array<number>(count).fill(word));
    return count;
  }

  /** The number of values; a text counts as many as it has characters. */
  private count(item: Item, expressions: readonly Expression[]): number {
    let count = 0;
    for (const expression of expressions) count += this.evaluator.text(expression, item)?.length ?? 1;
    return count;
  }

  private wait(item: Item, statement: DirectiveStatement): number {
    const [expression, keep] = statement.expressions;
    const cycles = expression === undefined ? NaN : this.evaluator.value(expression, item);
    const keepsAc = keep?.kind === 'symbol' && keep.name.toLowerCase() === 'keep';
    if (keep !== undefined && !keepsAc)
      this.program.findings.add('GT0107', 'Only "keep" can come after the cycles', item, keep);
    if (Number.isNaN(cycles)) return 0;
    if (!Number.isInteger(cycles) || cycles < 0 || cycles > MAX_WAIT) {
      this.program.findings.add('GT0805', `".wait" takes 0 to ${MAX_WAIT} cycles, not ${cycles}`, item, expression);
      return 0;
    }
    const words = waitWords(cycles, this.at, keepsAc);
    this.program.generated.set(item, words);
    return words.length;
  }

  private findTrampolines(): void {
    this.evaluator.nextRound();
    for (const item of this.program.directives) {
      const { statement } = item;
      if (statement?.kind !== 'directive' || statement.name !== 'trampoline' || Number.isNaN(item.address)) continue;
      const [expression] = statement.expressions;
      const address = expression === undefined ? item.address : this.evaluator.attempt(expression, item);
      if (!Number.isNaN(address)) this.program.trampolines.set(address >> 8, address);
    }
  }

  /** Finds the exit of each short check: they come in the same order. */
  private findExits(): void {
    const { directives, exits } = this.program;
    const waiting: Item[] = [];
    for (const item of directives) {
      const name = item.statement?.kind === 'directive' ? item.statement.name : '';
      if (name === 'shortcheck') waiting.push(item);
      const check = name === 'exits' ? waiting.shift() : undefined;
      if (check !== undefined) exits.set(check, item.address);
    }
  }

  /** Packs set-aside blocks into pages. */
  private pack(blocks: readonly Block[]): void {
    const packing = new Packing(this.program);
    for (const block of blocks) packing.add(block, this.measure(block));
    for (const { block, start } of packing.places()) {
      // Without room the labels still get values, so that only this is reported.
      if (start === undefined) this.setAddresses(block);
      else {
        this.at = start;
        this.span(block.from, block.to);
      }
    }
  }

  private setAddresses(block: Block): void {
    for (const item of this.program.items.slice(block.from, block.to)) {
      item.address = 0;
      item.size = 0;
      for (const label of item.labels ?? []) Object.assign(label, { value: 0, state: 'done' });
    }
  }

  /** Words of a block; NaN after a report where its directives depend on where it will be. */
  private measure(block: Block): number {
    this.at = 0;
    let size = 0;
    for (const item of this.program.items.slice(block.from, block.to)) {
      const { statement } = item;
      if (statement?.kind === 'instruction') size++;
      else if (statement?.kind !== 'directive') continue;
      else if (!TRAITS.movingAddress.has(statement.name)) size += this.directive(item, statement);
      else {
        const message = `".${statement.name}" cannot be in a block that the assembler places`;
        this.program.findings.add('GT0107', message, item, statement);
        size = NaN;
      }
    }
    return size;
  }
}

/** Comparisons that give a distance where they fail. */
const ORDERING: ReadonlySet<string> = new Set(['==', '<', '<=', '>', '>=']);

/**
 * What a condition claims about the address at which it is, as in `.assert * == $0300`, which says where the words
 * before it end; undefined if it is about something else.
 */
function addressClaim(evaluator: Evaluator, item: Item, condition: Expression) {
  if (condition.kind !== 'binary' || condition.left.kind !== 'here' || !ORDERING.has(condition.operator))
    return undefined;
  return { operator: condition.operator, address: evaluator.value(condition.right, item) };
}

/** Whether an item asserts that the words before it do not go beyond an address. */
function endsBy(evaluator: Evaluator, item: Item | undefined, address: number): boolean {
  const statement = item?.statement;
  if (item === undefined || statement?.kind !== 'directive' || statement.name !== 'assert') return false;
  const [condition] = statement.expressions;
  const claim = condition === undefined ? undefined : addressClaim(evaluator, item, condition);
  return claim?.address === address && (claim.operator === '==' || claim.operator === '<=');
}

/** By how much an assertion on the address fails, as in `* == $0300`: `: 2 words too many`. */
export function distanceText(evaluator: Evaluator, item: Item, condition: Expression): string {
  const distance = item.address - (addressClaim(evaluator, item, condition)?.address ?? NaN);
  return Number.isNaN(distance) || distance === 0 ? '' : `: ${tooManyText(distance)}`;
}

function tooManyText(words: number): string {
  return `${counted(Math.abs(words), 'word')} too ${words > 0 ? 'many' : 'few'}`;
}
