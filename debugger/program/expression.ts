/**
 * Expressions of the debug console, of watches and of breakpoint conditions: text to tree.
 *
 *     expression := [place `=`] C-like operators over
 *     operand    := number | 'c' | name | name[expression] | [expression] | ram[…] | rom[…]
 *                 | & place | - + ~ ! < > operand | lo(…) hi(…) | ( expression )
 *                 | [expression,expression]: page and low byte, as in `[y,x]`
 *
 * Numbers are written as in sources: 12, $0c, 0x0c, %1100, 0b1100. `<` and `>` before an operand are
 * its low and high byte. The tree knows no program; evaluate.ts gives names their meaning.
 */
import { failure, type Result, isFailure } from '#basics';
import { shortened } from '../errors.ts';

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'entry'; readonly table: string; readonly index: Expression }
  | { readonly kind: 'ram'; readonly page?: Expression; readonly address: Expression }
  | { readonly kind: 'rom'; readonly address: Expression }
  | { readonly kind: 'address-of'; readonly operand: Expression }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'assign'; readonly target: Expression; readonly value: Expression };

export type UnaryOperator = '-' | '+' | '~' | '!' | 'lo' | 'hi';

const PREFIXES: Readonly<Record<string, UnaryOperator>> = {
  '-': '-',
  '+': '+',
  '~': '~',
  '!': '!',
  '<': 'lo',
  '>': 'hi',
};

/** Binary operators, weakest first; those of one row bind equally, from the left. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
/** A `%` or `$` begins a number where an operand is expected, so numbers are matched by the parser, not here. */
const NUMBER = /^(?:\$([0-9a-f]+)|0x([0-9a-f]+)|%([01]+)|0b([01]+)|([0-9]+)|'(.)')(?![\w$])/iu;
const NAME = /^[a-z_.][\w.]*/i;
/** What a table holds, in the words of its declaration. */
const PIECE = /^(?:white|black)\s+[a-z]\w*/i;
const OPERATOR = /^(?:\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%&|^~!<>=()[\],])/;
/** What may follow an expression and a comma: decimal, hexadecimal, binary; the word that begins there. */
export const FORMATS = ['d', 'x', 'b', 'w'] as const;
/** Nesting and number of operators at which parsing gives up: evaluation follows the tree by calls. */
const MAX_DEPTH = 100;
const MAX_OPERATORS = 1000;

/** Reads an expression; a failure is a clause such as `"]" is missing`. */
export function parseExpression(text: string): Result<Expression> {
  const parser = new Parser(text);
  const tree = parser.assignment();
  const problem = parser.problem ?? (parser.atEnd ? undefined : unexpected(parser.rest));
  return problem === undefined ? tree : failure(problem);
}

/** What is left where an expression has ended; a comma begins a format, which is cut off before if it is one. */
function unexpected(rest: string): string {
  const format = /^,\s*(\w+)$/.exec(rest.trimEnd())?.[1];
  if (format === undefined) return `"${shortened(rest)}" is not expected here`;
  return `"${shortened(format)}" is not a format: write ${FORMATS.slice(0, -1).join(', ')} or ${FORMATS.at(-1)}`;
}

/** Why an expression cannot be used where nothing is set. */
export const SETS_VALUE = '"=" sets a value, write "==" to compare';
const NOTHING: Expression = { kind: 'number', value: 0 };

class Parser {
  problem: string | undefined;
  private at = 0;
  private depth = 0;
  private operators = 0;

  constructor(private readonly text: string) {}

  get rest(): string {
    return this.text.slice(this.at).trim();
  }

  get atEnd(): boolean {
    return this.rest === '';
  }

  assignment(): Expression {
    const target = this.binary(0);
    if (this.problem !== undefined || this.peek() !== '=') return target;
    this.take('=');
    return { kind: 'assign', target, value: this.binary(0) };
  }

  private binary(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.unary();
    let left = this.binary(level + 1);
    for (;;) {
      const operator = this.peek();
      if (this.problem !== undefined || operator === undefined || !operators.includes(operator)) return left;
      if (++this.operators > MAX_OPERATORS) return this.fail(`it has more than ${MAX_OPERATORS} operators`);
      this.take(operator);
      left = { kind: 'binary', operator, left, right: this.binary(level + 1) };
    }
  }

  private unary(): Expression {
    if (this.depth >= MAX_DEPTH) return this.fail('it is nested too deeply');
    this.depth++;
    const result = this.prefixed();
    this.depth--;
    return result;
  }

  private prefixed(): Expression {
    const number = this.match(NUMBER);
    if (number !== undefined) return { kind: 'number', value: numberOf(number) };
    const operator = this.peek();
    if (operator === '(') return this.enclosed('(', ')');
    if (operator === '[') return this.ram();
    const unary = PREFIXES[operator ?? ''];
    if (operator === undefined || (unary === undefined && operator !== '&')) return this.named();
    this.take(operator);
    const operand = this.unary();
    return unary === undefined ? { kind: 'address-of', operand } : { kind: 'unary', operator: unary, operand };
  }

  private named(): Expression {
    const name = (this.match(PIECE) ?? this.match(NAME))?.[0];
    if (name === undefined)
      return this.fail(this.atEnd ? 'it ends too early' : `"${shortened(this.rest)}" is not an operand`);
    const lower = name.toLowerCase();
    const next = this.peek();
    if (next === '(' && (lower === 'lo' || lower === 'hi')) {
      return { kind: 'unary', operator: lower, operand: this.enclosed('(', ')') };
    }
    if (next === '(') return this.fail(`there is no function "${name}" here, only "lo" and "hi"`);
    if (next !== '[') return { kind: 'name', name };
    if (lower === 'ram') return this.ram();
    const inner = this.enclosed('[', ']');
    return lower === 'rom' ? { kind: 'rom', address: inner } : { kind: 'entry', table: name, index: inner };
  }

  private ram(): Expression {
    this.take('[');
    const first = this.binary(0);
    if (this.problem !== undefined || this.peek() !== ',') return { kind: 'ram', address: this.close(first, ']') };
    return { kind: 'ram', page: first, address: this.enclosed(',', ']') };
  }

  private enclosed(open: string, close: string): Expression {
    this.take(open);
    return this.close(this.binary(0), close);
  }

  private close(inner: Expression, bracket: string): Expression {
    const next = this.peek();
    if (next !== bracket) return this.fail(next === '=' ? SETS_VALUE : `"${bracket}" is missing`);
    if (this.problem === undefined) this.take(bracket);
    return inner;
  }

  private peek(): string | undefined {
    this.skipSpace();
    return OPERATOR.exec(this.text.slice(this.at))?.[0];
  }

  private take(operator: string): void {
    this.skipSpace();
    this.at += operator.length;
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    this.skipSpace();
    const match = pattern.exec(this.text.slice(this.at)) ?? undefined;
    this.at += match?.[0].length ?? 0;
    return match;
  }

  private skipSpace(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at++;
  }

  private fail(problem: string): Expression {
    this.problem ??= problem;
    return NOTHING;
  }
}

function numberOf([, dollar, hex, percent, binary, decimal, character]: RegExpExecArray): number {
  if (character !== undefined) return character.codePointAt(0) ?? 0;
  if (decimal !== undefined) return Number.parseInt(decimal, 10);
  const bits = percent ?? binary;
  return bits === undefined ? Number.parseInt(dollar ?? hex ?? '0', 16) : Number.parseInt(bits, 2);
}

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
