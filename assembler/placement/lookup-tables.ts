/**
 * Code lookup tables by name: where the entries of `.lookup` blocks are, and the words that read them.
 */
import type { Evaluator } from '../values/evaluate.ts';
import type { Block, Origin, Program, ProgramSymbol } from '../program/program.ts';
import type { Expression } from '../contract/syntax.ts';

/** How many arguments and constants are followed to a name. */
const MAX_DEPTH = 400;

/** Where a table has something. */
export interface TableWords {
  readonly entries: readonly number[];
  /** Words at the ends of the pages of a table over several pages, which read them; undefined for other tables. */
  readonly readers: readonly number[] | undefined;
}

/** The words of the table that an expression names, alone and not as a part; undefined if it names none. */
export function tableNamed(
  program: Program,
  evaluator: Evaluator,
  expression: Expression,
  origin: Origin,
): TableWords | undefined {
  const symbol = namedSymbol(evaluator, expression, origin, 0);
  if (symbol?.kind !== 'label') return undefined;
  const table = tablesOf(program).get(symbol.name);
  if (table !== undefined) symbol.isUsed = true;
  return table;
}

const tables = new WeakMap<Program, ReadonlyMap<string, TableWords>>();

/** The words of the first table of each name, found once for a program, which is laid out. */
function tablesOf(program: Program): ReadonlyMap<string, TableWords> {
  let known = tables.get(program);
  if (known === undefined) {
    const lookups = program.blocks.filter(({ kind }) => kind === 'lookup').reverse();
    tables.set(program, (known = new Map(lookups.map((block) => [block.name, wordsIn(program, block)]))));
  }
  return known;
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
 * The symbol that an expression is the name of; a parameter leads to the argument, a constant to what it stands for.
 */
function namedSymbol(
  evaluator: Evaluator,
  expression: Expression,
  origin: Origin,
  depth: number,
): ProgramSymbol | undefined {
  if (expression.kind !== 'symbol' || depth > MAX_DEPTH) return undefined;
  const binding = origin.scope.isBound ? origin.scope.binding(expression.name) : undefined;
  if (binding !== undefined) {
    const isName = binding.operand?.kind === 'value' && binding.origin !== undefined;
    return isName ? namedSymbol(evaluator, binding.operand.value, binding.origin, depth + 1) : undefined;
  }
  const symbol = evaluator.find(expression.name, origin);
  if (symbol?.kind !== 'constant' || symbol.expression === undefined || symbol.origin === undefined) return symbol;
  return namedSymbol(evaluator, symbol.expression, symbol.origin, depth + 1);
}
