/**
 * Code lookup tables by name: where the entries of `.lookup` blocks are.
 */
import type { Evaluator } from '../values/evaluate.ts';
import type { Block, Origin, Program, ProgramSymbol } from '../program/program.ts';
import type { Expression } from '../contract/syntax.ts';

/** How many arguments and constants are followed to a name. */
const MAX_DEPTH = 400;

/**
 * Addresses of all entries of the table that an expression names, alone and not as a part; undefined if it names none.
 */
export function entriesOf(
  program: Program,
  evaluator: Evaluator,
  expression: Expression,
  origin: Origin,
): readonly number[] | undefined {
  const symbol = namedSymbol(evaluator, expression, origin, 0);
  if (symbol?.kind !== 'label') return undefined;
  const entries = tablesOf(program).get(symbol.name);
  if (entries !== undefined) symbol.isUsed = true;
  return entries;
}

const tables = new WeakMap<Program, ReadonlyMap<string, readonly number[]>>();

/** The entries of the first table of each name, found once for a program, which is laid out. */
function tablesOf(program: Program): ReadonlyMap<string, readonly number[]> {
  let known = tables.get(program);
  if (known === undefined) {
    const lookups = program.blocks.filter(({ kind }) => kind === 'lookup').reverse();
    tables.set(program, (known = new Map(lookups.map((block) => [block.name, entriesIn(program, block)]))));
  }
  return known;
}

function entriesIn({ items }: Program, block: Block): number[] {
  const entries: number[] = [];
  for (const { address, size } of items.slice(block.from, block.to)) {
    for (let word = 0; word < size; word++) entries.push(address + word);
  }
  return entries;
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
