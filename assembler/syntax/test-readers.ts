/** Operands of the directives that declare RAM, sets and pieces, of those in a `.test` block, and of `.break`. */
import { Char, type Cursor } from './cursor.ts';
import { readExpressions, readKeys, readName, readRange, refuseRegister, skip, type Draft } from './directive-draft.ts';
import { type DirectiveInfo, DIRECTIVES } from './directives.ts';
import { parseExpression } from './expression-parser.ts';
import { TokenKind } from './scanner.ts';
import type { Relation } from '../contract/syntax.ts';

/** The name of the test, and keys. */
export function readTest(cursor: Cursor, draft: Draft): void {
  const { scanner } = cursor;
  if (scanner.kind !== TokenKind.Text) return cursor.expected('the name of the test in quotes');
  draft.texts.push({ text: scanner.content, start: scanner.start, end: scanner.end });
  scanner.advance();
  readKeys(cursor, draft);
}

/** The names of the columns of a table of cases. */
export function readNames(cursor: Cursor, draft: Draft): void {
  do {
    if (!readName(cursor, draft, 'the name of a column')) return;
    refuseRegister(cursor, draft.names.at(-1));
  } while (cursor.accept(Char.Comma));
}

/** A name, and the range of its random values. */
export function readRandom(cursor: Cursor, draft: Draft): void {
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

/** Nothing, or a place with a relation and values. */
export function readBreak(cursor: Cursor, draft: Draft, info: DirectiveInfo, directive: string): void {
  if (cursor.kind !== TokenKind.End) readPlace(cursor, draft, info, directive);
}

/** `[e]`, `name`, `name[e]` or `name[first..last]`, then a relation and values. */
export function readPlace(cursor: Cursor, draft: Draft, info: DirectiveInfo, directive: string): void {
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

/** The name of a field may have a dot before it, which puts it into its frame's scope. */
function readDeclaredName(cursor: Cursor, draft: Draft, info: DirectiveInfo): boolean {
  const { scanner } = cursor;
  if (info !== DIRECTIVES.field || scanner.kind !== TokenKind.DotName)
    return readName(cursor, draft, 'the name of the declaration');
  draft.names.push({ text: scanner.lexeme, start: scanner.start, end: scanner.end });
  scanner.advance();
  return true;
}

/** A name, an index range or a count, `at` and `bytes`, then keys. */
export function readDeclaration(cursor: Cursor, draft: Draft, info: DirectiveInfo): void {
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

/** Words separated by commas, as written, up to the comment. */
export function readWords(cursor: Cursor, draft: Draft): void {
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
