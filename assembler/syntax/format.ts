/**
 * The formatter: one line in, one line out.
 *
 * Labels are in column 0, statements in column 8, operands after the mnemonic padded to four
 * columns and a space, comments in column 32 or the next multiple of 8, or where the writer aligned those of
 * adjacent lines. Directives and constants that the writer put in column 0 stay there; comment lines
 * keep to column 0 or 8. Operands and comments are left as written, so that nothing changes its
 * meaning. Formatting twice changes nothing. Columns are reached by spaces, or by tabs where the writer
 * wants those.
 */
import { VCPU_FORMS } from '#isa';
import { isMnemonic } from './instruction-forms.ts';
import { parseLine } from './line-parser.ts';
import { splitLines } from '../contract/source.ts';
import type { ParsedLine, Statement } from '../contract/syntax.ts';

const STATEMENT_COLUMN = 8;
const COMMENT_COLUMN = 32;
/** Longer statements have their comment at the next multiple of this. */
const TAB = 8;
/** Where the value of a constant in column 0 begins. */
const VALUE_COLUMN = 18;

/** How columns are reached. */
export interface FormatStyle {
  /** Columns from one tab stop to the next. */
  readonly tabSize: number;
  /** Whether by tabs, with spaces only for the rest. */
  readonly tabs: boolean;
}

const SPACES: FormatStyle = { tabSize: TAB, tabs: false };

/** Formats a source; line ends become LF, one at the end. */
export function formatSource(text: string, style = SPACES): string {
  const lines = splitLines(text).map((line) => prepare(line, style));
  alignComments(lines);
  const result = lines.map((line) => print(line, style));
  while (result.at(-1) === '') result.pop();
  return result.length === 0 ? '' : `${result.join('\n')}\n`;
}

/** Formats one line without regard to others; a line with syntax errors only loses its trailing space. */
export function formatLine(text: string, style = SPACES): string {
  return print(prepare(text, style), style);
}

interface FormattedLine {
  readonly code: string;
  /** Columns that the code takes. */
  readonly width: number;
  readonly comment: string;
  /** Column of a comment after code as written; −1 if there is none. */
  readonly written: number;
  column: number;
}

function prepare(text: string, style: FormatStyle): FormattedLine {
  const line = parseLine(text);
  if (line.problems.length > 0) return codeOrComment(text.replace(/[ \t]+$/, ''));
  const code = formatCode(line, style);
  if (line.comment < 0) return codeOrComment(code);
  const comment = text.slice(line.comment).trimEnd();
  if (code === '') return codeOrComment(code, comment, /^\s/.test(text) ? STATEMENT_COLUMN : 0);
  const width = widthOf(code, style);
  return {
    code,
    width,
    comment,
    written: widthOf(text.slice(0, line.comment), style),
    column: Math.max(COMMENT_COLUMN, Math.ceil((width + 1) / TAB) * TAB),
  };
}

/** A line with code or a comment alone. */
function codeOrComment(code: string, comment = '', column = 0): FormattedLine {
  return { code, width: 0, comment, written: -1, column };
}

/** The columns that a text takes from column 0 on. */
function widthOf(text: string, { tabSize }: FormatStyle): number {
  const [first = '', ...others] = text.split('\t');
  return others.reduce((width, part) => nextStop(width, tabSize) + part.length, first.length);
}

function nextStop(column: number, tabSize: number): number {
  return (Math.floor(column / tabSize) + 1) * tabSize;
}

function blanks(from: number, to: number, { tabs, tabSize }: FormatStyle): string {
  let at = from;
  let text = '';
  if (tabs)
    for (let stop = nextStop(at, tabSize); stop <= to; stop = nextStop(at, tabSize)) {
      text += '\t';
      at = stop;
    }
  return text + ' '.repeat(to - at);
}

/** Keeps the column of comments that the writer aligned in adjacent lines, if all of their code leaves room. */
function alignComments(lines: readonly FormattedLine[]): void {
  for (let first = 0, end = 0; first < lines.length; first = end) {
    const { written } = lines[first]!;
    for (end = first + 1; end < lines.length && lines[end]!.written === written; end++);
    const run = lines.slice(first, end);
    if (written <= COMMENT_COLUMN || run.length < 2 || run.some((line) => line.width >= written)) continue;
    for (const line of run) line.column = written;
  }
}

function print({ code, width, comment, column }: FormattedLine, style: FormatStyle): string {
  return comment === '' ? code : code + blanks(width, column, style) + comment;
}

function formatCode(line: ParsedLine, style: FormatStyle): string {
  const labels = line.labels.map((label) => `${label.text}:`).join(' ');
  const { statement } = line;
  if (statement === undefined) return labels;
  const text = statementText(line, statement);
  if (labels === '') return (startsInColumn0(line, statement) ? '' : blanks(0, STATEMENT_COLUMN, style)) + text;
  const { length } = labels;
  return labels + (length < STATEMENT_COLUMN ? blanks(length, STATEMENT_COLUMN, style) : ' ') + text;
}

function startsInColumn0(line: ParsedLine, statement: Statement): boolean {
  const mayStay = statement.kind === 'directive' || statement.kind === 'constant';
  return mayStay && line.labels.length === 0 && !/^\s/.test(line.text);
}

function statementText(line: ParsedLine, statement: Statement): string {
  const end = line.comment < 0 ? line.text.length : line.comment;
  const written = line.text.slice(statement.start, end).trimEnd();
  if (statement.kind === 'constant') return constantText(line, statement, end);
  const head = /^\S+/.exec(written)?.[0] ?? '';
  const rest = written.slice(head.length).trim();
  if (rest === '') return head;
  const isInstruction = statement.kind === 'instruction' || isMnemonic(head.toLowerCase()) || VCPU_FORMS.has(head);
  return `${isInstruction ? head.padEnd(4) : head} ${rest}`;
}

function constantText(line: ParsedLine, statement: Statement & { kind: 'constant' }, end: number): string {
  const value = line.text.slice(statement.name.end, end).replace(/^\s*=/, '').trim();
  const name = statement.name.text;
  const column = startsInColumn0(line, statement) ? VALUE_COLUMN - 2 : 0;
  return `${name.padEnd(Math.max(name.length + 1, column))}= ${value}`;
}
