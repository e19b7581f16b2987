/** Numbers as users write them in fields: expressions without names. */
import { isFailure } from '#basics';
import { parseExpression, type Expression } from './expression.ts';

/** The value of a number such as `$1c`, `-5` or `%1010`; undefined for anything else. */
export function evaluateConstant(text: string): number | undefined {
  const parsed = parseExpression(text);
  return isFailure(parsed) ? undefined : constant(parsed);
}

function constant(tree: Expression): number | undefined {
  if (tree.kind === 'number') return tree.value;
  if (tree.kind !== 'unary' || (tree.operator !== '-' && tree.operator !== '+')) return undefined;
  const operand = constant(tree.operand);
  return operand === undefined ? undefined : tree.operator === '-' ? -operand : operand;
}
