/** Turns lints into findings: maps addresses to statements, and edits of words to edits of lines. */
import type { Fix, TextEdit } from '../contract/diagnostic.ts';
import { itemAt, relatedTo, zeroPageOwners, isWrittenOnce, textEdit } from '../program/program.ts';
import type { Item, Program } from '../program/program.ts';
import type { Causes } from './causes.ts';
import type { LintEdit, LintFinding } from '../lints/index.ts';
import type { Statement } from '../contract/syntax.ts';

/** Reports each lint at its statement, with what follows from it. */
export function reportLints(program: Program, lints: readonly LintFinding[], causes: Causes): void {
  for (const lint of lints) {
    const item = itemAt(program, lint.address);
    if (item?.statement === undefined || causes.follows(lint)) continue;
    const other = lint.related && relatedTo(program, itemAt(program, lint.related.address), lint.related.message);
    const related = [...(other ?? []), ...causes.under(lint)];
    const fix = lint.cell === undefined ? fixOf(program, lint) : declareExternal(program, lint.cell);
    program.findings.add(lint.code, lint.message, item, item.statement, {
      related,
      ...(causes.isError(lint) && { severity: 'error' }),
      ...(fix !== undefined && { fixes: [fix] }),
      ...(lint.name === 'unreachable' && { unnecessary: true }),
    });
  }
}

function fixOf(program: Program, lint: LintFinding): Fix | undefined {
  if (lint.fix === undefined) return undefined;
  const edits: TextEdit[] = [];
  for (const edit of lint.fix.edits) {
    const item = itemAt(program, edit.address);
    // An edit inside a macro, or of a word that shares its line, would change more than the finding is about.
    if (item?.statement?.kind !== 'instruction' || !isWrittenOnce(item)) return undefined;
    edits.push(lintEdit(program, item, item.statement, edit));
  }
  return { ...lint.fix, edits };
}

/** The edit that declares a byte as set from outside the program. */
function declareExternal(program: Program, cell: number): Fix | undefined {
  const table = zeroPageOwners(program.meaning.tables).get(cell);
  const declared = program.declarations.find(({ symbol }) => symbol?.name === table?.name)?.item;
  if (declared?.statement === undefined || !isWrittenOnce(declared)) return undefined;
  const { end } = declared.statement;
  const edits = [textEdit(program, declared, { start: end, end }, ' external=yes')];
  return { title: 'Say that something outside sets it: external=yes', isStatement: true, edits };
}

function lintEdit(program: Program, item: Item, { start, end }: Statement, edit: LintEdit): TextEdit {
  const { line, parsed } = item;
  const indent = ' '.repeat(start);
  const after = parsed.text.length;
  switch (edit.kind) {
    case 'insert-before':
      return textEdit(program, item, { start, end: start }, `${edit.text}\n${indent}`);
    case 'insert-after':
      return textEdit(program, item, { start: after, end: after }, `\n${indent}${edit.text}`);
    case 'replace':
      return textEdit(program, item, { start, end }, edit.text);
    case 'delete': {
      const range = { start: { line, character: 0 }, end: { line: line + 1, character: 0 } };
      return { ...textEdit(program, item, { start, end }, ''), range };
    }
  }
}
