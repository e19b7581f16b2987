/**
 * Edits for a near branch whose target lies in another page.
 *
 * A routine that runs over a page's end begins a new page; a branch that is always taken becomes a far
 * jump; a conditional one goes to a far jump within its reach, at a place that execution does not run into.
 * No edit is offered for code of a macro or loop, where it would change other places too.
 */
import { elementAt, numberAt } from '#basics';
import { PAGE_SIZE } from '#isa';
import type { Fix } from '../contract/diagnostic.ts';
import { isWrittenOnce } from '../program/expansion.ts';
import { beginPage } from './place-fixes.ts';
import { itemAt, type Item, type Program, type ProgramSymbol } from '../program/program.ts';
import { lineRange } from '../contract/source.ts';
import type { Expression } from '../contract/syntax.ts';

/** Words of a far jump to which a near branch leads. */
const STUB_WORDS = 3;

/**
 * @param item the branch
 * @param page that the branch reaches
 */
export function branchFixes(
  program: Program,
  item: Item,
  expression: Expression,
  target: number,
  page: number,
): readonly Fix[] {
  if (!isWrittenOnce(item) || isInSlot(program, item)) return [];
  const written = item.parsed.text.slice(expression.start, expression.end);
  // A unary operator binds tighter than others.
  const name = expression.kind === 'symbol' || expression.kind === 'number' ? written : `(${written})`;
  const isAlways = item.statement?.kind === 'instruction' && item.statement.mnemonic === 'bra';
  return [
    ...wholeRoutine(program, item, target),
    ...(isAlways ? farJump(program, item, name) : jumpAfter(program, item, expression, name, page)),
  ];
}

/** Whether the word before is a jump, so that this one executes in its delay slot. */
export function isInSlot(program: Program, { address }: Item): boolean {
  return isJump(itemAt(program, (address - 1) & 0xffff));
}

/**
 * Begins a page at the routine of branch and target, if it runs across the end of a page and fits into one.
 */
function wholeRoutine(program: Program, item: Item, target: number): Fix[] {
  const { blocks, owners, globals } = program;
  const index = numberAt(owners, item.address) - 1;
  if (blocks.some(({ kind, from, to }) => kind !== 'proc' && from <= index && index < to)) return [];
  const symbol = globals.get(item.scope.owner);
  const start = symbol?.value ?? NaN;
  if (symbol === undefined || !(start <= item.address) || isRunInto(program, start)) return [];
  let end = start;
  while (end - start <= PAGE_SIZE && belongsTo(item, itemAt(program, end))) end++;
  const isOver = start >> 8 !== (end - 1) >> 8 && end - start <= PAGE_SIZE;
  if (!isOver || target < start || target >= end) return [];
  return beginPage(program, labelItem(program, symbol, start));
}

/** Whether execution reaches an address from the word before, and so would run into the gap before a new page. */
function isRunInto(program: Program, address: number): boolean {
  return (
    itemAt(program, (address - 1) & 0xffff) !== undefined && !leavesAlways(itemAt(program, (address - 2) & 0xffff))
  );
}

/** Whether a word belongs to the routine that an item is in; words of macros that it calls do. */
function belongsTo(item: Item, other: Item | undefined): boolean {
  return other !== undefined && (other.scope === item.scope || !isWrittenOnce(other));
}

function labelItem(program: Program, symbol: ProgramSymbol, address: number): Item | undefined {
  return itemsAt(program, address).find(({ labels }) => labels?.includes(symbol));
}

/** The item of a word, and those without words before it. */
function itemsAt({ items, owners }: Program, address: number): Item[] {
  const result: Item[] = [];
  for (let index = numberAt(owners, address) - 1; ; index--) {
    const item = items[index];
    if (item?.address !== address) return result;
    result.push(item);
  }
}

/** A far jump in place of a branch that is always taken. */
function farJump(program: Program, item: Item, name: string): Fix[] {
  if (item.statement === undefined) return [];
  const { start, end } = item.statement;
  const edits = [
    {
      file: elementAt(program.files, item.file).path,
      range: lineRange(item.line, start, end),
      newText: farJumpLines(name).join(`\n${' '.repeat(start)}`),
    },
  ];
  return [{ title: 'Jump far, changing Y', edits }];
}

function farJumpLines(name: string): string[] {
  return [`ld   >${name},y`, `jmp  y,${name}`];
}

/** Leads the branch to a far jump, placed after the next jump that is always taken, in the same scope and page. */
function jumpAfter(program: Program, item: Item, expression: Expression, name: string, page: number): Fix[] {
  const slot = nextSlot(program, item, page);
  if (slot === undefined) return [];
  const stub = freeName(item);
  const file = elementAt(program.files, item.file).path;
  const after = elementAt(elementAt(program.files, slot.file).lines, slot.line).text.length;
  const indent = ' '.repeat(8);
  const lines = [...farJumpLines(name), 'nop'].map((line) => indent + line);
  const edits = [
    { file, range: lineRange(item.line, expression.start, expression.end), newText: stub },
    { file, range: lineRange(slot.line, after, after), newText: `\n${stub}:\n${lines.join('\n')}` },
  ];
  return [{ title: 'Branch to a far jump after the next jump, changing Y', edits }];
}

/** A delay slot after which execution does not run on, with room for three words within a branch's reach. */
function nextSlot(program: Program, item: Item, page: number): Item | undefined {
  if (item.scope.owner === '') return undefined;
  for (let address = item.address + 2; (address + STUB_WORDS) >> 8 === page; address++) {
    const slot = itemAt(program, address);
    const jump = itemAt(program, (address - 1) & 0xffff);
    if (slot === undefined || slot.scope !== item.scope || slot.file !== item.file || !isWrittenOnce(slot))
      return undefined;
    const next = itemsAt(program, address + 1);
    const isBelow = slot.line > item.line && slot.statement?.kind === 'instruction';
    const endsHere = next.length === 0 || next.some(({ labels }) => labels !== undefined);
    if (isBelow && leavesAlways(jump) && !isJump(slot) && !isJump(itemAt(program, (address - 2) & 0xffff)) && endsHere)
      return slot;
  }
  return undefined;
}

function freeName({ scope }: Item): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? '.far' : `.far${count}`;
    if (scope.local(name) === undefined) return name;
  }
}

const JUMPS: ReadonlySet<string> = new Set(['bra', 'jmp', 'beq', 'bne', 'bgt', 'bge', 'blt', 'ble', 'bpl', 'bmi']);

function isJump(item: Item | undefined): boolean {
  return item?.statement?.kind === 'instruction' && JUMPS.has(item.statement.mnemonic);
}

function leavesAlways(item: Item | undefined): boolean {
  return item?.statement?.kind === 'instruction' && ['bra', 'jmp'].includes(item.statement.mnemonic);
}
