/**
 * Hit counts and log messages of breakpoints, and conditions as expressions.
 *
 * A hit count is a number (`3`: from the third hit on) or a comparison (`== 3`, `>= 3`, `> 3`, `< 3`, `<= 3`,
 * `% 3`: every third). A log message is text with expressions in braces, `{board[e4]}` or `{nodes,d}`; a literal brace is
 * doubled.
 */
import { failure, isFailure, type Result } from '#basics';
import { evaluate, UnknownName, type Scope } from '../values/evaluate.ts';
import { shortened } from '../errors.ts';
import { parseExpression, SETS_VALUE, type Expression } from '../program/expression.ts';
import { formatAs, formatValue, splitFormat } from '../values/format.ts';

export type HitTest = (hits: number) => boolean;

/** A text that says something; one of blanks counts as absent. */
export function unlessBlank(text: string | undefined): string | undefined {
  return text?.trim() === '' ? undefined : text;
}

const HIT_TESTS: Readonly<Record<string, (limit: number) => HitTest>> = {
  '==': (limit) => (hits) => hits === limit,
  '>=': (limit) => (hits) => hits >= limit,
  '>': (limit) => (hits) => hits > limit,
  '<': (limit) => (hits) => hits < limit,
  '<=': (limit) => (hits) => hits <= limit,
  '%': (limit) => (hits) => hits % limit === 0,
};

export function parseHitCount(text: string): HitTest | undefined {
  const match = /^(==|=|>=|>|<=|<|%)?\s*(\d{1,15})$/.exec(text.trim());
  if (match === null) return undefined;
  const operator = match[1] === '=' ? '==' : (match[1] ?? '>=');
  const limit = Number(match[2]);
  return operator === '%' && limit === 0 ? undefined : HIT_TESTS[operator]?.(limit);
}

/** Reads an expression that sets nothing, and names nothing that the program does not have; a failure is a clause. */
export function parseCondition(text: string, scope: Scope): Result<Expression> {
  const tree = parseExpression(text);
  if (isFailure(tree)) return tree;
  if (tree.kind === 'assign') return failure(SETS_VALUE);
  const result = evaluate(tree, scope);
  return result instanceof UnknownName ? result : tree;
}

/** Why a condition has no value, as a sentence; undefined if it has one, or there is none. */
export function noValue(condition: Expression | undefined, text: string | undefined, scope: Scope): string | undefined {
  const result = condition && evaluate(condition, scope);
  return result !== undefined && isFailure(result) ? `Condition "${text ?? ''}": ${result.message}.` : undefined;
}

export type LogMessage = (scope: Scope) => string;

/** Reads a log message; a failure is a clause. */
export function parseLogMessage(message: string, scope: Scope): Result<LogMessage> {
  const parts: (string | LogMessage)[] = [];
  for (const [text, inside, close] of message.matchAll(/\{\{|\}\}|\{([^}]*)(\}?)|[^{}]+|\}/g)) {
    if (close === '') return failure(`"${shortened(text)}": "}" is missing`);
    const part = inside === undefined ? text.replace(/^([{}])\1$/, '$1') : printed(inside, scope);
    if (isFailure(part)) return failure(`"${shortened(text)}": ${part.message}`);
    parts.push(part);
  }
  return (at) => parts.map((part) => (typeof part === 'string' ? part : part(at))).join('');
}

/** An expression with its format, if it has one (`nodes,d`), as in a watch. */
function printed(text: string, scope: Scope): Result<LogMessage> {
  const { expression, format } = splitFormat(text);
  const tree = parseCondition(expression, scope);
  if (isFailure(tree)) return tree;
  return (at) => {
    const result = evaluate(tree, at);
    if (isFailure(result)) return `<${result.message}>`;
    return format === undefined ? formatValue(result, at) : formatAs(result, format, at.machine);
  };
}
