/**
 * Checks operands against what they name: each operand once, and again wherever Y is known to be one constant.
 */
import type { KeptProof } from './kept-proof.ts';
import { itemAt, type Program } from '../program/program.ts';
import { Evaluator } from '../values/evaluate.ts';
import { tableOperand } from '../values/table-operand.ts';
import { BracketCheck } from './check-brackets.ts';
import { IndexCheck } from './check-indices.ts';
import { NameCheck } from './check-names.ts';
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
