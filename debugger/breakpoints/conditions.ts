/**
 * Hit counts and log messages of breakpoints, and conditions as expressions.
 *
 * A hit count is a number (`3`: from the third hit on) or a comparison (`== 3`, `>= 3`, `> 3`, `< 3`, `<= 3`,
 * `% 3`: every third). A log message is text with expressions in braces, `{board[e4]}`; a literal brace is doubled.
 */
import { failure, isFailure, type Result } from '#basics';
import { evaluate, type Scope } from '../values/evaluate.ts';
import { shortened } from '../errors.ts';
import { parseExpression, type Expression } from '../program/expression.ts';
import { formatValue } from '../values/format.ts';

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

export type LogMessage = (scope: Scope) => string;

/** Reads a log message; a failure is a clause. */
export function parseLogMessage(message: string): Result<LogMessage> {
  const parts: (string | Expression)[] = [];
  for (const [piece, inside] of pieces(message)) {
    const parsed = inside ? parseExpression(piece) : piece;
    if (isFailure(parsed)) return failure(`"{${shortened(piece)}}": ${parsed.message}`);
    parts.push(parsed);
  }
  return (scope) => parts.map((part) => (typeof part === 'string' ? part : printed(part, scope))).join('');
}

function printed(tree: Expression, scope: Scope): string {
  const result = evaluate(tree, scope);
  return isFailure(result) ? `<${result.message}>` : formatValue(result, scope);
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
