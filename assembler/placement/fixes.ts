/**
 * Edits that mend where code lies, what its operands are, and which branches it uses.
 *
 * `.page` and `.place` go above the comment that belongs to the code, so that a routine keeps its header. No edit is
 * offered for code of a macro or loop, where it would change other places too.
 */
import { elementAt, numberAt } from '#basics';
import type { Fix, TextEdit } from '../contract/diagnostic.ts';
import { commentText } from '../syntax/documentation.ts';
import { itemAt, isWrittenOnce, fixOnce, textEdit } from '../program/program.ts';
import type { Item, Program } from '../program/program.ts';
import type { Expression, ValueRange } from '../contract/syntax.ts';
import { PAGE_SIZE } from '#isa';

/** Begins a new page before an item; no fix where that would change more than this place. */
export function beginPage(program: Program, item: Item | undefined): Fix[] {
  if (item === undefined || !isWrittenOnce(item)) return [];
  return [{ title: 'Begin a new page: .page', edits: [insertAbove(program, item, '.page')] }];
}

/** Lets the assembler place the lines from an item to a last line, inclusive; no fix for code of a macro or loop. */
export function placeAround(program: Program, item: Item | undefined, last: number): Fix[] {
  if (item === undefined || !isWrittenOnce(item)) return [];
  const { file } = item;
  const end = elementAt(program.files, file).lines[last]?.text.length ?? 0;
  const after = textEdit(program, { file, line: last }, { start: end, end }, `\n${indentOf(item)}.endplace`);
  return [{ title: 'Let the assembler place it: .place', edits: [insertAbove(program, item, '.place'), after] }];
}

function indentOf(item: Item): string {
  return ' '.repeat(item.statement?.start ?? 8);
}

function insertAbove(program: Program, item: Item, text: string): TextEdit {
  const { file } = item;
  const { lines } = elementAt(program.files, file);
  let { line } = item;
  for (; line > 0; line--) {
    const above = elementAt(lines, line - 1);
    if (commentText(above) === undefined || above.statement !== undefined || above.labels.length > 0) break;
  }
  return textEdit(program, { file, line }, { start: 0, end: 0 }, `${indentOf(item)}${text}\n`);
}

/** Takes the low byte of a value. */
export function lowByte(program: Program, item: Item, { start, end }: Expression): Fix[] {
  const text = `lo(${item.parsed.text.slice(start, end)})`;
  return fixOnce(program, item, { start, end }, text, 'Take the low byte');
}

/** Takes the cell instead of its address: `[name]`. */
export function brackets(program: Program, item: Item, { start, end }: Expression): Fix[] {
  return fixOnce(program, item, { start, end }, `[${item.parsed.text.slice(start, end)}]`);
}

/** Replaces an immediate store by a load of AC and a store; not in a delay slot, which has room for one word. */
export function loadAndStore(program: Program, item: Item): Fix[] {
  const { statement } = item;
  if (statement?.kind !== 'instruction' || isInSlot(program, item)) return [];
  const [value, place, target] = statement.operands;
  // With X or Y as a target, they would get AC, which the load changes.
  if (value?.kind !== 'value' || place === undefined || target !== undefined) return [];
  const written = (span: { start: number; end: number }): string => item.parsed.text.slice(span.start, span.end);
  const text = `ld   ${written(value)}\n${' '.repeat(statement.start)}st   ${written(place)}`;
  return fixOnce(program, item, statement, text, 'Load AC and store it');
}

/** Swaps the ends of a range that runs backward. */
export function turnedRange(program: Program, item: Item, { first, last }: ValueRange): Fix[] {
  const [from, to] = [first, last].map(({ start, end }) => item.parsed.text.slice(start, end));
  return fixOnce(program, item, { start: first.start, end: last.end }, `${to}..${from}`);
}

/** Words of a far jump to which a near branch leads. */
const STUB_WORDS = 3;

/**
 * Edits for a near branch whose target lies in another page. A routine that runs over a page's end begins a new page; a
 * branch that is always taken becomes a far jump; a conditional one goes to a far jump within its reach, at a place that
 * execution does not run into.
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

/** Begins a page at the routine of branch and target, if it runs across the end of a page and fits into one. */
function wholeRoutine(program: Program, item: Item, target: number): Fix[] {
  const { blocks, owners, globals } = program;
  const index = numberAt(owners, item.address) - 1;
  if (blocks.some(({ kind, from, to }) => kind !== 'proc' && from <= index && index < to)) return [];
  const symbol = globals.get(item.scope.owner);
  const start = symbol?.value ?? NaN;
  if (symbol === undefined || !(start <= item.address)) return [];
  // Execution that comes from the word before would run into the gap before a new page.
  const [before, jump] = [1, 2].map((words) => itemAt(program, (start - words) & 0xffff));
  if (before !== undefined && !leavesAlways(jump)) return [];
  let end = start;
  // Words of macros that the routine calls belong to it.
  const belongs = (other: Item | undefined): boolean =>
    other !== undefined && (other.scope === item.scope || !isWrittenOnce(other));
  while (end - start <= PAGE_SIZE && belongs(itemAt(program, end))) end++;
  const isOver = start >> 8 !== (end - 1) >> 8 && end - start <= PAGE_SIZE;
  if (!isOver || target < start || target >= end) return [];
  return beginPage(
    program,
    itemsAt(program, start).find(({ labels }) => labels?.includes(symbol)),
  );
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
  const text = farJumpLines(name).join(`\n${' '.repeat(item.statement.start)}`);
  return fixOnce(program, item, item.statement, text, 'Jump far, changing Y');
}

function farJumpLines(name: string): string[] {
  return [`ld   >${name},y`, `jmp  y,${name}`];
}

/** Leads the branch to a far jump, placed after the next jump that is always taken, in the same scope and page. */
function jumpAfter(program: Program, item: Item, expression: Expression, name: string, page: number): Fix[] {
  const slot = nextSlot(program, item, page);
  if (slot === undefined) return [];
  const stub = freeName(item);
  const after = elementAt(elementAt(program.files, slot.file).lines, slot.line).text.length;
  const indent = ' '.repeat(8);
  const lines = [...farJumpLines(name), 'nop'].map((line) => indent + line);
  const edits = [
    textEdit(program, item, expression, stub),
    textEdit(program, slot, { start: after, end: after }, `\n${stub}:\n${lines.join('\n')}`),
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
