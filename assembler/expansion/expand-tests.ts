/**
 * Tests: the lines of a `.test` block, in a scope where the columns of its cases have their names.
 *
 * The lines become items without words; what they mean is read when all addresses are known
 * (checks/read-tests.ts). Names of columns are bound here and get their values there, case by case.
 */
import type { SourceBlock } from '../syntax/block-structure.ts';
import { beginBlock, endBlock } from './expand-blocks.ts';
import type { Expander } from './expander.ts';
import type { Binding } from '../program/program.ts';
import type { DirectiveStatement, ParsedLine } from '../contract/syntax.ts';

/** `.test`: its lines become the items of a block. */
export function expandTest(
  expander: Expander,
  statement: DirectiveStatement,
  block: SourceBlock | undefined,
  parsed: ParsedLine,
): void {
  if (block === undefined) return;
  if (isInTest(expander)) {
    expander.program.findings.add('GT1002', 'A test cannot be inside another test', expander.origin(), statement);
    return;
  }
  const { scope, base, inRoutine } = expander;
  beginBlock(expander, 'test', statement, parsed);
  const owner = `${scope.owner}@${++expander.serial}`;
  expander.base = expander.scope = expander.boundScope(scope, owner, columnsOf(expander, block));
  expander.inRoutine = true;
  expander.run(block.start + 1, block.end);
  Object.assign(expander, { scope, base, inRoutine });
  endBlock(expander, 'test');
}

/** A line that only a test has. */
export function expandTestLine(
  expander: Expander,
  statement: DirectiveStatement,
  _block: SourceBlock | undefined,
  parsed: ParsedLine,
): void {
  expander.push(parsed, statement);
  if (isInTest(expander)) return;
  const message = `".${statement.name}" is outside a test; ".test" begins one`;
  expander.program.findings.add('GT1001', message, expander.origin(), statement);
}

/** `.break`: stands before a word, and a test has none. */
export function expandBreak(
  expander: Expander,
  statement: DirectiveStatement,
  _block: SourceBlock | undefined,
  parsed: ParsedLine,
): void {
  if (!isInTest(expander)) return void expander.push(parsed, statement);
  const message = 'A breakpoint stands before a word of the program, not in a test';
  expander.program.findings.add('GT1002', message, expander.origin(), statement);
}

function isInTest({ openBlocks }: Expander): boolean {
  return openBlocks.some(({ kind }) => kind === 'test');
}

/** What the names of `.cases` and `.random` stand for; their values come later. */
function columnsOf({ lines }: Expander, block: SourceBlock): ReadonlyMap<string, Binding> {
  const columns = new Map<string, Binding>();
  for (const { statement } of lines.slice(block.start + 1, block.end)) {
    if (statement?.kind !== 'directive' || (statement.name !== 'cases' && statement.name !== 'random')) continue;
    for (const { text } of statement.names)
      columns.set(text, { operand: undefined, origin: undefined, value: NaN, degree: 0, round: 0 });
  }
  return columns;
}
