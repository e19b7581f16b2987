/**
 * Operands of directives, read by the syntax that directives.ts gives to each.
 *
 * All directives share one node type; which of its fields are filled follows from the syntax. Unknown
 * directives are reported and their operands skipped.
 */
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../contract/diagnostic-codes.ts';
import { Char, type Cursor } from './cursor.ts';
import { closestName } from './closest-name.ts';
import { definedName, foreignDirective } from './foreign-words.ts';
import { DIRECTIVES, type DirectiveInfo } from './directives.ts';
import { parseExpression } from './expression-parser.ts';
import { isRegister, parseOperand } from './operand-parser.ts';
import { TokenKind } from './scanner.ts';
import type {
  DirectiveStatement,
  Expression,
  KeyValue,
  Name,
  Operand,
  Relation,
  Span,
  ValueRange,
} from '../contract/syntax.ts';

interface Draft {
  names: Name[];
  expressions: Expression[];
  range: ValueRange | undefined;
  at: Expression | undefined;
  bytes: Expression | undefined;
  keys: KeyValue[];
  texts: Name[];
  parameters: { name: Name; default: Operand | undefined }[];
  relation: Relation | undefined;
}

/** Reads the operands after a directive's name. */
export function parseDirective(cursor: Cursor, name: string, nameSpan: Span): DirectiveStatement {
  const draft: Draft = {
    names: [],
    expressions: [],
    range: undefined,
    at: undefined,
    bytes: undefined,
    keys: [],
    texts: [],
    parameters: [],
    relation: undefined,
  };
  const meant = Object.hasOwn(DIRECTIVES, name) ? name : reportUnknown(cursor, name, nameSpan);
  const info = meant === undefined ? undefined : DIRECTIVES[meant];
  if (info === undefined) skip(cursor);
  else if (CONDITIONS.has(name)) readDefined(cursor, draft, name === 'ifndef');
  else READERS[info.syntax](cursor, draft, info, meant!);
  return {
    kind: 'directive',
    name: meant ?? name,
    nameSpan,
    ...draft,
    start: nameSpan.start,
    end: Math.max(nameSpan.end, endOfStatement(cursor)),
  };
}

/** Reports a directive that there is not. @returns the one as which its line is read all the same */
function reportUnknown(cursor: Cursor, name: string, { start, end }: Span): string | undefined {
  const known = foreignDirective(name);
  if (known !== undefined) {
    cursor.reportForeign('GT0106', `There is no directive ".${name}"`, known, { start, end });
    return CONDITIONS.has(name) ? 'if' : known.text?.slice(1);
  }
  const meant = closestName(name, Object.keys(DIRECTIVES));
  const hint = meant === undefined ? '' : `; did you mean ".${meant}"?`;
  const fix = meant === undefined ? undefined : { title: `Write ".${meant}"`, start, end, text: `.${meant}` };
  cursor.report('GT0106', `There is no directive ".${name}"${hint}`, start, end, fix);
  return undefined;
}

/** Conditions of others, which ask whether a name is defined. */
const CONDITIONS: ReadonlySet<string> = new Set(['ifdef', 'ifndef']);

/** Reads the name after `.ifdef` as the condition that it is. */
function readDefined(cursor: Cursor, draft: Draft, isNegated: boolean): void {
  const name = cursor.name();
  if (name === undefined) cursor.expected('a name');
  else draft.expressions.push(definedName(name, isNegated));
}

/** Column after the last token read: where the next one starts, without the blanks between. */
function endOfStatement({ scanner }: Cursor): number {
  return scanner.text.slice(0, scanner.start).trimEnd().length;
}

type Reader = (cursor: Cursor, draft: Draft, info: DirectiveInfo, directive: string) => void;

const READERS: Readonly<Record<DirectiveInfo['syntax'], Reader>> = {
  none: () => undefined,
  expressions: readExpressions,
  text: readText,
  source: readSource,
  name: (cursor, draft) => void readName(cursor, draft, 'a name'),
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
};

function readExpressions(cursor: Cursor, draft: Draft, info: DirectiveInfo, directive: string): void {
  const { start } = cursor.scanner;
  if (!cursor.atEnd) {
    do draft.expressions.push(parseExpression(cursor));
    while (cursor.accept(Char.Comma));
  }
  checkCount(cursor, draft, info, directive, start);
}

