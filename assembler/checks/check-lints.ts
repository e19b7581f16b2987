/**
 * Turns lints into findings: maps addresses to statements, and edits of words to edits of lines.
 */
import { elementAt } from '#basics';
import type { Fix, Related, TextEdit } from '../contract/diagnostic.ts';
import { itemAt, type Item, type Program, zeroPageOwners } from '../program/program.ts';
import { isWrittenOnce } from '../program/expansion.ts';
import type { Causes } from './causes.ts';
import type { LintEdit, LintFinding } from '../lints/index.ts';
import { lineRange, type Position } from '../contract/source.ts';
import type { Statement } from '../contract/syntax.ts';

/** Reports each lint at its statement, with what follows from it. */
export function reportLints(program: Program, lints: readonly LintFinding[], causes: Causes): void {
  for (const lint of lints) {
    const item = itemAt(program, lint.address);
    if (item?.statement === undefined || causes.follows(lint)) continue;
    const related = [...(lint.related === undefined ? [] : relatedTo(program, lint.related)), ...causes.under(lint)];
    const fix = lint.cell === undefined ? fixOf(program, lint) : declareExternal(program, lint.cell);
    program.findings.add(lint.code, lint.message, item, item.statement, {
      related,
      ...(causes.isError(lint) && { severity: 'error' }),
      ...(fix !== undefined && { fixes: [fix] }),
      ...(lint.name === 'unreachable' && { unnecessary: true }),
    });
  }
}

function relatedTo(program: Program, { address, message }: NonNullable<LintFinding['related']>): Related[] {
  const item = itemAt(program, address);
  return item?.statement === undefined ? [] : program.findings.related(message, item, item.statement);
}

function fixOf(program: Program, lint: LintFinding): Fix | undefined {
  if (lint.fix === undefined) return undefined;
  const edits: TextEdit[] = [];
  for (const edit of lint.fix.edits) {
    const item = itemAt(program, edit.address);
    // An edit inside a macro, or of a word that shares its line, would change more than the finding is about.
    if (item?.statement?.kind !== 'instruction' || !isWrittenOnce(item)) return undefined;
    edits.push(textEdit(program, item, item.statement, edit));
  }
  return { ...lint.fix, edits };
}

/** The edit that declares a byte as set from outside the program. */
function declareExternal(program: Program, cell: number): Fix | undefined {
  const table = zeroPageOwners(program.meaning.tables).get(cell);
  const declared = program.declarations.find(({ symbol }) => symbol?.name === table?.name)?.item;
  if (declared?.statement === undefined || !isWrittenOnce(declared)) return undefined;
  const { file, line, statement } = declared;
  const range = lineRange(line, statement.end, statement.end);
  const edits = [{ file: elementAt(program.files, file).path, range, newText: ' external=yes' }];
  return { title: 'Say that something outside sets it: external=yes', isStatement: true, edits };
}

function textEdit(program: Program, item: Item, statement: Statement, edit: LintEdit): TextEdit {
  const file = elementAt(program.files, item.file).path;
  const { line, parsed } = item;
  const place = (character: number, at = line): Position => ({ line: at, character });
  const indent = ' '.repeat(statement.start);
  switch (edit.kind) {
    case 'insert-before':
      return {
        file,
        range: { start: place(statement.start), end: place(statement.start) },
        newText: `${edit.text}\n${indent}`,
      };
    case 'insert-after':
      return {
        file,
        range: { start: place(parsed.text.length), end: place(parsed.text.length) },
        newText: `\n${indent}${edit.text}`,
      };
    case 'replace':
      return { file, range: { start: place(statement.start), end: place(statement.end) }, newText: edit.text };
    case 'delete':
      return { file, range: { start: place(0), end: place(0, line + 1) }, newText: '' };
  }
}
