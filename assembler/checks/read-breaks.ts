/** Reads the breakpoints of a source (`.break`), once all addresses are known. */
import { elementAt } from '#basics';
import type { DebugComparison } from '../contract/debug-info.ts';
import type { DirectiveStatement } from '../contract/syntax.ts';
import { removeStatement } from '../program/findings.ts';
import type { Item, Program } from '../program/program.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { ComparisonReader } from './comparisons.ts';

/** Puts the breakpoints into the program; reports errors in them. */
export function readBreaks(program: Program, evaluator: Evaluator): void {
  const reader = new ComparisonReader(program, evaluator);
  for (const item of program.directives) {
    const { statement } = item;
    if (statement?.kind === 'directive' && statement.name === 'break') readBreak(program, reader, item, statement);
  }
}

function readBreak(program: Program, reader: ComparisonReader, item: Item, statement: DirectiveStatement): void {
  const { start, end, nameSpan, relation } = statement;
  const comparisons = relation === undefined ? [] : comparisonsOf(reader, item, statement);
  if (comparisons === undefined) return;
  if (program.used[item.address] !== 1) {
    const message = 'No word follows at which this breakpoint could stop';
    const fixes = [removeStatement(elementAt(program.files, item.file), item.line)];
    program.findings.add('GT0921', message, item, statement, { fixes });
    return;
  }
  program.breaks.push({
    address: item.address,
    source: item.file,
    line: item.line,
    column: start,
    endColumn: end,
    condition: item.parsed.text.slice(nameSpan.end, end).trim(),
    comparisons,
  });
}

/** What a line compares; undefined after a report. */
function comparisonsOf(
  reader: ComparisonReader,
  item: Item,
  statement: DirectiveStatement,
): readonly DebugComparison[] | undefined {
  const { relation = '=' } = statement;
  return reader
    .read(item, statement)
    ?.flatMap(({ place, value }) =>
      (place.kind === 'register' || place.kind === 'memory') && typeof value === 'number'
        ? [{ place, relation, value }]
        : [],
    );
}
