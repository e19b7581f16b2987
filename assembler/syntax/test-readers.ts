/** Operands of the directives inside a `.test` block, and of `.break`, which compares as they do. */
import { Char, type Cursor } from './cursor.ts';
import { readExpressions, readKeys, readName, readRange, refuseRegister, skip, type Draft } from './directive-draft.ts';
import type { DirectiveInfo } from './directives.ts';
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
