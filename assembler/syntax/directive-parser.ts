/**
 * Operands of directives, read by the syntax that directives.ts gives to each.
 *
 * All directives share one node type; which of its fields are filled follows from the syntax. Unknown
 * directives are reported and their operands skipped.
 */
import { closestName } from '#basics';
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../contract/diagnostic.ts';
import { Char, type Cursor } from './cursor.ts';
import { readDeclaration, readWords, readBreak, readNames, readPlace, readRandom, readTest } from './test-readers.ts';
import {
  checkCount,
  emptyDraft,
  readExpressions,
  readKeys,
  readName,
  readRange,
  refuseRegister,
  skip,
} from './directive-draft.ts';
import type { Draft, Reader } from './directive-draft.ts';
import { definedName, foreignDirective } from './foreign-words.ts';
import { DIRECTIVES, type DirectiveInfo } from './directives.ts';
import { parseExpression } from './expression-parser.ts';
import { parseOperand } from './operand-parser.ts';
import { TokenKind } from './scanner.ts';
import type { DirectiveStatement, Name, Span } from '../contract/syntax.ts';

/** Reads the operands after a directive's name. */
export function parseDirective(cursor: Cursor, name: string, nameSpan: Span): DirectiveStatement {
  const draft = emptyDraft();
  const meant = Object.hasOwn(DIRECTIVES, name) ? name : reportUnknown(cursor, name, nameSpan);
  const info = meant === undefined ? undefined : DIRECTIVES[meant];
  if (meant === undefined || info === undefined) skip(cursor);
  else if (CONDITIONS.has(name)) readDefined(cursor, draft, name === 'ifndef');
  else READERS[info.syntax](cursor, draft, info, meant);
  return {
    kind: 'directive',
    name: meant ?? name,
    nameSpan,
    ...draft,
    start: nameSpan.start,
    end: Math.max(nameSpan.end, cursor.scanner.text.slice(0, cursor.scanner.start).trimEnd().length),
  };
}

/** Reports a directive that does not exist. @returns the one that its line is read as instead */
function reportUnknown(cursor: Cursor, name: string, { start, end }: Span): string | undefined {
  const known = foreignDirective(name);
  if (known !== undefined) {
    cursor.reportForeign('GT0106', `There is no directive ".${name}"`, known, { start, end });
    return CONDITIONS.has(name) ? 'if' : known.text?.slice(1);
  }
  const meant = closestName(name, Object.keys(DIRECTIVES));
  if (meant === undefined && start === 0) {
    const message = `There is no directive ".${name}"; a label is written with a colon`;
    cursor.report('GT0106', message, start, end, { title: `Write ".${name}:"`, start: end, end, text: ':' });
    return undefined;
  }
  const hint = meant === undefined ? '' : `; did you mean ".${meant}"?`;
  const fix = meant === undefined ? undefined : { title: `Write ".${meant}"`, start, end, text: `.${meant}` };
  cursor.report('GT0106', `There is no directive ".${name}"${hint}`, start, end, fix);
  return undefined;
}

/** Directives of other assemblers that ask whether a name is defined. */
const CONDITIONS: ReadonlySet<string> = new Set(['ifdef', 'ifndef']);

/** Reads the name after `.ifdef` as the condition that it is. */
function readDefined(cursor: Cursor, draft: Draft, isNegated: boolean): void {
  const name = cursor.name();
  if (name === undefined) cursor.expected('a name');
  else draft.expressions.push(definedName(name, isNegated));
}

const READERS: Readonly<Record<DirectiveInfo['syntax'], Reader>> = {
  none: () => undefined,
  expressions: readExpressions,
  text: readText,
  source: readSource,
  name: (cursor, draft) => void readName(cursor, draft, 'a name'),
  table: readTable,
  macro: readMacro,
  repeat: readRepeat,
  for: readFor,
  lint: readLint,
  declaration: readDeclaration,
  keys: (cursor, draft) => readKeys(cursor, draft),
  words: (cursor, draft) => {
    if (readName(cursor, draft, 'the name of the set')) readWords(cursor, draft);
  },
  kind: (cursor, draft) => {
    readRange(cursor, draft, true);
    readWords(cursor, draft);
  },
  count: (cursor, draft) => {
    readRange(cursor, draft, true);
    readKeys(cursor, draft);
  },
  test: readTest,
  names: readNames,
  random: readRandom,
  given: readPlace,
  expect: readPlace,
  break: readBreak,
};

