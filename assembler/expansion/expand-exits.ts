/**
 * Short checks and their exits: `.exits` calls a macro once for each short check before it that has no exit yet.
 *
 * The macro's arguments are not known before layout, so its parameters are bound to expressions that are evaluated at the
 * check.
 */
import { CHECK_SHAPES } from '#isa';
import type { DirectiveStatement, Expression, ParsedLine } from '../contract/syntax.ts';
import type { Binding, Item, Macro } from '../program/program.ts';
import type { SourceBlock } from '../syntax/block-structure.ts';
import { boundName, runMacro } from './expand-macros.ts';
import type { Expander } from './expander.ts';
import { newBinding } from './macro-arguments.ts';

/** `.shortcheck`: goes into the list of checks that wait for an exit. */
export function expandShortCheck(
  expander: Expander,
  statement: DirectiveStatement,
  _: SourceBlock | undefined,
  parsed: ParsedLine,
): void {
  expander.shortChecks.push(expander.push(parsed, statement));
}

/**
 * `.exits`: the exits of all waiting short checks. Each begins with an item of this directive, without words, in the
 * order of the checks.
 */
export function expandExits(
  expander: Expander,
  statement: DirectiveStatement,
  _: SourceBlock | undefined,
  parsed: ParsedLine,
): void {
  const [name] = statement.names;
  if (name === undefined) return;
  const { program, scope } = expander;
  const called = (scope.isBound ? boundName(scope, name.text) : undefined) ?? name.text;
  const macro = program.macros.get(called);
  if (macro === undefined)
    return program.findings.add('GT0301', `There is no macro "${called}"`, expander.origin(), name);
  macro.symbol.isUsed = true;
  expander.recorder?.call(macro);
  const checks = expander.shortChecks.splice(0);
  if (checks.length === 0) {
    const message = 'All short checks before this have an exit; there is none left that needs one here';
    return program.findings.add('GT0836', message, expander.origin(), statement);
  }
  if (macro.parameters.length !== 2) {
    const message = `".exits" gives its macro two arguments, charge and resume address; "${called}" takes ${macro.parameters.length}`;
    return program.findings.add('GT0603', message, expander.origin(), name);
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
    [charge, resume].map((value, index) => {
      const operand = { kind: 'value' as const, value, immediate: false, start, end };
      return [macro.parameters[index]?.name.text ?? '', newBinding(operand, check)];
    }),
  );
}
