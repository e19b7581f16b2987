/** Reports blocks that must stay in one page and do not. */
import { elementAt } from '#basics';
import { hexWord, PAGE_SIZE } from '#isa';
import { isInPlacedBlock } from './packing.ts';
import { beginPage } from './place-fixes.ts';
import type { Block, Program } from '../program/program.ts';

/** Reports a block that begins in one page and ends in another. */
export function checkPage(program: Program, block: Block): void {
  const { items } = program;
  let { from, to } = block;
  while (from < to && elementAt(items, from).size === 0) from++;
  while (from < to && elementAt(items, to - 1).size === 0) to--;
  if (from === to) return;
  const start = elementAt(items, from).address;
  const last = elementAt(items, to - 1);
  const end = last.address + last.size - 1;
  if (start >> 8 === end >> 8) return;
  const what = block.kind === 'lookup' ? `The lookup table "${block.name}"` : 'The block';
  const left = PAGE_SIZE - (start & 0xff);
  const message = `${what} leaves its page: ${hexWord(start)} to ${hexWord(end)}; ${left} words were left in the page, ${end - start + 1 - left} too few`;
  // Words with gaps between them were placed on purpose; the block is only moved as a whole.
  const words = items.slice(from, to).reduce((sum, { size }) => sum + size, 0);
  const isWhole = words === end - start + 1 && words <= PAGE_SIZE;
  const mayMove = isWhole && block.kind !== 'place' && !isInPlacedBlock(block, program.blocks);
  const fixes = mayMove ? beginPage(program, block.item) : [];
  program.findings.add('GT0403', message, block.item, block.item.statement, { fixes });
}
