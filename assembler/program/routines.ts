/**
 * Routines of a program: blocks of `.proc`, and global labels whose comment is a routine header.
 *
 * A labelled routine goes on to the next routine, to a page's trampoline or to the first address without a word. The
 * cell that holds the return address is the one that its first instruction stores AC to, if a jump in it reads that
 * cell.
 */
import { elementAt, numberAt, zeroPageOffset, type ZeroPageOffset } from '#basics';
import { decode, wordAt } from '#isa';
import type { DebugRoutine } from '../contract/debug-info.ts';
import { documentationAbove } from '../syntax/documentation.ts';
import type { Item, Program } from './program.ts';
import { isHeader } from './routine-header.ts';

/** All routines in ascending order of address. */
export function findRoutines(program: Program): DebugRoutine[] {
  const result: DebugRoutine[] = [];
  const starts = new Set<number>();
  const sized = program.items.filter((item) => item.size > 0);
  const before = sizedBefore(program.items);
  for (const block of program.blocks) {
    if (block.kind !== 'proc' || Number.isNaN(block.item.address)) continue;
    const from = numberAt(before, block.from);
    const to = numberAt(before, block.to);
    if (from === to) continue;
    const first = elementAt(sized, from);
    const last = elementAt(sized, to - 1);
    const { file, line } = block.item;
    const header = documentationAbove(elementAt(program.files, file).lines, line);
    starts.add(first.address);
    result.push(routine(program, block.name, first.address, last.address + last.size, header));
  }
  const labelled: { name: string; start: number; header: string }[] = [];
  for (const { name, kind, value, file, line } of program.symbols) {
    if (kind !== 'label' || starts.has(value) || program.used[value] !== 1) continue;
    const header = documentationAbove(elementAt(program.files, file).lines, line);
    if (isHeader(header)) labelled.push({ name, start: value, header });
  }
  const allStarts = [...starts, ...labelled.map((entry) => entry.start)].sort((a, b) => a - b);
  const trampolines = new Set(program.trampolines.values());
  for (const { name, start, header } of labelled) {
    const next = allStarts[upperBound(allStarts, start)] ?? program.image.length;
    let end = start + 1;
    while (end < next && program.used[end] === 1 && !trampolines.has(end)) end++;
    result.push(routine(program, name, start, end, header));
  }
  return result.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** How many items with words precede each index, so that nested blocks need not be walked again. */
function sizedBefore(items: readonly Item[]): Uint32Array {
  const counts = new Uint32Array(items.length + 1);
  let count = 0;
  for (let index = 0; index < items.length; index++) {
    if (elementAt(items, index).size > 0) count++;
    counts[index + 1] = count;
  }
  return counts;
}

/** Index of the first element of an ascending list that is greater than a value. */
function upperBound(list: readonly number[], value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberAt(list, middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A routine of given words, with the cell that it returns by. */
export function routine(program: Program, name: string, start: number, end: number, header: string): DebugRoutine {
  return { name, start, end, returnCell: returnCell(program.image, start, end), header };
}

function returnCell(image: Uint16Array, start: number, end: number): ZeroPageOffset | null {
  const first = decode(wordAt(image, start));
  const { opcode } = first;
  if (opcode.mnemonic !== 'st' || opcode.bus !== 'ac' || opcode.address !== 'd') return null;
  for (let address = start + 1; address < end; address++) {
    const { opcode: other, operand } = decode(wordAt(image, address));
    if (other.operation === 'jump' && other.bus === 'ram' && operand === first.operand) return zeroPageOffset(operand);
  }
  return null;
}
