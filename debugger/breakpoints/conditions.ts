/**
 * Hit counts and log messages of breakpoints, and conditions as expressions.
 *
 * A hit count is a number (`3`: from the third hit on) or a comparison (`== 3`, `>= 3`, `> 3`, `< 3`, `<= 3`,
 * `% 3`: every third). A log message is text with expressions in braces, `{board[e4]}` or `{nodes,d}`; a literal brace is
 * doubled.
 */
import { failure, isFailure, type Result } from '#basics';
import { evaluate, type Scope } from '../values/evaluate.ts';
import { shortened } from '../errors.ts';
import { parseExpression, type Expression } from '../program/expression.ts';
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

/** Why a condition has no value, as a sentence; undefined if it has one, or there is none. */
export function noValue(condition: Expression | undefined, text: string | undefined, scope: Scope): string | undefined {
  const result = condition && evaluate(condition, scope);
  return result !== undefined && isFailure(result) ? `Condition "${text ?? ''}": ${result.message}.` : undefined;
}

export type LogMessage = (scope: Scope) => string;

/** Reads a log message; a failure is a clause. */
export function parseLogMessage(message: string): Result<LogMessage> {
  const parts: (string | LogMessage)[] = [];
  for (const [piece, inside] of pieces(message)) {
    const part = inside ? printed(piece) : piece;
    if (isFailure(part)) return failure(`"{${shortened(piece)}}": ${part.message}`);
    parts.push(part);
  }
  return (scope) => parts.map((part) => (typeof part === 'string' ? part : part(scope))).join('');
}

/** An expression with its format, if it has one (`nodes,d`), as in a watch. */
function printed(text: string): Result<LogMessage> {
  const { expression, format } = splitFormat(text);
  const tree = parseExpression(expression);
  if (isFailure(tree)) return tree;
  return (scope) => {
    const result = evaluate(tree, scope);
    if (isFailure(result)) return `<${result.message}>`;
    return format === undefined ? formatValue(result, scope) : formatAs(result, format, scope.machine);
  };
}

/** The message in pieces, each with whether it was in braces. */
function* pieces(message: string): Generator<readonly [string, boolean]> {
  const lastClose = message.lastIndexOf('}');
  let text = '';
  for (let at = 0; at < message.length; at++) {
    const character = message.charAt(at);
    const doubled = message.charAt(at + 1) === character;
    const close = character === '{' && !doubled && at < lastClose ? message.indexOf('}', at) : -1;
    if (close > at) {
      yield [text, false];
      yield [message.slice(at + 1, close), true];
      text = '';
      at = close;
    } else {
      text += character;
      if ((character === '{' || character === '}') && doubled) at++;
    }
  }
  yield [text, false];
}
