/**
 * Parsing: one line of text to its node.
 *
 * Recovery is by line: a finding ends the statement at hand, and the next line starts afresh. What was
 * understood stays in the node, so that labels of a broken line are still known.
 */
import { hexWord } from '#isa';
import { Char, Cursor } from './cursor.ts';
import { parseDirective } from './directive-parser.ts';
import { parseExpression } from './expression-parser.ts';
import { DIRECTIVES } from './directives.ts';
import { foreignDirective } from './foreign-words.ts';
import { isMnemonic, otherWayRound, resolveForm } from './instruction-forms.ts';
import { isRegister, parseArguments, parseOperands } from './operand-parser.ts';
import { TokenKind } from './scanner.ts';
import type {
  Expression,
  InstructionStatement,
  LineProblem,
  Name,
  Operand,
  ParsedLine,
  Span,
  Statement,
} from '../contract/syntax.ts';

const NO_LABELS: readonly Name[] = [];
const NO_PROBLEMS: ParsedLine['problems'] = [];
const EMPTY: ParsedLine = { text: '', labels: NO_LABELS, statement: undefined, comment: -1, problems: NO_PROBLEMS };

const sharedCursor = new Cursor();

/** Parses a line without its line end; never throws. */
export function parseLine(text: string): ParsedLine {
  if (text === '') return EMPTY;
  const cursor = sharedCursor.begin(text);
  const labels = parseLabels(cursor);
  const statement = cursor.atEnd ? undefined : parseStatement(cursor);
  if (!cursor.atEnd && cursor.problems === undefined) reportRest(cursor);
  while (!cursor.atEnd) cursor.scanner.advance();
  if (DIRECTIONS.test(text)) reportDirections(cursor);
  return {
    text,
    labels: labels ?? NO_LABELS,
    statement,
    comment: cursor.scanner.comment,
    problems: cursor.problems ?? NO_PROBLEMS,
  };
}

/**
 * Characters that change the direction of text: embeddings, overrides and isolates, and what ends them. With them, an
 * editor shows a line in another order than it is read, so that a comment can look like code and code like a comment.
 */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;

/** Reports the characters of a line that change its direction, all of them at once. */
function reportDirections(cursor: Cursor): void {
  const { text } = cursor.scanner;
  const all = new RegExp(DIRECTIONS, 'g');
  const places = [...text.matchAll(all)].map(({ index }) => index);
  const [start = 0] = places;
  const end = (places.at(-1) ?? 0) + 1;
  const name = `U+${hexWord(text.charCodeAt(start)).slice(1).toUpperCase()}`;
  const more = places.length === 1 ? '' : ` and ${places.length - 1} more`;
  const message = `The character ${name}${more} changes the direction of text: an editor shows this line in another order than it is read`;
  const plain = text.slice(start, end).replace(all, '');
  const fix = { title: 'Remove the hidden characters', isStatement: true, start, end, text: plain };
  cursor.report('GT0110', message, start, end, fix);
}

function reportRest(cursor: Cursor): void {
  const { scanner } = cursor;
  if (scanner.kind === TokenKind.Bad) return cursor.expected('');
  const { start, end } = scanner;
  if (scanner.lexeme === '=') {
    const fix = { title: 'Write "=="', start, end, text: '==' };
    return cursor.report('GT0105', 'Equality is written "=="', start, end, fix);
  }
  if (scanner.lexeme === '#') {
    const fix = { title: 'Write ";"', start, end, text: ';' };
    return cursor.report('GT0105', 'A comment begins with ";"', start, end, fix);
  }
  const fix = { title: 'Make a comment of it', isStatement: true, start, end: start, text: '; ' };
  const hint = scanner.lexeme === ']' ? '; an address is written "[value]"' : '';
  cursor.report('GT0105', `Nothing more is expected here, but there is "${scanner.lexeme}"${hint}`, start, end, fix);
}

function parseLabels(cursor: Cursor): Name[] | undefined {
  const { scanner } = cursor;
  let labels: Name[] | undefined;
  for (;;) {
    if (scanner.kind === Char.Colon) {
      labels = withLabel(labels, { text: '', start: scanner.start, end: scanner.end });
      scanner.advance();
    } else if (
      (scanner.kind === TokenKind.Name || scanner.kind === TokenKind.DotName) &&
      isLabel(scanner.text, scanner.end)
    ) {
      labels = withLabel(labels, { text: scanner.lexeme, start: scanner.start, end: scanner.end });
      scanner.advance();
      scanner.advance();
    } else return labels;
  }
}

