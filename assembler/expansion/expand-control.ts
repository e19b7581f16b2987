/**
 * Loops, conditions and exits: which lines are expanded, how often, and what the loop's name stands for.
 *
 * Counts, bounds and conditions are evaluated at once, with what is known at this line.
 */
import { elementAt } from '#basics';
import { CHECK_SHAPES } from '#isa';
import type { SourceBlock } from '../syntax/block-structure.ts';
import type { DirectiveLine, Expander } from './expander.ts';
import type { Binding, Item, Macro } from '../program/program.ts';
import type { DirectiveStatement, Expression } from '../contract/syntax.ts';
import { boundName, runMacro } from './expand-macros.ts';
import { numberBinding, valueBinding } from './macro-arguments.ts';

/** The most rounds of one loop. */
const MAX_ROUNDS = 65_536;

/** `.repeat`: expands its lines a number of times. */
export function expandRepeat(expander: Expander, { statement, block }: DirectiveLine): void {
  const [count] = statement.expressions;
  if (count === undefined || block === undefined) return;
  const rounds = expander.control(count);
  if (Number.isNaN(rounds)) return;
  if (!Number.isInteger(rounds) || rounds < 0 || rounds > MAX_ROUNDS)
    return expander.report('GT0609', `A repetition can run 0 to ${MAX_ROUNDS} times, not ${rounds}`, count);
  const name = statement.names[0]?.text;
  for (let round = 0; round < rounds && expander.round(); round++)
    if (!runRound(expander, 'repeat', statement, block, name, numberBinding(round))) return;
}

/** `.for`: expands its lines once for each value of a range or list. */
export function expandFor(expander: Expander, { statement, block }: DirectiveLine): void {
  const name = statement.names[0]?.text;
  if (name === undefined || block === undefined) return;
  if (statement.range === undefined) {
    for (const value of statement.expressions) {
      const binding = valueBinding(value, expander.origin());
      if (!expander.round() || !runRound(expander, 'for', statement, block, name, binding)) return;
    }
    return;
  }
  const first = expander.control(statement.range.first);
  const last = expander.control(statement.range.last);
  if (Number.isNaN(first) || Number.isNaN(last)) return;
  if (Math.abs(last - first) >= MAX_ROUNDS)
    return expander.report('GT0609', `A loop can run at most ${MAX_ROUNDS} times`, statement.range);
  const step = last < first ? -1 : 1;
  for (let value = first; step > 0 ? value <= last : value >= last; value += step)
    if (!expander.round() || !runRound(expander, 'for', statement, block, name, numberBinding(value))) return;
}

/** Expands one round of a loop in a scope of its own; false if the nesting is too deep. */
function runRound(
  expander: Expander,
  kind: 'repeat' | 'for',
  statement: DirectiveStatement,
  block: SourceBlock,
  name: string | undefined,
  binding: Binding,
): boolean {
  if (!expander.mayNest(statement.nameSpan, `".${kind}"`)) return false;
  const owner = `${expander.scope.owner}@${++expander.serial}`;
  const base = expander.boundScope(expander.scope, owner, name === undefined ? undefined : new Map([[name, binding]]));
  const { start, end } = statement;
  expander.within({ kind, name: name ?? kind, start, end }, base, () => expander.run(block.start + 1, block.end));
  return true;
}

/** `.if`: expands the lines of the first arm whose condition is not 0. */
export function expandCondition(expander: Expander, { statement, block }: DirectiveLine): void {
  if (block === undefined) return;
  for (const [arm, line] of [block.start, ...block.arms].entries()) {
    const head = arm === 0 ? statement : elementAt(expander.lines, line).statement;
    if (head?.kind !== 'directive') return;
    const [test] = head.expressions;
    expander.line = line;
    const value = head.name === 'else' ? 1 : test === undefined ? 0 : expander.control(test);
    if (Number.isNaN(value) || value === 0) continue;
    return expander.arm(head.nameSpan, line + 1, block.arms[arm] ?? block.end);
  }
}

/** `.shortcheck`: goes into the list of checks that wait for an exit. */
export function expandShortCheck(expander: Expander, { statement, parsed }: DirectiveLine): void {
  expander.shortChecks.push(expander.push(parsed, statement));
}

/**
 * `.exits`: the exits of all waiting short checks. Each begins with an item of this directive, without words, in the
 * order of the checks.
 */
export function expandExits(expander: Expander, { statement, parsed }: DirectiveLine): void {
  const [name] = statement.names;
  if (name === undefined) return;
  const { program, scope } = expander;
  const called = (scope.isBound ? boundName(scope, name.text) : undefined) ?? name.text;
  const macro = program.macros.get(called);
  if (macro === undefined) return expander.report('GT0301', `There is no macro "${called}"`, name);
  macro.symbol.isUsed = true;
  expander.recorder?.call(macro);
  const checks = expander.shortChecks.splice(0);
  if (checks.length === 0) {
    const message = 'All short checks before this have an exit; there is none left that needs one here';
    return expander.report('GT0836', message, statement);
  }
  if (macro.parameters.length !== 2) {
    const message = `".exits" gives its macro two arguments, charge and resume address; "${called}" takes ${macro.parameters.length}`;
    return expander.report('GT0603', message, name);
  }
  for (const check of checks) {
    expander.push(parsed, statement);
    runMacro(expander, macro, exitBindings(macro, check), { start: name.start, end: statement.end });
  }
}

/** What the parameters of an exit stand for: what the check charges, and the address of the word after it. */
function exitBindings(macro: Macro, check: Item): ReadonlyMap<string, Binding> {
  const label = check.statement?.kind === 'directive' ? check.statement.expressions[0] : undefined;
  const { start, end } = label ?? check.statement ?? { start: 0, end: 0 };
  const here: Expression = { kind: 'here', start, end };
  const words: Expression = { kind: 'number', value: CHECK_SHAPES.short.words, digits: 1, start, end };
  const charge: Expression = { kind: 'binary', operator: '-', left: label ?? here, right: here, start, end };
  const resume: Expression = { kind: 'binary', operator: '+', left: here, right: words, start, end };
  return new Map(
    [charge, resume].map((value, index) => [macro.parameters[index]?.name.text ?? '', valueBinding(value, check)]),
  );
}
