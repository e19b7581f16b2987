/**
 * Encoding: items to words.
 *
 * Operand bytes are checked: a constant must fit eight bits, a zero-page address must be below $100, and an
 * address gives its low byte where only that fits. Targets of near branches are checked at the end, when the
 * words before them are known, since a branch in a delay slot lands elsewhere.
 */
import { elementAt } from '#basics';
import { decode, encode as encodeWord, hexByte, hexWord, opcodeOf, wordAt } from '#isa';
import { branchFixes, isInSlot, brackets, loadAndStore, lowByte } from './fixes.ts';
import type { Evaluator } from '../values/evaluate.ts';
import type { Item, Program } from '../program/program.ts';
import type { DirectiveStatement, Expression, InstructionForm } from '../contract/syntax.ts';
import { RAM_KINDS, type SymbolKind } from '../contract/debug-info.ts';
import { TimeWordEncoder } from './time-words.ts';

const LD = opcodeOf('ld', 0, 'd');

/** Writes every item's words into the image. */
export function encode(program: Program, evaluator: Evaluator): void {
  new Encoder(program, evaluator).run();
}

interface NearTarget {
  readonly item: Item;
  readonly expression: Expression;
  readonly target: number;
}

class Encoder {
  private readonly targets: NearTarget[] = [];
  private readonly timeWords: TimeWordEncoder;

  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
  ) {
    this.timeWords = new TimeWordEncoder(program, evaluator);
  }

  run(): void {
    const { image, used, items } = this.program;
    // By index: V8 makes an object for each step of an iterator here.
    for (let index = 0; index < items.length; index++) {
      const item = elementAt(items, index);
      const { address, size, statement } = item;
      if (size === 0 || address + size > image.length) continue;
      if (size === 1) used[address] = 1;
      else used.fill(1, address, address + size);
      if (statement?.kind === 'instruction') {
        if (statement.form !== undefined) image[address] = this.instruction(item, statement.form);
      } else if (statement?.kind === 'directive') image.set(this.directive(item, statement), address);
    }
    for (const target of this.targets) this.checkNear(target);
  }

  private instruction(item: Item, form: InstructionForm): number {
    const { value, same } = form;
    if (value === undefined) return form.opcode << 8;
    const operand = form.role === 'near' ? this.near(item, value) : this.operand(item, value, form.role);
    if (same !== undefined && !Number.isNaN(operand)) {
      const other = this.operand(item, same, 'immediate');
      if (!Number.isNaN(other) && other !== operand) {
        const message = `This store has one byte for value and address, but they are ${hexByte(other)} and ${hexByte(operand)}`;
        const fixes = loadAndStore(this.program, item);
        this.program.findings.add('GT0305', message, item, item.statement, { fixes });
      }
    }
    return (form.opcode << 8) | (operand & 0xff);
  }

  /** The operand byte of an expression, or NaN after a report. */
  private operand(item: Item, expression: Expression, role: InstructionForm['role']): number {
    const value = expression.kind === 'number' ? expression.value : this.evaluator.value(expression, item);
    const degree = expression.kind === 'number' ? 0 : this.evaluator.degree;
    if (value >= 0 && value <= 0xff && Number.isInteger(value)) return value;
    if (Number.isNaN(value)) return NaN;
    if (Number.isInteger(value) && role !== 'zero-page' && (degree === 1 || (value < 0 && value >= -0x80)))
      return value & 0xff;
    return this.misfit(item, expression, role, value);
  }

  private misfit(item: Item, expression: Expression, role: InstructionForm['role'], value: number): number {
    const shown = value >= 0x100 && Number.isInteger(value) ? hexWord(value) : String(value);
    if (role === 'zero-page') {
      const kind = this.kindOf(item, expression);
      const what =
        kind === 'label' || kind === 'local' ? '; it is a place in ROM, which cannot be read or written this way' : '';
      this.program.findings.add('GT0303', `${shown} is not a zero-page address ($00 to $ff)${what}`, item, expression);
      return NaN;
    }
    const fixes = Number.isInteger(value) ? lowByte(this.program, item, expression) : [];
    const message = `${shown} does not fit in eight bits (-128 to 255)`;
    this.program.findings.add('GT0303', message, item, expression, { fixes });
    return NaN;
  }

  /** The kind of the symbol that is the whole of an expression. */
  private kindOf(item: Item, expression: Expression): SymbolKind | undefined {
    return expression.kind === 'symbol' ? this.evaluator.find(expression.name, item)?.kind : undefined;
  }

  /** A branch takes an address, or an offset in the page: a literal of two digits, or a value without address. */
  private near(item: Item, expression: Expression): number {
    const value = expression.kind === 'number' ? expression.value : this.evaluator.value(expression, item);
    const degree = expression.kind === 'number' ? Number(expression.digits > 2) : this.evaluator.degree;
    if (Number.isNaN(value)) return NaN;
    if (degree === 0 && value >= 0 && value <= 0xff) return value;
    if (!Number.isInteger(value) || value < 0 || value > 0xffff) {
      this.program.findings.add('GT0303', `${value} is not a ROM address`, item, expression);
      return NaN;
    }
    // Whatever comes before a branch, it reaches the page in which both it and the next word lie.
    const page = value >> 8;
    if (item.address >> 8 !== page || (item.address + 1) >> 8 !== page)
      this.targets.push({ item, expression, target: value });
    return value & 0xff;
  }

  private checkNear({ item, expression, target }: NearTarget): void {
    const pages = this.reachablePages(item.address);
    if (pages === undefined || pages.every((page) => page === target >> 8)) return;
    const name = item.parsed.text.slice(expression.start, expression.end);
    const kind = this.kindOf(item, expression);
    if (kind !== undefined && RAM_KINDS.has(kind)) {
      const text = `"${name}" is in RAM, where nothing executes; a jump to the address in it is written "[${name}]"`;
      const fixes = kind === 'zero-page' ? brackets(this.program, item, expression) : [];
      return this.program.findings.add('GT0304', text, item, expression, { fixes });
    }
    const reach = [...new Set(pages)].map((page) => `${hexByte(page)}00`).join(' or ');
    const hint = (item.address & 0xff) === 0xff ? '; the last word of a page branches into the next one' : '';
    const message = `"${name}" is at ${hexWord(target)}, but a branch here reaches page ${reach} only`;
    const isAlways = item.statement?.kind === 'instruction' && item.statement.mnemonic === 'bra';
    const label = expression.kind === 'symbol' || expression.kind === 'number' ? name : `(${name})`;
    const instead = `; ${isAlways ? 'use' : 'branch to'} "ld >${label},y" and "jmp y,${label}" instead`;
    const far = hint === '' && !isInSlot(this.program, item) ? instead : '';
    const fixes = branchFixes(this.program, item, expression, target, pages[0]);
    this.program.findings.add('GT0304', message + hint + far, item, expression, { fixes });
  }

  /** Pages that a near branch can land in; undefined if the page is not known here. */
  private reachablePages(address: number): [number, ...number[]] | undefined {
    const own = ((address + 1) & 0xffff) >> 8;
    const before = (address - 1) & 0xffff;
    if (this.program.used[before] === 0) return [own];
    const { opcode } = decode(wordAt(this.program.image, before));
    if (opcode.operation !== 'jump') return [own];
    if (opcode.condition === 'far') return undefined;
    const landed = address >> 8;
    return opcode.condition === 'always' ? [landed] : [landed, own];
  }

  private directive(item: Item, statement: DirectiveStatement): readonly number[] {
    switch (statement.name) {
      case 'word':
        return this.values(item, statement.expressions, (value, e) => this.word(item, value, e));
      case 'entry':
        return this.values(item, statement.expressions, (value, e) => encodeWord(LD, this.byte(item, value, e)));
      default:
        return this.timeWords.of(item, statement) ?? this.program.generated.get(item) ?? [];
    }
  }

  private values(
    item: Item,
    expressions: readonly Expression[],
    make: (value: number, e: Expression) => number,
  ): number[] {
    const words: number[] = [];
    for (const expression of expressions) {
      const text = this.evaluator.text(expression, item);
      if (text !== undefined) for (let i = 0; i < text.length; i++) words.push(make(text.charCodeAt(i), expression));
      else words.push(make(this.evaluator.value(expression, item), expression));
    }
    return words.map((word) => (Number.isNaN(word) ? 0 : word));
  }

  private word(item: Item, value: number, expression: Expression): number {
    if (Number.isNaN(value) || (Number.isInteger(value) && value >= -0x8000 && value <= 0xffff)) return value & 0xffff;
    this.program.findings.add('GT0303', `${value} does not fit in a word of 16 bits`, item, expression);
    return 0;
  }

  private byte(item: Item, value: number, expression: Expression): number {
    if (Number.isNaN(value) || (Number.isInteger(value) && value >= -0x80 && value <= 0xff)) return value & 0xff;
    if (this.evaluator.degree === 1 && Number.isInteger(value)) return value & 0xff;
    return this.misfit(item, expression, 'immediate', value);
  }
}
