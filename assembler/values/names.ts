/** What the names in expressions stand for: symbols, and texts. */
import type { Expression } from '../contract/syntax.ts';
import type { Origin, Program, ProgramSymbol } from '../program/program.ts';

/** Nesting of parameters and constants that is followed. */
const MAX_DEPTH = 400;

/** An expression as it is seen from where it is written. */
interface Place {
  readonly expression: Expression;
  readonly origin: Origin;
}

/** The symbol of a name as seen from a place; bindings are not symbols. */
export function findSymbol(program: Program, name: string, origin: Origin): ProgramSymbol | undefined {
  if (name.charCodeAt(0) === 46) return origin.scope.local(name);
  const symbol = program.globals.get(name);
  if (symbol !== undefined) return symbol;
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : program.scopes.get(name.slice(0, dot))?.locals?.get(name.slice(dot));
}

/** The symbol that an expression names, also where a parameter of a macro stands for it. */
export function namedSymbol(program: Program, expression: Expression, origin: Origin): ProgramSymbol | undefined {
  const place = argumentOf(expression, origin);
  return place?.expression.kind === 'symbol' ? findSymbol(program, place.expression.name, place.origin) : undefined;
}

/** The text that an expression stands for, which counts as a use of its constants; undefined if it is not one. */
export function textOf(program: Program, expression: Expression, origin: Origin, depth = 0): string | undefined {
  if (expression.kind === 'string') return expression.value;
  if (expression.kind !== 'symbol') return undefined;
  const place = argumentOf(expression, origin);
  if (place?.expression.kind === 'string') return place.expression.value;
  if (place?.expression.kind !== 'symbol' || depth > MAX_DEPTH) return undefined;
  const symbol = findSymbol(program, place.expression.name, place.origin);
  if (symbol?.expression === undefined || symbol.origin === undefined) return undefined;
  const text = textOf(program, symbol.expression, symbol.origin, depth + 1);
  if (text !== undefined) symbol.isUsed = true;
  return text;
}

/** The expression that a chain of parameters stands for; undefined if an argument is not a value. */
function argumentOf(expression: Expression, origin: Origin): Place | undefined {
  let place = { expression, origin };
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const { scope } = place.origin;
    const binding =
      place.expression.kind === 'symbol' && scope.isBound ? scope.binding(place.expression.name) : undefined;
    if (binding === undefined) return place;
    if (binding.operand?.kind !== 'value' || binding.origin === undefined) return undefined;
    place = { expression: binding.operand.value, origin: binding.origin };
  }
  return undefined;
}