function readText(cursor: Cursor, draft: Draft, info: DirectiveInfo, directive: string): void {
  const { scanner } = cursor;
  if (scanner.kind !== TokenKind.Text) {
    const [, path, quote] = /^([\w./-]+\.\w+)("?)/.exec(scanner.text.slice(scanner.start)) ?? [];
    if (path === undefined) return cursor.expected('a text in quotes');
    const end = scanner.start + path.length + (quote?.length ?? 0);
    const fix = { title: 'Write the quotes', start: scanner.start, end, text: `"${path}"` };
    return cursor.report('GT0104', 'A path is written in quotes', scanner.start, end, fix);
  }
  draft.texts.push({ text: scanner.content, start: scanner.start, end: scanner.end });
  scanner.advance();
  const { start } = scanner;
  while (cursor.accept(Char.Comma)) draft.expressions.push(parseExpression(cursor));
  checkCount(cursor, draft, info, directive, start);
}

/** `<name>` of a library; kept with its brackets, which tell it from a file's name. */
const LIBRARY_NAME = /^<[^<>"]*>/;

function readSource(cursor: Cursor, draft: Draft, info: DirectiveInfo, directive: string): void {
  const { scanner } = cursor;
  const { start } = scanner;
  const text = LIBRARY_NAME.exec(scanner.text.slice(start))?.[0];
  if (text === undefined) return readText(cursor, draft, info, directive);
  draft.texts.push({ text, start, end: start + text.length });
  scanner.seek(start + text.length);
}

/** `name`, or `name, macro at offset`. */
function readTable(cursor: Cursor, draft: Draft): void {
  const { scanner } = cursor;
  if (!readName(cursor, draft, 'the name of the table') || !cursor.accept(Char.Comma)) return;
  if (!readName(cursor, draft, 'the name of a macro')) return;
  if (scanner.kind !== TokenKind.Name || scanner.lexeme.toLowerCase() !== 'at') return cursor.expected('"at"');
  scanner.advanceToOperands();
  draft.at = parseExpression(cursor);
}

function readMacro(cursor: Cursor, draft: Draft): void {
  if (!readName(cursor, draft, 'the name of the macro')) return;
  const { text, start } = cursor.scanner;
  const enclosed = /^\(([^()]*)\)/.exec(text.slice(start));
  if (enclosed !== null) {
    const end = start + enclosed[0].length;
    const fix = { title: 'Remove the parentheses', isStatement: true, start, end, text: ` ${enclosed[1] ?? ''}` };
    return cursor.report('GT0104', 'Parameters are written without parentheses', start, end, fix);
  }
  cursor.accept(Char.Comma);
  while (!cursor.atEnd) {
    const name = cursor.name();
    if (name === undefined) return cursor.expected('the name of a parameter');
    refuseRegister(cursor, name);
    if (draft.parameters.some((parameter) => parameter.name.text === name.text))
      cursor.report('GT0202', `The macro already has a parameter "${name.text}"`, name.start, name.end);
    draft.parameters.push({ name, default: cursor.accept(Char.Equals) ? parseOperand(cursor) : undefined });
    if (!cursor.accept(Char.Comma)) return;
  }
}

function readRepeat(cursor: Cursor, draft: Draft): void {
  draft.expressions.push(parseExpression(cursor));
  if (cursor.accept(Char.Comma)) readName(cursor, draft, 'the name of the counter');
  refuseRegister(cursor, draft.names[0]);
}

function readFor(cursor: Cursor, draft: Draft): void {
  if (!readName(cursor, draft, 'the name of the loop variable')) return;
  refuseRegister(cursor, draft.names[0]);
  const { scanner } = cursor;
  if (scanner.kind !== TokenKind.Name || scanner.lexeme.toLowerCase() !== 'in') return cursor.expected('"in"');
  scanner.advanceToOperands();
  const first = parseExpression(cursor);
  if (cursor.accept(TokenKind.DotDot)) {
    const last = parseExpression(cursor);
    draft.range = { first, last, start: first.start, end: last.end };
    return;
  }
  draft.expressions.push(first);
  while (cursor.accept(Char.Comma)) draft.expressions.push(parseExpression(cursor));
}

function readLint(cursor: Cursor, draft: Draft): void {
  const state = cursor.name();
  const word = state?.text.toLowerCase();
  if (state === undefined || (word !== 'on' && word !== 'off')) {
    cursor.expected('"on" or "off"');
    return skip(cursor);
  }
  draft.names.push(state);
  do {
    if (!readName(cursor, draft, 'a code such as GT0901')) return;
    const code = draft.names.at(-1);
    if (code !== undefined) checkCode(cursor, code);
  } while (cursor.accept(Char.Comma));
}

/** An unknown code would switch nothing; an error is reported in any case. */
function checkCode(cursor: Cursor, { text, start, end }: Name): void {
  const code = text.toUpperCase();
  const severity = Object.hasOwn(DIAGNOSTIC_CODES, code) ? DIAGNOSTIC_CODES[code as DiagnosticCode][0] : undefined;
  if (severity === undefined) cursor.report('GT0107', `There is no finding "${text}"`, start, end);
  else if (severity === 'error')
    cursor.report('GT0107', `${code} is an error, which cannot be switched off`, start, end);
}
