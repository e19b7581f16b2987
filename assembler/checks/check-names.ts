/**
 * Names that do not fit the operand they are in: a variable as the target of a branch, a label as a
 * cell, the low byte of an address in Y, a page in Y that is not the one of the far target.
 *
 * Each assembles to a word that the machine executes, so it is a warning, and `.intended` says that it is on purpose.
 */
import { RAM_KINDS, type DebugTable } from '../contract/debug-info.ts';
import { hexByte, hexWord, opcodeOfCode } from '#isa';
import type { Expression, InstructionForm } from '../contract/syntax.ts';
import { shownName, zeroPageOwners, fixOnce } from '../program/program.ts';
import type { Item, Program, ProgramSymbol } from '../program/program.ts';
import type { Evaluator } from '../values/evaluate.ts';
import type { TableOperand } from '../values/table-operand.ts';

const ROM_KINDS: ReadonlySet<string> = new Set(['label', 'local']);

/** Reports names that do not fit their operands, and far jumps with the wrong page in Y. */
export class NameCheck {
  private readonly owners: ReadonlyMap<number, DebugTable>;

  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
  ) {
    this.owners = zeroPageOwners(program.meaning.tables);
  }

  operand(item: Item, form: InstructionForm, named: TableOperand | undefined): void {
    if (form.value === undefined) return;
    const symbol = this.symbolOf(form.value, item);
    if (form.role === 'near' || form.role === 'far') this.target(item, form.value, symbol);
    else if (form.role === 'zero-page') this.cell(item, form.value, symbol, named);
    const { operation, target } = opcodeOfCode(form.opcode);
    if (form.role === 'immediate' && operation === 'ld' && target === 'y') this.pageByte(item, form.value, symbol);
  }

  /** Compares the page in Y with the target that a far jump names. */
  page(item: Item, form: InstructionForm, page: number): void {
    if (form.role !== 'far' || form.value === undefined) return;
    const target = this.evaluator.attempt(form.value, item);
    if (this.evaluator.degree !== 1 || Number.isNaN(target) || target >> 8 === page) return;
    const name = textOf(item, form.value);
    const message = `"${name}" is at ${hexWord(target)}, but Y is ${hexByte(page)} here; load it by "ld >${name},y"`;
    this.program.findings.add('GT0917', message, item, item.statement);
  }

  private target(item: Item, value: Expression, symbol: ProgramSymbol | undefined): void {
    if (symbol === undefined || !RAM_KINDS.has(symbol.kind)) return;
    const name = shownName(symbol);
    const message = `"${name}" is in RAM, where nothing executes; a jump to the address in it is written "[${name}]"`;
    const isCell = symbol.kind === 'zero-page';
    this.report('GT0918', message, item, value, isCell ? `[${textOf(item, value)}]` : undefined);
  }

  private cell(
    item: Item,
    value: Expression,
    symbol: ProgramSymbol | undefined,
    named: TableOperand | undefined,
  ): void {
    if (symbol !== undefined && ROM_KINDS.has(symbol.kind)) {
      const message = `"${shownName(symbol)}" is an address in ROM, which cannot be read or written; this is the cell ${hexByte(symbol.value & 0xff)}`;
      return this.report('GT0918', message, item, value);
    }
    if (value.kind === 'number') return this.number(item, value, value.value);
    const table = named === undefined ? undefined : this.owners.get(named.symbol.value);
    if (named === undefined || table === undefined || table.index !== '') return;
    const { offset } = named;
    const bytes = table.size * (table.last - table.first + 1);
    // A single byte may be the first of several that were declared separately.
    if (bytes === 1 || (offset >= 0 && offset < bytes)) return;
    const owner = this.owners.get(table.address + offset);
    const what = owner === undefined ? 'of no declaration' : `of "${owner.name}"`;
    const message = `This is outside "${table.name}", a byte ${what}: ${hexByte((table.address + offset) & 0xff)}`;
    this.report('GT0919', message, item, value);
  }

  /** Reports a byte that is written as a number although it has a name. */
  private number(item: Item, value: Expression, address: number): void {
    const owner = this.owners.get(address);
    if (owner === undefined) return;
    const offset = address - owner.address;
    const name = offset === 0 ? owner.name : `${owner.name} + ${offset}`;
    this.report('GT0919', `The byte ${hexByte(address)} is declared as "${owner.name}"`, item, value, name);
  }

  private pageByte(item: Item, value: Expression, symbol: ProgramSymbol | undefined): void {
    if (symbol === undefined || (!ROM_KINDS.has(symbol.kind) && symbol.kind !== 'row')) return;
    const name = shownName(symbol);
    const message = `Y gets the low byte of "${name}" here; its page is ">${name}"`;
    this.report('GT0917', message, item, value, `>${textOf(item, value)}`);
  }

  /** The symbol that is the whole of an operand. */
  private symbolOf(value: Expression, item: Item): ProgramSymbol | undefined {
    if (value.kind !== 'symbol' || item.scope.binding(value.name) !== undefined) return undefined;
    return this.evaluator.find(value.name, item);
  }

  private report(
    code: 'GT0917' | 'GT0918' | 'GT0919',
    message: string,
    item: Item,
    value: Expression,
    text?: string,
  ): void {
    const fixes = text === undefined ? [] : fixOnce(this.program, item, value, text);
    this.program.findings.add(code, message, item, value, { fixes });
  }
}

function textOf({ parsed }: Item, { start, end }: Expression): string {
  return parsed.text.slice(start, end);
}
