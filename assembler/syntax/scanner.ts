/**
 * Lexing: the tokens of one line, one at a time.
 *
 * A scanner is a cursor: `advance` moves to the next token, whose kind, columns and value are then its
 * fields; nothing is allocated for a token. Parser, highlighting and completion all use it. It never
 * fails: what begins no token is a token of kind `Bad` with a reason.
 */
import { hexDigits } from '#basics';

/** Kinds of tokens. A single-character token's kind is its character code. */
export const TokenKind = {
  End: 0,
  Name: 1,
  DotName: 2,
  Number: 3,
  Text: 4,
  Bad: 5,
  Shl: 6,
  Shr: 7,
  Le: 8,
  Ge: 9,
  Eq: 10,
  Ne: 11,
  AndAnd: 12,
  OrOr: 13,
  DotDot: 14,
} as const;

/** Character class: 0 none, 1 begins a name, 2 digit, 4 single-character token, 5 one that may begin a longer token. */
const CLASSES = new Uint8Array(128);
for (let c = 97; c <= 122; c++) CLASSES[c] = CLASSES[c - 32] = 1;
for (let c = 48; c <= 57; c++) CLASSES[c] = 2;
CLASSES[95] = 1;
for (const c of '+-*/%&|^~!<>=()[]{},:#?.') CLASSES[c.charCodeAt(0)] = 4;

/** Kind of a token of two characters: first character code × 128 + second. */
const PAIRS = new Map<number, number>(
  Object.entries({
    '<<': TokenKind.Shl,
    '>>': TokenKind.Shr,
    '<=': TokenKind.Le,
    '>=': TokenKind.Ge,
    '==': TokenKind.Eq,
    '!=': TokenKind.Ne,
    '&&': TokenKind.AndAnd,
    '||': TokenKind.OrOr,
    '..': TokenKind.DotDot,
  }).map(([text, kind]) => [(text.charCodeAt(0) << 7) | text.charCodeAt(1), kind]),
);
for (const pair of PAIRS.keys()) CLASSES[pair >> 7] = 5;

const SPACE = 32;
const TAB = 9;
const DOT = 46;
const QUOTE = 34;
const APOSTROPHE = 39;
const DOLLAR = 36;
const PERCENT = 37;
const STAR = 42;
const CLOSE = 41;
const CLOSE_BRACKET = 93;

export class Scanner {
  text = '';
  kind: number = TokenKind.End;
  start = 0;
  end = 0;
  /** Value of a number; NaN if malformed. */
  value = 0;
  /** Digits of a number as written. */
  digits = 0;
  /** Content of a text; reason of a bad token. */
  content = '';
  /** Column of the comment, or −1. */
  comment = -1;

  /** Begins a line; the first token is then the current one. */
  begin(text: string): void {
    this.text = text;
    this.kind = TokenKind.End;
    this.end = 0;
    this.comment = -1;
    this.advance();
  }

  /** The current token as written. */
  get lexeme(): string {
    return this.text.slice(this.start, this.end);
  }

  /** Goes to the token at or after a column. */
  seek(column: number): void {
    this.end = column;
    this.advance();
  }

  /** Goes past the name that begins a statement: what follows is an operand, so `%` begins a number. */
  advanceToOperands(): void {
    this.kind = TokenKind.End;
    this.advance();
  }

  advance(): void {
    const { text } = this;
    const operandBefore =
      this.kind === TokenKind.Name ||
      this.kind === TokenKind.Number ||
      this.kind === CLOSE ||
      this.kind === CLOSE_BRACKET;
    let at = this.end;
    let c = text.charCodeAt(at);
    while (c === SPACE || c === TAB) c = text.charCodeAt(++at);
    this.start = at;
    if (at >= text.length) return this.finish(TokenKind.End, at);
    if (c === 59 || (c === 47 && text.charCodeAt(at + 1) === 47)) {
      this.comment = at;
      return this.finish(TokenKind.End, at);
    }
    if (c === 47 && text.charCodeAt(at + 1) === STAR) return this.bad(text.length, 'there are no comments in "/* */"');
    const kind = c < 128 ? CLASSES[c]! : 0;
    if (kind === 1) this.finish(TokenKind.Name, this.nameEnd(at));
    else if (kind === 2) this.number(at, c);
    else if (kind === 4 && c !== PERCENT) this.finish(c, at + 1);
    else this.special(at, c, kind, operandBefore);
  }

