/**
 * The jump that a declaration refers to, and the addresses that its targets stand for, which may be those of a lookup
 * table; and computed jumps without declared targets.
 */
import { addTo, elementAt, remembered } from '#basics';
import { decode, hexWord, ROM_WORDS, wordAt } from '#isa';
import { isTimedBlock, type TimingResult } from '#proof';
import type { Fix } from '../contract/diagnostic.ts';
import type { DirectiveStatement, Expression } from '../contract/syntax.ts';
import { itemAt, isWrittenOnce, textEdit } from '../program/program.ts';
import type { Item, Program, Block, Origin } from '../program/program.ts';
import { removeStatement } from '../program/findings.ts';
import { leavesAlways } from '../output/image-analysis.ts';
import { PathText, MAX_STEPS } from './path-text.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { namedSymbol } from '../values/unknown-names.ts';

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

/** The ROM address that an expression of a declaration stands for; undefined after a report. */
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

/**
 * The addresses that a target stands for: itself, or the entries of a table. If each entry only loads a constant and
 * executes alone, since another branch is in the jump's slot, the first entry in a page represents all of that page, to
 * which this branch goes in any case: then also lists of such entries.
 */
export function targetsOf(
  program: Program,
  evaluator: Evaluator,
  expression: Expression,
  item: Item,
  jump = -1,
): { readonly targets: readonly number[]; readonly tables: readonly (readonly number[])[] } {
  const table = tableNamed(program, expression, item);
  const entries = table?.readers === undefined ? table?.entries : reachedIn(program, table, table.readers, jump);
  if (entries === undefined || entries.length === 0) {
    const value = addressOf(program, evaluator, expression, item);
    return { targets: value === undefined ? [] : [value], tables: [] };
  }
  const isRead = leavesAlways(program.image, jump + 1) && entries.every((address) => loadsConstant(program, address));
  if (!isRead) return { targets: entries, tables: [] };
  const pages = [...new Set(entries.map((address) => address >> 8))];
  const tables = pages.map((page) => entries.filter((address) => address >> 8 === page));
  return { targets: tables.flatMap((table) => table.slice(0, 1)), tables };
}

/**
 * The words of a table over pages that a jump reaches: a near one the entries of its page, a far one to a constant
 * offset the words at that offset. The page of a near jump in another's slot is that of the other's target. A jump that
 * reaches nothing counts as going to all of them, which the proof finds to contradict the code: no targets would mean
 * that it resumes a check.
 */
function reachedIn(program: Program, { entries }: TableWords, readers: readonly number[], jump: number): number[] {
  const { opcode, operand } = decode(wordAt(program.image, Math.max(jump, 0)));
  const all = [...entries, ...readers];
  const isNear = opcode.condition !== 'far';
  if (isNear ? isInSlot(program, jump) : opcode.bus !== 'd') return all;
  const reached = isNear
    ? entries.filter((address) => address >> 8 === (jump + 1) >> 8)
    : all.filter((address) => (address & 0xff) === operand);
  return reached.length > 0 ? reached : all;
}

/** The fix that declares the only table in a jump's page as its target, if the jump and its slot read one. */
function declareTable(program: Program, item: Item, jump: number): readonly Fix[] {
  const page = pageOf(program, jump);
  if (page === undefined || !leavesAlways(program.image, jump + 1) || !isWrittenOnce(item)) return [];
  const isThere = (address: number): boolean => address >> 8 === page;
  const [table, ...others] = [...tablesOf(program)].filter(([, { entries }]) => entries.some(isThere));
  if (table === undefined || others.length > 0) return [];
  const { lines } = elementAt(program.files, item.file);
  const indent = ' '.repeat(elementAt(lines, item.line).statement?.start ?? 0);
  const declaration = `.targets ${table[0]}`;
  const edit = textEdit(program, item, { start: 0, end: 0 }, `${indent}${declaration}\n`);
  return [{ title: `Declare what it reads: ${declaration}`, isStatement: true, edits: [edit] }];
}

/** The page that a computed jump goes to: its own, or what a word above it loads into Y. */
function pageOf({ image, used }: Program, jump: number): number | undefined {
  if (decode(wordAt(image, jump)).opcode.condition !== 'far') return (jump + 1) >> 8;
  for (let address = jump - 1; address > jump - JUMP_DISTANCE && used[address] === 1; address--) {
    const { opcode, operand } = decode(wordAt(image, address));
    if (opcode.operation === 'jump') return undefined;
    if (opcode.target === 'y') return opcode.operation === 'ld' && opcode.bus === 'd' ? operand : undefined;
  }
  return undefined;
}

