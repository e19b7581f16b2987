/**
 * Blocks, from start to end: routines, lookup tables, code that stays in one page or is placed, and tests.
 *
 * The lines of a test become items without words. What they mean is read when all addresses are known
 * (checks/read-tests.ts). Names of columns are bound here and get their values there, case by case.
 */
import type { SourceBlock } from '../syntax/block-structure.ts';
import { defineGlobal } from './definitions.ts';
import { actualName } from './expand-statements.ts';
import type { DirectiveLine, Expander } from './expander.ts';
import { numberBinding } from './macro-arguments.ts';
import type { Block, ProgramSymbol, Binding } from '../program/program.ts';

/** What a block has besides its kind; for a table over pages or a segment, how full it is. */
interface BlockParts extends Partial<Pick<Block, 'name' | 'table' | 'segment'>> {
  readonly labels?: readonly ProgramSymbol[];
}

/** Begins a block whose name is a label: a routine, with a scope of its own, or a lookup table. */
export function beginNamedBlock(
  expander: Expander,
  kind: 'proc' | 'lookup',
  line: DirectiveLine,
  parts: BlockParts = {},
): void {
  const { statement, block } = line;
  const written = statement.names[0];
  if (written === undefined) return;
  const name = actualName(expander, written);
  const symbol = defineGlobal(expander.program, expander.origin(), name, { kind: 'label', endLine: block?.end });
  if (kind === 'proc' || !expander.inRoutine) expander.scope = expander.openScope(name.text);
  if (kind === 'proc') expander.inRoutine = true;
  const labels = symbol === undefined ? [] : [symbol];
  beginBlock(expander, kind, line, { ...parts, name: name.text, labels });
}

export function beginBlock(
  expander: Expander,
  kind: Block['kind'],
  { statement, parsed }: Pick<DirectiveLine, 'statement' | 'parsed'>,
  { name = '', labels = [], table, segment }: BlockParts = {},
): void {
  const item = expander.push(parsed, statement, labels);
  const { length } = expander.program.items;
  const block: Block = { kind, name, item, from: length - 1, to: length, table, segment };
  expander.program.blocks.push(block);
  expander.openBlocks.push(block);
}

/** Ends the innermost block of a kind, and with it those that were opened in it. */
export function endBlock(expander: Expander, kind: Block['kind']): void {
  const index = expander.openBlocks.findLastIndex((block) => block.kind === kind);
  if (index < 0) return;
  for (const block of expander.openBlocks.splice(index)) block.to = expander.program.items.length;
  if (kind !== 'proc') return;
  expander.inRoutine = expander.openBlocks.some((block) => block.kind === 'proc');
  expander.scope = expander.base;
}

/** `.test`: its lines become the items of a block. */
export function expandTest(expander: Expander, line: DirectiveLine): void {
  const { statement, block } = line;
  if (block === undefined) return;
  if (isInTest(expander)) {
    expander.report('GT1002', 'A test cannot be inside another test', statement);
    return;
  }
  const { scope, base, inRoutine } = expander;
  beginBlock(expander, 'test', line);
  const owner = `${scope.owner}@${++expander.serial}`;
  expander.base = expander.scope = expander.boundScope(scope, owner, columnsOf(expander, block));
  expander.inRoutine = true;
  expander.run(block.start + 1, block.end);
  Object.assign(expander, { scope, base, inRoutine });
  endBlock(expander, 'test');
}

export function expandTestLine(expander: Expander, { statement, parsed }: DirectiveLine): void {
  expander.push(parsed, statement);
  if (isInTest(expander)) return;
  const message = `".${statement.name}" is outside a test; ".test" begins one`;
  expander.report('GT1001', message, statement);
}

/** `.break`: stands before a word, and a test has none. */
export function expandBreak(expander: Expander, { statement, parsed }: DirectiveLine): void {
  if (!isInTest(expander)) return void expander.push(parsed, statement);
  const message = 'A breakpoint stands before a word of the program, not in a test';
  expander.report('GT1002', message, statement);
}

function isInTest({ openBlocks }: Expander): boolean {
  return openBlocks.some(({ kind }) => kind === 'test');
}

/** What the names of `.cases` and `.random` stand for; their values come later. */
function columnsOf({ lines }: Expander, block: SourceBlock): ReadonlyMap<string, Binding> {
  const columns = new Map<string, Binding>();
  for (const { statement } of lines.slice(block.start + 1, block.end)) {
    if (statement?.kind !== 'directive' || (statement.name !== 'cases' && statement.name !== 'random')) continue;
    for (const { text } of statement.names) columns.set(text, numberBinding(NaN));
  }
  return columns;
}