  /** Tokens that are not decided by their first character. */
  private special(at: number, c: number, kind: number, operandBefore: boolean): void {
    const next = this.text.charCodeAt(at + 1);
    if (c === DOLLAR) return this.radix(at, at + 1, 16);
    if (c === PERCENT && !operandBefore && isBinary(next)) return this.radix(at, at + 1, 2);
    if (c === DOT && CLASSES[next] === 1) return this.finish(TokenKind.DotName, this.nameEnd(at + 1));
    if (c === QUOTE || c === APOSTROPHE) return this.quoted(at, c);
    if (kind === 0)
      return this.bad(at + (c >= 0xd800 && c < 0xdc00 ? 2 : 1), `no token begins with ${shown(this.text, at)}`);
    const pair = next < 128 ? PAIRS.get((c << 7) | next) : undefined;
    if (pair !== undefined) this.finish(pair, at + 2);
    else this.finish(c, at + 1);
  }

  private finish(kind: number, end: number): void {
    this.kind = kind;
    this.end = end;
  }

  private bad(end: number, reason: string): void {
    this.content = reason;
    this.finish(TokenKind.Bad, Math.min(end, this.text.length));
  }

  /** End of a name; a dot belongs to it if a name character follows, as in `draw.loop` and `ld.2`. */
  private nameEnd(at: number): number {
    const { text } = this;
    for (;;) {
      const c = text.charCodeAt(at);
      const kind = CLASSES[c]!;
      if (c < 128 && (kind === 1 || kind === 2)) at++;
      else if (c === DOT && isNameCharacter(text.charCodeAt(at + 1))) at++;
      else return at;
    }
  }

  private number(at: number, c: number): void {
    const next = this.text.charCodeAt(at + 1) | 32;
    if (c === 48 && next === 120) return this.radix(at, at + 2, 16);
    if (c === 48 && next === 98) return this.radix(at, at + 2, 2);
    this.radix(at, at, 10);
  }

  private radix(start: number, digits: number, radix: number): void {
    const { text } = this;
    let end = digits;
    let value = 0;
    for (; end < text.length; end++) {
      const c = text.charCodeAt(end);
      if (c === 95) continue;
      const digit = digitOf(c);
      if (digit < 0) break;
      value = digit < radix ? value * radix + digit : NaN;
    }
    this.start = start;
    if (end === digits) return this.bad(end, 'digits are missing');
    if (Number.isNaN(value)) return this.bad(end, `not a number of base ${radix}`);
    if (value > 0xffffffff) return this.bad(end, 'the number is larger than 32 bits');
    this.value = value;
    this.digits = end - digits;
    this.finish(TokenKind.Number, end);
  }

  private quoted(start: number, quote: number): void {
    const { text } = this;
    let content = '';
    let at = start + 1;
    for (; at < text.length && text.charCodeAt(at) !== quote; at++) {
      if (text.charCodeAt(at) !== 92) {
        content += text[at];
        continue;
      }
      const escape = ESCAPES[text[++at] ?? ''];
      const hex = text[at] === 'x' ? /^[0-9a-fA-F]{2}/.exec(text.slice(at + 1, at + 3)) : null;
      if (hex !== null) {
        content += String.fromCharCode(parseInt(hex[0], 16));
        at += 2;
      } else if (escape !== undefined) content += escape;
      else return this.bad(Math.max(at, closing(text, at, quote)), 'unknown escape in a text');
    }
    if (at >= text.length) return this.bad(text.length, 'the closing quote is missing');
    this.content = content;
    if (quote === QUOTE) return this.finish(TokenKind.Text, at + 1);
    if (content.length !== 1) return this.bad(at + 1, 'there must be exactly one character between apostrophes');
    this.value = content.charCodeAt(0);
    this.digits = 3;
    this.finish(TokenKind.Number, at + 1);
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

/** The character at a place as a message names it: itself where it can be seen, and its code. */
function shown(text: string, at: number): string {
  const code = text.codePointAt(at)!;
  const name = `U+${hexDigits(code, 4).toUpperCase()}`;
  const isVisible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(code));
  return isVisible ? `"${String.fromCodePoint(code)}" (${name})` : `the character ${name}`;
}

function closing(text: string, from: number, quote: number): number {
  const at = text.indexOf(String.fromCharCode(quote), from);
  return at < 0 ? text.length : at + 1;
}

/** Whether a name can have a character after its first one. */
export function isNameCharacter(c: number): boolean {
  return c < 128 && (CLASSES[c] === 1 || CLASSES[c] === 2);
}

function isBinary(c: number): boolean {
  return c === 48 || c === 49;
}

/** Value of a digit or letter, −1 for another character. */
function digitOf(c: number): number {
  if (c >= 48 && c <= 57) return c - 48;
  const lower = c | 32;
  return lower >= 97 && lower <= 122 ? lower - 87 : -1;
}
