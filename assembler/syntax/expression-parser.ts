/**
 * Expressions: operators and precedence as in C, with `<e` and `>e` for the bytes of a value, `*` for
 * here, `:-` and `:+` for anonymous labels, and calls such as `lo(e)`.
 *
 * What cannot be read becomes a node of kind `error` and one finding; the parser goes on after it.
 */
import { Char, type Cursor } from './cursor.ts';
import { TokenKind } from './scanner.ts';
import type { BinaryOperator, Expression, Name, UnaryOperator } from '../contract/syntax.ts';

/** Deeper nesting than any person writes; keeps the recursion bounded. */
const MAX_DEPTH = 100;

/** Precedence by token kind, 0 for none; higher binds tighter. */
const PRECEDENCE = new Uint8Array(128);
const OPERATORS: (BinaryOperator | undefined)[] = [];
function operator(kind: number, text: BinaryOperator, precedence: number): void {
  PRECEDENCE[kind] = precedence;
  OPERATORS[kind] = text;
}
operator(TokenKind.OrOr, '||', 1);
operator(TokenKind.AndAnd, '&&', 2);
operator('|'.charCodeAt(0), '|', 3);
operator('^'.charCodeAt(0), '^', 4);
operator('&'.charCodeAt(0), '&', 5);
operator(TokenKind.Eq, '==', 6);
operator(TokenKind.Ne, '!=', 6);
operator('<'.charCodeAt(0), '<', 7);
operator(TokenKind.Le, '<=', 7);
operator('>'.charCodeAt(0), '>', 7);
operator(TokenKind.Ge, '>=', 7);
operator(TokenKind.Shl, '<<', 8);
operator(TokenKind.Shr, '>>', 8);
operator(Char.Plus, '+', 9);
operator(Char.Minus, '-', 9);
operator(Char.Star, '*', 10);
operator('/'.charCodeAt(0), '/', 10);
operator('%'.charCodeAt(0), '%', 10);

const UNARY = '-+~!<>';

/** Reads one expression; never undefined. */
export function parseExpression(cursor: Cursor): Expression {
  if (++cursor.depth > MAX_DEPTH) {
    const node = tooDeep(cursor);
    cursor.depth--;
    return node;
  }
  const condition = parseBinary(cursor, 1);
  const node = cursor.kind === Char.Question ? parseChoice(cursor, condition) : condition;
  cursor.depth--;
  return node;
}

function parseChoice(cursor: Cursor, condition: Expression): Expression {
  cursor.scanner.advance();
  const yes = parseExpression(cursor);
  if (!cursor.accept(Char.Colon)) cursor.expected('":" of the choice');
  const no = parseExpression(cursor);
  return { kind: 'choice', condition, yes, no, start: condition.start, end: no.end };
}

function parseBinary(cursor: Cursor, least: number): Expression {
  let left = parseUnary(cursor);
  for (let count = 0; ; count++) {
    if (count === MAX_DEPTH) return tooDeep(cursor);
    const kind = cursor.kind;
    const precedence = PRECEDENCE[kind] ?? 0;
    if (precedence < least) return left;
    cursor.scanner.advance();
    const right = parseBinary(cursor, precedence + 1);
    left = { kind: 'binary', operator: OPERATORS[kind]!, left, right, start: left.start, end: right.end };
  }
}

function parseUnary(cursor: Cursor): Expression {
  const { scanner } = cursor;
  const text = scanner.kind > 32 ? String.fromCharCode(scanner.kind) : '';
  if (text === '' || !UNARY.includes(text)) return parsePrimary(cursor);
  const { start } = scanner;
  if (++cursor.depth > MAX_DEPTH) {
    cursor.depth--;
    return tooDeep(cursor);
  }
  scanner.advance();
  const argument = parseUnary(cursor);
  cursor.depth--;
  return { kind: 'unary', operator: text as UnaryOperator, argument, start, end: argument.end };
}

function parsePrimary(cursor: Cursor): Expression {
  const { scanner } = cursor;
  const { start, end } = scanner;
  switch (scanner.kind) {
    case TokenKind.Number: {
      const { value, digits } = scanner;
      scanner.advance();
      return { kind: 'number', value, digits, start, end };
    }
    case TokenKind.Name: {
      const name = scanner.lexeme;
      scanner.advance();
      if (cursor.kind === Char.Open) return parseCall(cursor, { text: name, start, end });
      return { kind: 'symbol', name, start, end };
    }
    case TokenKind.DotName: {
      const name = scanner.lexeme;
      scanner.advance();
      return { kind: 'symbol', name, start, end };
    }
    case TokenKind.Text: {
      const value = scanner.content;
      scanner.advance();
      return { kind: 'string', value, start, end };
    }
    case Char.Star:
      scanner.advance();
      return { kind: 'here', start, end };
    case Char.Open:
      return parseParentheses(cursor);
    case Char.Colon:
      return parseAnonymous(cursor);
  }
  cursor.expected('an expression');
  if (scanner.kind === TokenKind.Bad) scanner.advance();
  return { kind: 'error', start, end };
}

/** Parentheses make no node, but the columns of what they hold include them. */
function parseParentheses(cursor: Cursor): Expression {
  const { start } = cursor.scanner;
  cursor.scanner.advance();
  const inner = parseExpression(cursor);
  const { end } = cursor.scanner;
  if (!cursor.accept(Char.Close)) cursor.expected('")"');
  // A number in parentheses is not a literal offset any more.
  return inner.kind === 'number' ? { ...inner, start, end, digits: 9 } : { ...inner, start, end };
}

function parseCall(cursor: Cursor, name: Name): Expression {
  cursor.scanner.advance();
  const list: Expression[] = [];
  while (cursor.kind !== Char.Close && !cursor.atEnd) {
    list.push(parseExpression(cursor));
    if (!cursor.accept(Char.Comma)) break;
  }
  const { end } = cursor.scanner;
  if (!cursor.accept(Char.Close)) cursor.expected('")"');
  return { kind: 'call', name, arguments: list, start: name.start, end };
}

function parseAnonymous(cursor: Cursor): Expression {
  const { scanner } = cursor;
  const { start } = scanner;
  const signs = /^(-+|\++)/.exec(scanner.text.slice(scanner.end))?.[0];
  if (signs === undefined) {
    cursor.expected('an expression');
    return { kind: 'error', start, end: scanner.end };
  }
  const end = scanner.end + signs.length;
  scanner.seek(end);
  return { kind: 'anonymous', distance: signs.startsWith('-') ? -signs.length : signs.length, start, end };
}

function tooDeep(cursor: Cursor): Expression {
  const { start, end } = cursor.scanner;
  cursor.report('GT0108', `The expression is nested more than ${MAX_DEPTH} deep`, start, end);
  while (!cursor.atEnd) cursor.scanner.advance();
  return { kind: 'error', start, end };
}
