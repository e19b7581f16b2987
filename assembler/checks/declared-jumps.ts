/**
 * The jump to which a declaration refers, and the addresses that its targets stand for.
 */
import { elementAt } from '#basics';
import { decode, hexWord, ROM_WORDS, wordAt } from '#isa';
import type { DirectiveStatement, Expression } from '../contract/syntax.ts';
import { tableNamed, type TableWords } from '../placement/lookup-tables.ts';
import { isWrittenOnce } from '../program/expansion.ts';
import { removeStatement } from '../program/line-fixes.ts';
import type { Item, Program } from '../program/program.ts';
import { PathText } from './path-text.ts';
import type { Evaluator } from '../values/evaluate.ts';

/** How many words after `.targets` are searched for its jump. */
const JUMP_DISTANCE = 16;

/** The first computed jump from an address on, if it is near enough for a declaration there to refer to it. */
export function computedJump({ image, used }: Program, from: number): number | undefined {
  for (let address = from; address < from + JUMP_DISTANCE && used[address] === 1; address++) {
    const { opcode } = decode(wordAt(image, address));
    // A far jump to a constant is computed as well: its page comes from Y.
    if (opcode.operation === 'jump' && (opcode.bus !== 'd' || opcode.condition === 'far')) return address;
  }
  return undefined;
}

/** Reports a declaration without a computed jump after it. */
export function reportWithoutJump(program: Program, message: string, item: Item): void {
  const { files, findings } = program;
  const fixes = isWrittenOnce(item) ? [removeStatement(elementAt(files, item.file), item.line)] : [];
  findings.add('GT0806', message, item, item.statement, { fixes });
}

/** The address in the ROM that an expression of a declaration stands for; undefined, with a finding, if it is none. */
export function addressOf(
  { findings }: Program,
  evaluator: Evaluator,
  expression: Expression,
  item: Item,
): number | undefined {
  const value = evaluator.value(expression, item);
  if (Number.isNaN(value)) return undefined;
  if (Number.isInteger(value) && value >= 0 && value < ROM_WORDS) return value;
  findings.add('GT0402', `The ROM has the addresses 0 to ${ROM_WORDS - 1}, not ${value}`, item, expression);
  return undefined;
}

/** What a target stands for: addresses, and the entries of a table, if its first entry stands for all. */
export interface DeclaredTarget {
  readonly targets: readonly number[];
  readonly entries?: readonly number[];
}

/**
 * The addresses that a target stands for: itself, or the entries of a table. If each entry only loads a
 * constant and executes alone, between the jump and a branch in its slot, the first stands for all.
 */
export function targetsOf(
  program: Program,
  evaluator: Evaluator,
  expression: Expression,
  item: Item,
  jump = -1,
): DeclaredTarget {
  const table = tableNamed(program, evaluator, expression, item);
  const entries = table?.readers === undefined ? table?.entries : reachedIn(program, table, table.readers, jump);
  const [first] = entries ?? [];
  if (entries === undefined || first === undefined) {
    const value = addressOf(program, evaluator, expression, item);
    return { targets: value === undefined ? [] : [value] };
  }
  const isRead = leavesAtOnce(program, jump + 1) && entries.every((address) => loadsConstant(program, address));
  return isRead ? { targets: [first], entries } : { targets: entries };
}

/** What a jump reaches of a table over pages: a near one the entries of its page, one to an offset what is there. */
function reachedIn({ image }: Program, { entries }: TableWords, readers: readonly number[], jump: number): number[] {
  const { opcode, operand } = decode(wordAt(image, Math.max(jump, 0)));
  if (opcode.condition !== 'far') return entries.filter((address) => address >> 8 === (jump + 1) >> 8);
  const all = [...entries, ...readers];
  return opcode.bus === 'd' ? all.filter((address) => (address & 0xff) === operand) : all;
}

function leavesAtOnce({ image }: Program, address: number): boolean {
  const { opcode } = decode(wordAt(image, address));
  return opcode.operation === 'jump' && (opcode.condition === 'always' || opcode.condition === 'far');
}

function loadsConstant({ image }: Program, address: number): boolean {
  const { opcode } = decode(wordAt(image, address));
  return opcode.operation === 'ld' && opcode.bus === 'd' && opcode.target === 'ac';
}

/** A near jump stays in the page of its delay slot; in the delay slot of another jump, the proof says where it goes. */
export function checkPages(
  program: Program,
  item: Item,
  statement: DirectiveStatement,
  address: number,
  targets: readonly number[],
): void {
  const { image, findings } = program;
  const isInSlot = decode(wordAt(image, (address - 1) & 0xffff)).opcode.operation === 'jump';
  if (isInSlot || decode(wordAt(image, address)).opcode.condition === 'far') return;
  const page = (address + 1) & 0xff00;
  const other = targets.find((target) => (target & 0xff00) !== page);
  if (other === undefined) return;
  const message = `The jump at ${hexWord(address)} stays in page ${hexWord(page)}, and its declared target is ${hexWord(other)}`;
  findings.add('GT0830', new PathText(program).named(message, item.file), item, statement);
}
