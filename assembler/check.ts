/**
 * Checks of the source itself, when all words stand: assertions, and constants that nothing used, so
 * that their errors show. The proof of the timing and the lints come after it (check-timing.ts).
 */
import type { Evaluator } from './evaluate.ts';
import type { Item, Program } from './program.ts';
import type { DirectiveStatement } from './syntax.ts';

/** Reports failed assertions and wrong constants. */
export function check(program: Program, evaluator: Evaluator): void {
  for (const symbol of program.symbols) evaluator.settle(symbol);
  for (const item of program.directives) {
    const { statement } = item;
    if (statement?.kind === 'directive' && statement.name === 'assert') assert(program, evaluator, item, statement);
  }
}

function assert(program: Program, evaluator: Evaluator, item: Item, statement: DirectiveStatement): void {
  const [condition, text] = statement.expressions;
  const value = condition === undefined ? NaN : evaluator.value(condition, item);
  if (value !== 0) return;
  const message = text === undefined ? undefined : evaluator.text(text, item);
  program.findings.add('GT0606', message ?? `Not so: ${item.parsed.text.slice(condition!.start, condition!.end)}`, item, condition);
}