/** Most lines have one label at most, and an array of known length is small. */
function withLabel(labels: Name[] | undefined, label: Name): Name[] {
  if (labels === undefined) return [label];
  labels.push(label);
  return labels;
}

/** Whether a colon follows the name that ends at a column; not that of an anonymous label such as `:-`. */
function isLabel(text: string, end: number): boolean {
  let at = end;
  let c = text.charCodeAt(at);
  while (c === 32 || c === 9) c = text.charCodeAt(++at);
  const next = text.charCodeAt(at + 1);
  return c === Char.Colon && next !== Char.Plus && next !== Char.Minus;
}

function parseStatement(cursor: Cursor): Statement | undefined {
  const { scanner } = cursor;
  if (scanner.kind === TokenKind.DotName) return parseDotStatement(cursor);
  if (scanner.kind === TokenKind.DotDot && scanner.text.startsWith('...', scanner.start)) return parseEllipsis(cursor);
  if (scanner.kind !== TokenKind.Name) {
    if (!reportMarkedDirective(cursor)) cursor.expected('an instruction, a directive or a macro');
    return undefined;
  }
  const written = scanner.lexeme;
  const { start, end } = scanner;
  const lower = written.toLowerCase();
  scanner.advanceToOperands();
  if (cursor.kind === Char.Equals) return parseConstant(cursor, { text: written, start, end });
  if (lower === 'sync') return parseDirective(cursor, 'sync', { start, end });
  const dot = lower.indexOf('.');
  const mnemonic = dot < 0 ? lower : lower.slice(0, dot);
  if (isMnemonic(mnemonic) && (dot < 0 || /^\.[0-7]$/.test(lower.slice(dot))))
    return parseInstruction(cursor, mnemonic, dot < 0 ? -1 : Number(lower.slice(dot + 1)), { start, end });
  if (/^\.?equ$/i.test(scanner.lexeme)) return parseEqu(cursor, { text: written, start, end });
  // Some lines go on like `name db 5` of other assemblers: a macro call has no two words in a row.
  const isData = /^(?:db|dw|ds|dc|rmb|fcb|fdb)$/i.test(scanner.lexeme);
  if (start === 0 && isData && /^\s+[\w$%"']/.test(scanner.text.slice(scanner.end))) return reportData(cursor);
  const list = parseArguments(cursor);
  const name = { text: written, start, end };
  return { kind: 'call', name, arguments: list, start, end: list.at(-1)?.end ?? end };
}

/** Reports the equivalent of another assembler's directive without a dot; nothing of the line is read. */
function reportData(cursor: Cursor): undefined {
  const { scanner } = cursor;
  const { lexeme, start, end } = scanner;
  cursor.reportForeign('GT0106', `There is no directive "${lexeme}"`, foreignDirective(lexeme.toLowerCase()), {
    start,
    end,
  });
  scanner.seek(scanner.text.length);
  return undefined;
}

/** Reports a directive that begins with `#` or `!`; nothing of the line is read. @returns whether there is one */
function reportMarkedDirective(cursor: Cursor): boolean {
  const { scanner } = cursor;
  const { start, text } = scanner;
  const written = /^[#!](\w+)/.exec(text.slice(start));
  const [whole = '', word = ''] = written ?? [];
  const name = word.toLowerCase();
  // One of ours needs its dot.
  const own = { hint: `here it is written ".${name}"`, text: `.${name}` };
  const known = Object.hasOwn(DIRECTIVES, name) ? own : foreignDirective(name);
  if (known === undefined) return false;
  const span = { start, end: start + whole.length };
  cursor.reportForeign('GT0106', `There is no directive "${whole}"`, known, span);
  scanner.seek(text.length);
  return true;
}

/** `NAME equ value` of other assemblers is read as the constant that it is. */
function parseEqu(cursor: Cursor, name: Name): Statement {
  const { end } = cursor.scanner;
  const message = `There is no directive "equ"; a constant is written "${name.text} = …"`;
  cursor.report('GT0106', message, name.start, end, { title: 'Write "="', start: name.end, end, text: ' =' });
  return parseConstant(cursor, name);
}

/** `...`, which people write where code is left out; it assembles to nothing. */
function parseEllipsis(cursor: Cursor): undefined {
  const { start } = cursor.scanner;
  cursor.scanner.seek(start + 3);
  if (cursor.atEnd) cursor.report('GT0109', 'Code is left out here', start, start + 3);
  return undefined;
}

function parseDotStatement(cursor: Cursor): Statement {
  const { scanner } = cursor;
  const name: Name = { text: scanner.lexeme, start: scanner.start, end: scanner.end };
  scanner.advance();
  if (cursor.kind === Char.Equals) return parseConstant(cursor, name);
  return parseDirective(cursor, name.text.slice(1).toLowerCase(), { start: name.start, end: name.end });
}

function parseConstant(cursor: Cursor, name: Name): Statement {
  cursor.scanner.advance();
  const value = parseExpression(cursor);
  if (isRegister(name.text)) cursor.report('GT0207', `"${name.text}" is a register`, name.start, name.end);
  return { kind: 'constant', name, value, start: name.start, end: value.end };
}

function parseInstruction(cursor: Cursor, mnemonic: string, mode: number, mnemonicSpan: Span): InstructionStatement {
  if (/^\((?:\[|\))/.test(cursor.scanner.text.slice(mnemonicSpan.end))) reportCall(cursor, mnemonic);
  const operands = parseOperands(cursor);
  const ghost = cursor.kind === Char.OpenBrace ? parseGhost(cursor) : undefined;
  const start = mnemonicSpan.start;
  const end = ghost?.end ?? operands.at(-1)?.end ?? mnemonicSpan.end;
  const resolved = resolveForm({ mnemonic, mode, operands, ghost, start, end });
  const form = 'opcode' in resolved ? resolved : undefined;
  const broken = cursor.problems !== undefined;
  const formProblem =
    'opcode' in resolved || broken ? undefined : withFix(cursor, resolved, mnemonic, operands, mnemonicSpan);
  return {
    kind: 'instruction',
    mnemonic,
    mnemonicSpan,
    mode,
    operands,
    ghost,
    form: broken ? undefined : form,
    formProblem,
    start,
    end,
  };
}

/** Reports an instruction that is written as a call, as in Python. */
function reportCall(cursor: Cursor, mnemonic: string): void {
  const { start, end } = cursor.scanner;
  cursor.report('GT0105', `Operands of "${mnemonic}" are written without parentheses around them`, start, end);
  while (!cursor.atEnd) cursor.scanner.advance();
}

/** The problem of a form, with an edit where one can help: without the mode, a branch, operands swapped or in brackets. */
function withFix(
  cursor: Cursor,
  problem: LineProblem,
  mnemonic: string,
  operands: readonly Operand[],
  name: Span,
): LineProblem {
  const { text } = cursor.scanner;
  if (problem.code === 'GT0306') {
    const start = Math.max(text.lastIndexOf('.', name.end), name.start);
    return { ...problem, fix: { title: 'Remove the mode', isStatement: true, start, end: name.end, text: '' } };
  }
  const write = ({ start, end }: Span, meant: string): LineProblem => {
    return { ...problem, fix: { title: `Write "${meant}"`, start, end, text: meant } };
  };
  const textOf = ({ start, end }: Span): string => text.slice(start, end);
  const ordered = otherWayRound({ mnemonic, operands });
  const [first] = operands;
  if (first === undefined) return problem;
  if (ordered !== undefined)
    return write({ start: first.start, end: operands.at(-1)!.end }, ordered.map(textOf).join(','));
  if (operands.length > 1 || first.kind !== 'value') return problem;
  if (mnemonic === 'st') return write(first, `[${textOf(first.value)}]`);
  return mnemonic === 'jmp' ? write(name, 'bra') : problem;
}

function parseGhost(cursor: Cursor): Expression {
  cursor.scanner.advance();
  const value = parseExpression(cursor);
  const { end } = cursor.scanner;
  if (!cursor.accept(Char.CloseBrace)) cursor.expected('"}"');
  return { ...value, end };
}