function loadsConstant({ image }: Program, address: number): boolean {
  const { opcode } = decode(wordAt(image, address));
  return opcode.operation === 'ld' && opcode.bus === 'd' && opcode.target === 'ac';
}

/** Reports a target in another page than a near jump's slot. In another jump's slot, the proof says where it goes. */
export function checkPages(
  program: Program,
  item: Item,
  statement: DirectiveStatement,
  address: number,
  targets: readonly number[],
): void {
  const { image, findings } = program;
  if (isInSlot(program, address) || decode(wordAt(image, address)).opcode.condition === 'far') return;
  const page = (address + 1) & 0xff00;
  const other = targets.find((target) => (target & 0xff00) !== page);
  if (other === undefined) return;
  const message = `The jump at ${hexWord(address)} stays in page ${hexWord(page)}, but its declared target is ${hexWord(other)}`;
  findings.add('GT0830', new PathText(program).named(message, item.file), item, statement);
}

function isInSlot({ image }: Program, address: number): boolean {
  return decode(wordAt(image, (address - 1) & 0xffff)).opcode.operation === 'jump';
}

/** How many constants are followed to a name. */
const MAX_DEPTH = 400;

interface TableWords {
  readonly entries: readonly number[];
  /** Words at the ends of the pages of a table over several pages, which read them; undefined for other tables. */
  readonly readers: readonly number[] | undefined;
}

/** The words of the table that an expression is the name of; undefined for any other expression. */
function tableNamed(program: Program, expression: Expression, origin: Origin): TableWords | undefined {
  let symbol = namedSymbol(program, expression, origin);
  for (let depth = 0; depth < MAX_DEPTH && symbol?.kind === 'constant'; depth++) {
    if (symbol.expression === undefined || symbol.origin === undefined) return undefined;
    symbol = namedSymbol(program, symbol.expression, symbol.origin);
  }
  if (symbol?.kind !== 'label') return undefined;
  const table = tablesOf(program).get(symbol.name);
  if (table !== undefined) symbol.isUsed = true;
  return table;
}

const tables = new WeakMap<Program, ReadonlyMap<string, TableWords>>();

/** The words of the first table of each name; the program must be laid out. */
function tablesOf(program: Program): ReadonlyMap<string, TableWords> {
  return remembered(tables, program, () => {
    const lookups = program.blocks.filter(({ kind }) => kind === 'lookup').reverse();
    return new Map(lookups.map((block) => [block.name, wordsIn(program, block)]));
  });
}

function wordsIn({ items }: Program, { from, to, table }: Block): TableWords {
  const entries: number[] = [];
  const readers: number[] = [];
  for (const { address, size, statement } of items.slice(from, to)) {
    // Between the entries of a table over pages, only its macro has instructions.
    const list = table !== undefined && statement?.kind === 'instruction' ? readers : entries;
    for (let word = 0; word < size; word++) list.push(address + word);
  }
  return { entries, readers: table === undefined ? undefined : readers };
}

/**
 * Computed jumps without declared targets. Each is reported once, where the declaration is missing, with the checks and
 * blocks that are unproven because of it.
 */
export class UnknownJumps {
  private readonly jumps = new Map<number, { item: Item; result: TimingResult }[]>();

  constructor(
    private readonly program: Program,
    private readonly text: PathText,
  ) {}

  /** Notes a result that such a jump explains; false for any other. */
  take(item: Item, result: TimingResult): boolean {
    const { reason, place } = result;
    if (reason !== 'timing-jump' || itemAt(this.program, place) === undefined) return false;
    addTo(this.jumps, place, { item, result });
    return true;
  }

  report(): void {
    const { program, text } = this;
    for (const [address, unproven] of this.jumps) {
      const jump = itemAt(program, address);
      const [first] = unproven;
      if (jump === undefined || first === undefined) continue;
      const named = unproven.slice(0, MAX_STEPS).flatMap(({ item, result }) => {
        const what = isTimedBlock(result.kind) ? 'This block' : 'This check';
        return text.placeInProgram(`${what} is unproven because of it`, item);
      });
      const path = unproven.length === 1 ? text.pathEnd(first.result) : [];
      const fixes = declareTable(program, jump, address);
      const message = text.named(first.result.message, jump.file);
      program.findings.add('GT0813', message, jump, jump.statement, { related: [...named, ...path], fixes });
    }
  }
}
