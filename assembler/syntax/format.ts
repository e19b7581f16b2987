/**
 * The formatter: one line in, one line out.
 *
 * Labels are in column 0, statements in column 8, operands after the mnemonic padded to four
 * columns and a space, comments in column 32 or the next multiple of 8, or where the writer aligned those of
 * adjacent lines. Directives and constants that the writer put in column 0 stay there; comment lines
 * keep to column 0 or 8. Operands and comments are left as written, so that nothing changes its
 * meaning. Formatting twice changes nothing.
 */
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

/** Formats a source; line ends become LF, one at the end. */
export function formatSource(text: string): string {
  const lines = splitLines(text).map(prepare);
  alignComments(lines);
  const result = lines.map(print);
  while (result.at(-1) === '') result.pop();
  return result.length === 0 ? '' : `${result.join('\n')}\n`;
}

/** Formats one line without regard to others; a line with syntax errors only loses its trailing space. */
export function formatLine(text: string): string {
  return print(prepare(text));
}

interface FormattedLine {
  readonly code: string;
  readonly comment: string;
  /** Column of a comment after code as written; −1 if there is none. */
  readonly written: number;
  /** Column where it goes. */
  column: number;
}

function prepare(text: string): FormattedLine {
  const line = parseLine(text);
  if (line.problems.length > 0) return { code: text.replace(/[ \t]+$/, ''), comment: '', written: -1, column: 0 };
  const code = formatCode(line);
  if (line.comment < 0) return { code, comment: '', written: -1, column: 0 };
  const comment = text.slice(line.comment).trimEnd();
  if (code === '') return { code, comment, written: -1, column: /^\s/.test(text) ? STATEMENT_COLUMN : 0 };
  return {
    code,
    comment,
    written: line.comment,
    column: Math.max(COMMENT_COLUMN, Math.ceil((code.length + 1) / TAB) * TAB),
  };
}

/** Keeps the column of comments that the writer aligned in adjacent lines, if all of their code leaves room. */
function alignComments(lines: readonly FormattedLine[]): void {
  for (let first = 0, end = 0; first < lines.length; first = end) {
    const { written } = lines[first]!;
    for (end = first + 1; end < lines.length && lines[end]!.written === written; end++);
    const run = lines.slice(first, end);
    if (written <= COMMENT_COLUMN || run.length < 2 || run.some((line) => line.code.length >= written)) continue;
    for (const line of run) line.column = written;
  }
}

function print({ code, comment, column }: FormattedLine): string {
  return comment === '' ? code : code.padEnd(column) + comment;
}

function formatCode(line: ParsedLine): string {
  const labels = line.labels.map((label) => `${label.text}:`).join(' ');
  const { statement } = line;
  if (statement === undefined) return labels;
  const text = statementText(line, statement);
  if (labels === '') return (startsInColumn0(line, statement) ? '' : ' '.repeat(STATEMENT_COLUMN)) + text;
  return labels.length < STATEMENT_COLUMN ? labels.padEnd(STATEMENT_COLUMN) + text : `${labels} ${text}`;
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
  const isInstruction = statement.kind === 'instruction' || isMnemonic(head.toLowerCase());
  return `${isInstruction ? head.padEnd(4) : head} ${rest}`;
}

function constantText(line: ParsedLine, statement: Statement & { kind: 'constant' }, end: number): string {
  const value = line.text.slice(statement.name.end, end).replace(/^\s*=/, '').trim();
  const name = statement.name.text;
  const column = startsInColumn0(line, statement) ? VALUE_COLUMN - 2 : 0;
  return `${name.padEnd(Math.max(name.length + 1, column))}= ${value}`;
}
