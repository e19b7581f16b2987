/**
 * A scanner with the moves and findings that the parsers of a line share; and the edits that mend a bad token: a
 * missing quote or bracket, or typographic signs of a word processor.
 */
import type { DiagnosticCode } from '../contract/diagnostic.ts';
import { foreignToken, type Equivalent } from './foreign-words.ts';
import { Scanner, TokenKind } from './scanner.ts';
import type { LineProblem, Name, Span } from '../contract/syntax.ts';

/** Character codes of tokens that parsers ask for. */
export const Char = {
  Comma: 44,
  Colon: 58,
  Equals: 61,
  Hash: 35,
  Open: 40,
  Close: 41,
  OpenBracket: 91,
  CloseBracket: 93,
  OpenBrace: 123,
  CloseBrace: 125,
  Plus: 43,
  Minus: 45,
  Star: 42,
  Question: 63,
  Less: 60,
  Greater: 62,
} as const;

export class Cursor {
  readonly scanner = new Scanner();
  problems: LineProblem[] | undefined;
  /** Nesting of the expression being read. */
  depth = 0;

  /** Begins a line; a cursor can be used for many. */
  begin(text: string): this {
    this.problems = undefined;
    this.depth = 0;
    this.scanner.begin(text);
    return this;
  }

  get kind(): number {
    return this.scanner.kind;
  }

  get atEnd(): boolean {
    return this.scanner.kind === TokenKind.End;
  }

  /** Moves on if the current token is of this kind. */
  accept(kind: number): boolean {
    if (this.scanner.kind !== kind) return false;
    this.scanner.advance();
    return true;
  }

  /** The current name token as a node, moving on; undefined if it is not a name. */
  name(): Name | undefined {
    const { scanner } = this;
    if (scanner.kind !== TokenKind.Name) return undefined;
    const node = { text: scanner.lexeme, start: scanner.start, end: scanner.end };
    scanner.advance();
    return node;
  }

  /** Reports at the current token; a token that the scanner could not read is reported as such. */
  expected(what: string): void {
    const { scanner } = this;
    if (scanner.kind === TokenKind.Bad) {
      const number = /^[$%0-9]/.test(scanner.lexeme);
      const quoted = /^["']/.test(scanner.lexeme);
      const code = number ? 'GT0102' : quoted ? 'GT0103' : 'GT0101';
      const { text, start, end } = scanner;
      const fix = tokenFix(text, start, end);
      if (fix !== undefined) return this.report(code, capital(scanner.content), start, end, fix);
      return this.reportForeign(code, capital(scanner.content), foreignToken(scanner.lexeme), scanner);
    }
    const found = scanner.kind === TokenKind.End ? 'the statement ends' : `there is "${scanner.lexeme}"`;
    const fix = missingSign(scanner.text, scanner.start, what);
    this.report('GT0104', `Expected ${what}, but ${found}`, scanner.start, scanner.end, fix);
  }

  /** Reports a word or token, with what it is here if it is one of another assembler. */
  reportForeign(code: DiagnosticCode, message: string, known: Equivalent | undefined, { start, end }: Span): void {
    if (known === undefined) return this.report(code, message, start, end);
    const { hint, text } = known;
    const fix = text === undefined ? undefined : { title: `Write "${text}"`, start, end, text };
    this.report(code, `${message}; ${hint}`, start, end, fix);
  }

  /** Adds a finding; only the first at a column counts, others follow from it. */
  report(code: DiagnosticCode, message: string, start: number, end: number, fix?: LineProblem['fix']): void {
    this.problems ??= [];
    if (this.problems.some((problem) => problem.start === start)) return;
    this.problems.push({ code, message, start, end, ...(fix !== undefined && { fix }) });
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type LineFix = NonNullable<LineProblem['fix']>;

/** Plain signs for what a word processor makes of them. */
const PLAIN: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '−': '-',
  '×': '*',
  '\u00a0': ' ',
};
const SIGNS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Mends a token that cannot be read. @param start column of the token in the line's text; `end` is after it */
function tokenFix(text: string, start: number, end: number): LineFix | undefined {
  const token = text.slice(start, end);
  if (token.search(SIGNS) === 0) {
    const plain = text.slice(start).replace(SIGNS, (sign) => PLAIN[sign] ?? sign);
    return { title: 'Write plain signs', start, end: text.length, text: plain };
  }
  const characters = /^'([^'\\]{2,})'$/.exec(token)?.[1];
  if (characters !== undefined) return { title: `Write "${characters}"`, start, end, text: `"${characters}"` };
  const isOpen = /^"(?:\\.|[^"\\])*$/.test(token) || /^'(?:\\.|[^'\\])$/.test(token.trimEnd());
  if (!isOpen) return undefined;
  const last = text.trimEnd().length;
  return { title: 'Write the closing quote', start: last, end: last, text: token.charAt(0) };
}

/**
 * Writes one sign that is missing before a token, if nothing is between that could belong to it; a bracket that
 * closes nothing is replaced. @param expected as the message names it
 */
function missingSign(text: string, start: number, expected: string): LineFix | undefined {
  const sign = /^"([\])}:])"/.exec(expected)?.[1];
  const next = text.charAt(start);
  if (sign === undefined || !['', ';', '/', ',', ')', ']'].includes(next)) return undefined;
  const title = `Write "${sign}"`;
  if (closesNothing(next, text.slice(0, start))) return { title, start, end: start + 1, text: sign };
  const place = text.slice(0, start).trimEnd().length;
  return { title, start: place, end: place, text: sign };
}

/** Whether a sign is a closing bracket of whose kind none is open. */
function closesNothing(sign: string, before: string): boolean {
  const open = { ')': '(', ']': '[' }[sign];
  return open !== undefined && before.split(open).length <= before.split(sign).length;
}
