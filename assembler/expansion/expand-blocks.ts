/**
 * Blocks, from start to end: routines, lookup tables, code that stays in one page or is placed.
 */
import type { SourceBlock } from '../syntax/block-structure.ts';
import { defineGlobal } from './definitions.ts';
import { actualName } from './expand-statements.ts';
import type { Expander } from './expander.ts';
import type { Block, ProgramSymbol } from '../program/program.ts';
import type { DirectiveStatement, ParsedLine } from '../contract/syntax.ts';

/** What a block has beside its kind; of a table over pages or a segment also how full it is. */
interface BlockParts extends Partial<Pick<Block, 'name' | 'table' | 'segment'>> {
  readonly labels?: readonly ProgramSymbol[];
}

/** Begins a block whose name is a label: a routine, with a scope of its own, or a lookup table. */
export function beginNamedBlock(
  expander: Expander,
  kind: 'proc' | 'lookup',
  statement: DirectiveStatement,
  block: SourceBlock | undefined,
  parsed: ParsedLine,
  parts: BlockParts = {},
): void {
  const written = statement.names[0];
  if (written === undefined) return;
  const name = actualName(expander, written);
  const symbol = defineGlobal(expander.program, expander.origin(), name, { kind: 'label', endLine: block?.end });
  if (kind === 'proc' || !expander.inRoutine) expander.scope = expander.openScope(name.text);
  if (kind === 'proc') expander.inRoutine = true;
  const labels = symbol === undefined ? [] : [symbol];
  beginBlock(expander, kind, statement, parsed, { ...parts, name: name.text, labels });
}

/** Begins a block. */
export function beginBlock(
  expander: Expander,
  kind: Block['kind'],
  statement: DirectiveStatement,
  parsed: ParsedLine,
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
