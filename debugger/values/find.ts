/** Searches for bytes in RAM, and for values in the entries of a table. */
import { failure, isFailure, type Result } from '#basics';
import { RAM_BYTES } from '#isa';
import { evaluateConstant } from '../program/constant.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { parseExpression } from '../program/expression.ts';
import { readPlace } from './place.ts';
import { describeAddress, entryPlace } from './tables.ts';

/** How many places are named; the rest is only counted. */
const MOST_NAMED = 32;

/**
 * Where a sequence of bytes is in RAM; a failure is a clause. @param text constants, separated by spaces
 */
export function findBytes(text: string, { machine, program }: Scope): Result<string> {
  const bytes = text.split(/\s+/).map((word) => evaluateConstant(word));
  const wrong = bytes.findIndex((byte) => byte === undefined || byte < 0 || byte > 0xff);
  if (wrong >= 0) return failure('it takes bytes, such as $12 $34');
  const found: string[] = [];
  // A mirror shows the same bytes again.
  const end = Math.min(RAM_BYTES, machine.ram.length);
  for (let address = 0; address + bytes.length <= end; address++) {
    if (bytes.every((byte, offset) => machine.readRam(address + offset) === byte))
      found.push(describeAddress(program, address));
  }
  return told(found);
}

/** The entries of a table that hold a value: a word of its meaning, or an expression. A failure is a clause. */
export function findValue(text: string, name: string, scope: Scope): Result<string> {
  const { machine, program } = scope;
  const table = program.symbols.table(name);
  if (table === undefined) return failure(`there is no table "${name}"`);
  const wanted = program.meanings.valueOf(table, text) ?? numberOf(text, scope);
  if (isFailure(wanted)) return wanted;
  const found: string[] = [];
  for (let index = table.first; index <= table.last; index++) {
    const place = entryPlace(table, index);
    if (place !== undefined && readPlace(machine, place) === wanted)
      found.push(describeAddress(program, place.address));
  }
  return told(found);
}

function numberOf(text: string, scope: Scope): Result<number> {
  const parsed = parseExpression(text);
  const value = isFailure(parsed) ? parsed : evaluate(parsed, scope);
  return isFailure(value) ? value : value.number;
}

function told(found: readonly string[]): string {
  if (found.length === 0) return 'Nowhere.';
  const more = found.length - MOST_NAMED;
  return `${found.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more places` : ''}`;
}