function checkCount(cursor: Cursor, draft: Draft, info: DirectiveInfo, directive: string, start: number): void {
  const count = draft.expressions.length;
  if (count >= info.least && count <= info.most) return;
  const end = Math.max(start, cursor.scanner.start);
  const message =
    count > info.most && info.most > 10
      ? `".${directive}" takes at most ${info.most} operands, not ${count}`
      : `".${directive}" is written ".${directive} ${info.usage}"`;
  cursor.report('GT0107', message, start, end);
}

function readText(cursor: Cursor, draft: Draft, info: DirectiveInfo, directive: string): void {
  const { scanner } = cursor;
  if (scanner.kind !== TokenKind.Text) return cursor.expected('a text in quotes');
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

function readName(cursor: Cursor, draft: Draft, what: string): boolean {
  const name = cursor.name();
  if (name === undefined) cursor.expected(what);
  else draft.names.push(name);
  return name !== undefined;
}

/** A parameter named like a register could never be used: operands read it as the register. */
function refuseRegister(cursor: Cursor, name: Name | undefined): void {
  if (name === undefined || !isRegister(name.text)) return;
  cursor.report('GT0207', `"${name.text}" is a register`, name.start, name.end);
}

function readMacro(cursor: Cursor, draft: Draft): void {
  if (!readName(cursor, draft, 'the name of the macro')) return;
  cursor.accept(Char.Comma);
  while (!cursor.atEnd) {
    const name = cursor.name();
    if (name === undefined) return cursor.expected('the name of a parameter');
    refuseRegister(cursor, name);
    if (draft.parameters.some((parameter) => parameter.name.text === name.text)) {
      cursor.report('GT0202', `The macro has a parameter "${name.text}" already`, name.start, name.end);
    }
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
    checkCode(cursor, draft.names.at(-1)!);
  } while (cursor.accept(Char.Comma));
}

/** A code that is none would switch nothing; an error is reported in any case. */
function checkCode(cursor: Cursor, { text, start, end }: Name): void {
  const code = text.toUpperCase();
  const severity = Object.hasOwn(DIAGNOSTIC_CODES, code) ? DIAGNOSTIC_CODES[code as DiagnosticCode][0] : undefined;
  if (severity === undefined) cursor.report('GT0107', `There is no finding "${text}"`, start, end);
  else if (severity === 'error')
    cursor.report('GT0107', `${code} is an error, which cannot be switched off`, start, end);
}

/** The name of a field may have a dot before it, which puts it into its frame's scope. */
function readDeclaredName(cursor: Cursor, draft: Draft, info: DirectiveInfo): boolean {
  const { scanner } = cursor;
  if (info !== DIRECTIVES.field || scanner.kind !== TokenKind.DotName)
    return readName(cursor, draft, 'the name of the declaration');
  draft.names.push({ text: scanner.lexeme, start: scanner.start, end: scanner.end });
  scanner.advance();
  return true;
}

function readDeclaration(cursor: Cursor, draft: Draft, info: DirectiveInfo): void {
  if (!readDeclaredName(cursor, draft, info)) return skip(cursor);
  if (cursor.accept(Char.Comma)) {
    if (info.most > 0) draft.expressions.push(parseExpression(cursor));
    else readRange(cursor, draft, false);
  }
  const { scanner } = cursor;
  while (scanner.kind === TokenKind.Name) {
    const word = scanner.lexeme.toLowerCase();
    const isKey = /^\s*=/.test(scanner.text.slice(scanner.end));
    if (isKey || (word !== 'at' && word !== 'bytes')) return readKeys(cursor, draft);
    scanner.advanceToOperands();
    const value = parseExpression(cursor);
    if (word === 'at') draft.at = value;
    else draft.bytes = value;
  }
}

/** `first..last`, or a single value where `single` is set. */
function readRange(cursor: Cursor, draft: Draft, single: boolean): void {
  const first = parseExpression(cursor);
  if (cursor.accept(TokenKind.DotDot)) {
    const last = parseExpression(cursor);
    draft.range = { first, last, start: first.start, end: last.end };
  } else if (single) draft.range = { first, last: first, start: first.start, end: first.end };
  else if (first.kind !== 'error') cursor.expected('".." and the last index');
}

function readKeys(cursor: Cursor, draft: Draft): void {
  const { scanner } = cursor;
  while (scanner.kind === TokenKind.Name) {
    const { start } = scanner;
    const key = scanner.lexeme;
    scanner.advance();
    if (cursor.kind !== Char.Equals) return cursor.expected(`"=" after "${key}"`);
    const valueStart = scanner.end;
    const quoted = /^"([^"]*)"/.exec(scanner.text.slice(valueStart));
    const written = quoted?.[0] ?? /^(?:(?!\/\/)[^\s;,])*/.exec(scanner.text.slice(valueStart))?.[0] ?? '';
    const end = valueStart + written.length;
    if (written === '') cursor.report('GT0107', `A value is missing after "${key}="`, start, valueStart);
    draft.keys.push({ key, value: quoted?.[1] ?? written, valueSpan: { start: valueStart, end }, start, end });
    scanner.seek(end);
  }
}

