/** Checks operands against what they name: each operand once, and again wherever Y is known to be one constant. */
import { hexByte, hexWord, opcodeOfCode } from '#isa';
import type { DebugTable } from '../contract/debug-info.ts';
import type { InstructionForm } from '../contract/syntax.ts';
import { itemAt, type Item, type Program } from '../program/program.ts';
import { Evaluator } from '../values/evaluate.ts';
import { tableOperand, type TableOperand } from '../values/table-operand.ts';
import { BracketCheck } from './check-brackets.ts';
import { NameCheck } from './check-names.ts';
import type { KeptProof } from './kept-proof.ts';
import { formOf } from './variable-uses.ts';

/** Reports indices outside their tables and names that do not fit, except in words that are marked as intended. */
export function checkOperands(program: Program, kept: KeptProof, intended: ReadonlySet<number>): void {
  const evaluator = new Evaluator(program);
  const indices = new IndexCheck(program);
  const names = new NameCheck(program, evaluator);
  const brackets = new BracketCheck(program, evaluator);
  let index = -1;
  for (const item of program.items) {
    index++;
    const form = formOf(item);
    if (item.size !== 1 || form?.value === undefined || intended.has(item.address)) continue;
    const table = tableOperand(evaluator, item, form);
    indices.operand(item, table);
    names.operand(item, form, table);
    brackets.operand(index, item, form);
  }
  brackets.report();
  for (const { address, page } of kept.pages()) {
    const item = itemAt(program, address);
    const form = item === undefined ? undefined : formOf(item);
    if (item === undefined || form === undefined || intended.has(address)) continue;
    indices.page(item, form, tableOperand(evaluator, item, form), page);
    names.page(item, form, page);
  }
}

/**
 * Checks constant indices against their tables: `[y,table + 9]`, and a page in Y for a column.
 *
 * A row, and zero-page bytes with `index=`, have their index in the operand. A column or a field of a frame has it in
 * Y, which is checked if the proof knows that Y is one constant. It is no error if the byte belongs to another table:
 * `column + 1` is the next column.
 */
class IndexCheck {
  private readonly tables: ReadonlyMap<string, DebugTable>;

  constructor(private readonly program: Program) {
    this.tables = new Map(program.meaning.tables.map((table) => [table.name, table]));
  }

  /** An index in the operand itself. */
  operand(item: Item, named: TableOperand | undefined): void {
    const access = this.accessOf(named);
    if (access === undefined) return;
    const { table, offset } = access;
    const isArray = table.layout === 'row' || (table.layout === 'zero-page' && table.index !== '');
    const index = Math.floor(offset / table.size);
    if (!isArray || (index >= table.first && index <= table.last)) return;
    const address = table.address + offset - table.first * table.size;
    this.report(item, table, `${index} is ${this.ownerOf((table.address & 0xff00) | (address & 0xff))}`);
  }

  /** An index in Y, or the page of a row. */
  page(item: Item, { opcode }: InstructionForm, named: TableOperand | undefined, page: number): void {
    const { address, operation } = opcodeOfCode(opcode);
    const access = address === 'yd' && operation !== 'jump' ? this.accessOf(named) : undefined;
    if (access === undefined) return;
    const { table, offset } = access;
    if (table.layout === 'row' && table.address >> 8 !== page) {
      const message = `"${table.name}" is in page ${hexByte(table.address >> 8)}, but Y is ${hexByte(page)} here`;
      this.program.findings.add('GT0508', message, item, item.statement, { related: this.related(table) });
    }
    const takesPage = table.layout === 'column' || (table.layout === 'field' && offset >= 0 && offset < table.size);
    if (!takesPage || (table.layout === 'column' && offset !== 0)) return;
    if (page >= table.first && page <= table.last) return;
    const owner = this.ownerOf((page << 8) | ((table.address + offset) & 0xff));
    this.report(item, table, `Y = ${hexByte(page)} is ${owner}`);
  }

  /** The table that an operand names, and its distance in bytes from index 0. */
  private accessOf(named: TableOperand | undefined) {
    const table = named === undefined ? undefined : this.tables.get(named.symbol.name);
    return named === undefined || table === undefined ? undefined : { table, offset: named.offset };
  }

  private report(item: Item, table: DebugTable, what: string): void {
    const message = `"${table.name}" has the indices ${table.first} to ${table.last}; ${what}`;
    this.program.findings.add('GT0508', message, item, item.statement, { related: this.related(table) });
  }

  private related({ name, source, line, column, endColumn }: DebugTable) {
    const span = { start: column, end: endColumn };
    return this.program.findings.related(`"${name}" is declared here`, { file: source, line }, span);
  }

  /** The owner of a byte of RAM, worded for a message. */
  private ownerOf(address: number): string {
    for (const { name, address: start, stride, size, first, last } of this.tables.values()) {
      const offset = address - start;
      if (offset >= 0 && offset < stride * (last - first) + size && offset % stride < size)
        return `a byte of "${name}"`;
    }
    return `${hexWord(address)}, of no declaration`;
  }
}
