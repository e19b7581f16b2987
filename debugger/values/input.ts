/**
 * What a user types as a new value: an expression, a meaning, or a value as it is shown.
 *
 *     $2b (e2)    as shown; if only one of the two was changed, that one counts
 *     e2, white, white queen, KQkq, nw se
 *     $12 $34 $56 …    as many bytes as the variable has
 *     a1 h8, white pawn e2e4, $8000000000000001    boards and words of bits (lenses.ts)
 *     counter + 1
 */
import { isFailure, type Result } from '#basics';
import { evaluateConstant, parseExpression } from '../program/expression.ts';
import { evaluate, store, type Scope, type Value } from './evaluate.ts';
import { enteredBytes, lensOfValue } from './lenses.ts';
import { formatValue } from './format.ts';

const SHOWN = /^(\S+)\s*\((.*)\)$/s;
const BYTES = /^\$[0-9a-f]{2}(?:\s+\$[0-9a-f]{2})*$/i;

/** Sets `target` to what the text says; returns a clause on why that is impossible. */
export function enter(target: Value, text: string, scope: Scope): string | undefined {
  const { place } = target;
  if (place === undefined) return 'it cannot be set';
  const bytes = BYTES.test(text.trim()) ? text.trim().split(/\s+/) : [];
  if (place.kind === 'ram' && bytes.length > 1) {
    if (bytes.length !== place.size) return `it has ${place.size} bytes, not ${bytes.length}`;
    bytes.forEach((byte, at) => scope.machine.writeRam(place.address + at, evaluateConstant(byte) ?? 0));
    return undefined;
  }
  const seen = lensOfValue(target);
  const entered = seen && enteredBytes(seen, text, scope.machine);
  if (seen !== undefined && entered !== undefined) {
    entered.forEach((byte, at) => scope.machine.writeRam((seen.place.address + at) & 0xffff, byte));
    return undefined;
  }
  if (seen !== undefined && seen.place.size > 4) return `it does not mean a ${seen.lens.kind}`;
  const number = numberOf(target, text.trim(), scope);
  return isFailure(number) ? number.message : store(scope.machine, place, number);
}

/** The number that the text means; a failure is a clause. */
function numberOf(target: Value, text: string, scope: Scope): Result<number> {
  const [, literal = '', meaning = ''] = SHOWN.exec(text) ?? [];
  const shown = evaluateConstant(literal);
  if (shown !== undefined) {
    const same = shown === target.number && !formatValue(target, scope).endsWith(`(${meaning})`);
    return (same ? meant(target, meaning, scope) : undefined) ?? shown;
  }
  const number = meant(target, text, scope);
  if (number !== undefined) return number;
  const parsed = parseExpression(text);
  if (isFailure(parsed)) return parsed;
  const source = evaluate(parsed, scope);
  return isFailure(source) ? source : source.number;
}

function meant({ table }: Value, text: string, { program }: Scope): number | undefined {
  return table === undefined ? undefined : program.meanings.valueOf(table, text);
}