function readTest(cursor: Cursor, draft: Draft): void {
  const { scanner } = cursor;
  if (scanner.kind !== TokenKind.Text) return cursor.expected('the name of the test in quotes');
  draft.texts.push({ text: scanner.content, start: scanner.start, end: scanner.end });
  scanner.advance();
  readKeys(cursor, draft);
}

function readNames(cursor: Cursor, draft: Draft): void {
  do {
    if (!readName(cursor, draft, 'the name of a column')) return;
    refuseRegister(cursor, draft.names.at(-1));
  } while (cursor.accept(Char.Comma));
}

function readRandom(cursor: Cursor, draft: Draft): void {
  if (!readName(cursor, draft, 'a name')) return;
  refuseRegister(cursor, draft.names[0]);
  if (cursor.accept(Char.Comma)) readRange(cursor, draft, false);
  else cursor.expected('"," and a range of values');
}

const RELATIONS: ReadonlyMap<number, Relation> = new Map<number, Relation>([
  [Char.Equals, '='],
  [TokenKind.Eq, '='],
  [TokenKind.Ne, '!='],
  [Char.Less, '<'],
  [TokenKind.Le, '<='],
  [Char.Greater, '>'],
  [TokenKind.Ge, '>='],
]);

/** `[e]`, `name`, `name[e]` or `name[first..last]`, then a relation and values. */
function readPlace(cursor: Cursor, draft: Draft, info: DirectiveInfo, directive: string): void {
  const { scanner } = cursor;
  const isNamed = cursor.kind !== Char.OpenBracket;
  if (isNamed && !readName(cursor, draft, 'a register, a name of RAM or "["')) return skip(cursor);
  if (cursor.accept(Char.OpenBracket)) {
    if (isNamed) readRange(cursor, draft, true);
    else draft.at = parseExpression(cursor);
    if (!cursor.accept(Char.CloseBracket)) return cursor.expected('"]"');
  }
  const relation = RELATIONS.get(cursor.kind);
  if (relation === undefined || (info.syntax === 'given' && relation !== '='))
    return cursor.expected(info.syntax === 'given' ? '"="' : 'a comparison');
  draft.relation = relation;
  scanner.advanceToOperands();
  readExpressions(cursor, draft, info, directive);
}

/** Words divided by commas, as written, up to the comment. */
function readWords(cursor: Cursor, draft: Draft): void {
  const { scanner } = cursor;
  if (scanner.kind !== Char.Comma) return;
  const rest = scanner.text.slice(scanner.end);
  const comment = /;|\/\//.exec(rest);
  const text = comment === null ? rest : rest.slice(0, comment.index);
  let at = scanner.end;
  for (const part of text.split(',')) {
    const start = at + (part.length - part.trimStart().length);
    const word = part.trim();
    draft.texts.push({ text: word, start, end: start + word.length });
    at += part.length + 1;
  }
  scanner.seek(scanner.end + text.length);
}

function skip(cursor: Cursor): void {
  while (!cursor.atEnd) cursor.scanner.advance();
}
