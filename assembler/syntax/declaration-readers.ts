/** Operands of the directives that declare what RAM, sets and pieces mean. */
import { Char, type Cursor } from './cursor.ts';
import { readKeys, readName, readRange, skip, type Draft } from './directive-draft.ts';
import { DIRECTIVES, type DirectiveInfo } from './directives.ts';
import { parseExpression } from './expression-parser.ts';
import { TokenKind } from './scanner.ts';

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
