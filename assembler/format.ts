/**
 * The formatter: one line in, one line out.
 *
 * Labels stand in column 0, statements in column 8, operands behind the mnemonic padded to four
 * columns and a space, comments in column 32. Directives and constants that the writer put in column 0
 * stay there; comment lines keep to column 0 or 8. Operands and comments are left as written, so that
 * nothing changes its meaning. Formatting twice changes nothing.
 */
import { isMnemonic } from './instruction-forms.ts';
import { parseLine } from './line-parser.ts';
import type { ParsedLine, Statement } from './syntax.ts';

const STATEMENT_COLUMN = 8;
const COMMENT_COLUMN = 32;
/** Where the value of a constant in column 0 begins. */
const VALUE_COLUMN = 18;

/** Formats a source; line ends become LF, one at the end. */
export function formatSource(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map(formatLine);
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** Formats one line; a line with syntax errors only loses its trailing space. */
export function formatLine(text: string): string {
  const line = parseLine(text);
  if (line.problems.length > 0) return text.trimEnd();
  const comment = line.comment < 0 ? '' : text.slice(line.comment).trimEnd();
  const code = formatCode(line);
  if (comment === '') return code;
  if (code === '') return (/^\s/.test(text) ? ' '.repeat(STATEMENT_COLUMN) : '') + comment;
  const column = Math.max(COMMENT_COLUMN, code.length + 1);
  return code.padEnd(column) + comment;
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
