/** The draft that collects a directive's operands, and the readers that many directives share. */
import { Char, type Cursor } from './cursor.ts';
import type { DirectiveInfo } from './directives.ts';
import { parseExpression } from './expression-parser.ts';
import { isRegister } from './operand-parser.ts';
import { TokenKind } from './scanner.ts';
import type { Expression, KeyValue, Name, Operand, Relation, ValueRange } from '../contract/syntax.ts';

/** The fields of a directive's node; which of them are filled follows from the directive's syntax. */
export function emptyDraft() {
  return {
    names: [] as Name[],
    expressions: [] as Expression[],
    range: undefined as ValueRange | undefined,
    at: undefined as Expression | undefined,
    bytes: undefined as Expression | undefined,
    keys: [] as KeyValue[],
    texts: [] as Name[],
    parameters: [] as { name: Name; default: Operand | undefined }[],
    relation: undefined as Relation | undefined,
  };
}

export type Draft = ReturnType<typeof emptyDraft>;

/** Reads operands into a draft, and reports what is wrong with them. */
export type Reader = (cursor: Cursor, draft: Draft, info: DirectiveInfo, directive: string) => void;

/** Expressions with commas between them, as many as the directive takes. */
export function readExpressions(cursor: Cursor, draft: Draft, info: DirectiveInfo, directive: string): void {
  const { start } = cursor.scanner;
  if (!cursor.atEnd) {
    do draft.expressions.push(parseExpression(cursor));
    while (cursor.accept(Char.Comma));
  }
  checkCount(cursor, draft, info, directive, start);
}

/** Reports too few or too many expressions; `start` is where the first one should be. */
export function checkCount(cursor: Cursor, draft: Draft, info: DirectiveInfo, directive: string, start: number): void {
  const count = draft.expressions.length;
  if (count >= info.least && count <= info.most) return;
  const end = Math.max(start, cursor.scanner.start);
  const message =
    count > info.most && info.most > 10
      ? `".${directive}" takes at most ${info.most} operands, not ${count}`
      : `".${directive}" is written ".${directive} ${info.usage}"`;
  cursor.report('GT0107', message, start, end);
}

/** One name; false after a report. @param what the report says is expected */
export function readName(cursor: Cursor, draft: Draft, what: string): boolean {
  const name = cursor.name();
  if (name === undefined) cursor.expected(what);
  else draft.names.push(name);
  return name !== undefined;
}

/** A parameter named like a register could never be used: operands read it as the register. */
export function refuseRegister(cursor: Cursor, name: Name | undefined): void {
  if (name === undefined || !isRegister(name.text)) return;
  cursor.report('GT0207', `"${name.text}" is a register`, name.start, name.end);
}

/** `first..last`, or a single value where `single` is set. */
export function readRange(cursor: Cursor, draft: Draft, single: boolean): void {
  const first = parseExpression(cursor);
  if (cursor.accept(TokenKind.DotDot)) {
    const last = parseExpression(cursor);
    draft.range = { first, last, start: first.start, end: last.end };
  } else if (single) draft.range = { first, last: first, start: first.start, end: first.end };
  else if (first.kind !== 'error') cursor.expected('".." and the last index');
}

/** `key=value` pairs up to anything else. */
export function readKeys(cursor: Cursor, draft: Draft): void {
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

/** Skips what is left of the statement. */
export function skip(cursor: Cursor): void {
  while (!cursor.atEnd) cursor.scanner.advance();
}
