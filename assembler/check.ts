/**
 * Checks: what can be said when all words stand.
 *
 * Evaluates assertions and the constants that nothing used, so that their errors show, then has the
 * timing proven and the lints run.
 */
import type { Evaluator } from './evaluate.ts';
import type { Item, Program } from './program.ts';
import { checkTiming } from './check-timing.ts';
import type { DirectiveStatement } from './syntax.ts';

/** Reports failed assertions and, if `proves` is set, what the proof and the lints find. */
export function check(program: Program, evaluator: Evaluator, proves: boolean): void {
  for (const item of program.items) {
    const { statement } = item;
    if (statement?.kind === 'constant') evaluator.value(statement.value, item);
    else if (statement?.kind === 'directive' && statement.name === 'assert') assert(program, evaluator, item, statement);
  }
  checkTiming(program, evaluator, proves);
}

function assert(program: Program, evaluator: Evaluator, item: Item, statement: DirectiveStatement): void {
  const [condition, text] = statement.expressions;
  const value = condition === undefined ? NaN : evaluator.value(condition, item);
  if (value !== 0) return;
  const message = text === undefined ? undefined : evaluator.text(text, item);
  program.findings.add('GT0606', message ?? `Not so: ${item.parsed.text.slice(condition!.start, condition!.end)}`, item, condition);
}
