/** Operands that name a declared table: which one, and their distance from it. */
import type { Evaluator } from './evaluate.ts';
import type { Item, Origin, ProgramSymbol } from '../program/program.ts';
import type { Expression, InstructionForm } from '../contract/syntax.ts';

/** How many parts of an operand are visited; a chain of constants that double has exponentially many. */
const MOST_PARTS = 1000;

const TABLES: ReadonlySet<string> = new Set(['zero-page', 'row', 'column', 'field']);

/** A declared table, and the distance in bytes from the value of its name. */
export interface TableOperand {
  readonly symbol: ProgramSymbol;
  readonly offset: number;
}

/** The one table to which an instruction's operand adds a constant; undefined if there is none, or two. */
export function tableOperand(evaluator: Evaluator, item: Item, form: InstructionForm): TableOperand | undefined {
  if (form.value === undefined || (form.role !== 'low-address' && form.role !== 'zero-page')) return undefined;
  const search = new Search(evaluator);
  if (!search.sum(form.value, item)) return undefined;
  const [symbol] = search.found;
  if (symbol === undefined || search.found.length > 1) return undefined;
  const value = evaluator.attempt(form.value, item);
  return Number.isNaN(value) ? undefined : { symbol, offset: value - symbol.value };
}

/** Looks for the tables that an expression adds up. */
class Search {
  readonly found: ProgramSymbol[] = [];
  private left = MOST_PARTS;

  constructor(private readonly evaluator: Evaluator) {}

  /** Whether tables occur only as terms of a sum; those found are added to the list. */
  sum(expression: Expression, origin: Origin): boolean {
    if (--this.left < 0) return false;
    switch (expression.kind) {
      case 'symbol':
        return this.name(expression.name, origin);
      case 'binary':
        if (expression.operator === '+') return this.sum(expression.left, origin) && this.sum(expression.right, origin);
        if (expression.operator === '-')
          return this.sum(expression.left, origin) && this.plain(expression.right, origin);
        break;
      case 'unary':
        if (expression.operator === '+') return this.sum(expression.argument, origin);
    }
    return partsOf(expression).every((part) => this.plain(part, origin));
  }

  /** Whether an expression has nothing to do with tables. */
  private plain(expression: Expression, origin: Origin): boolean {
    const before = this.found.length;
    return this.sum(expression, origin) && this.found.length === before;
  }

  private name(name: string, origin: Origin): boolean {
    const binding = origin.scope.isBound ? origin.scope.binding(name) : undefined;
    if (binding?.operand?.kind === 'value' && binding.origin !== undefined)
      return this.sum(binding.operand.value, binding.origin);
    const symbol = binding === undefined ? this.evaluator.find(name, origin) : undefined;
    if (symbol !== undefined && TABLES.has(symbol.kind)) this.found.push(symbol);
    else if (symbol?.expression !== undefined && symbol.origin !== undefined)
      return this.sum(symbol.expression, symbol.origin);
    return true;
  }
}

export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
    case 'vcpu':
      return [expression.argument];
    case 'binary':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.condition, expression.yes, expression.no];
    case 'call':
      return expression.arguments;
    default:
      return [];
  }
}
