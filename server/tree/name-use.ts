/**
 * How often names are used in the lines around a place: what is written nearby is likely to be written next.
 */
import { elementAt } from '#basics';
import type { ParsedLine } from '#assembler';
import { symbolsOf } from './places.ts';

/** Lines above and below that count. */
const NEAR = 150;

/** Uses of names in operands, and calls of macros, near a line, by the name as it is written there. */
export function usesNear(lines: readonly ParsedLine[], line: number): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  const end = Math.min(lines.length, line + NEAR);
  for (let at = Math.max(0, line - NEAR); at < end; at++) {
    const statement = elementAt(lines, at).statement;
    if (statement === undefined || at === line) continue;
    if (statement.kind === 'call') count(uses, statement.name.text);
    if (statement.kind === 'directive' && statement.name === 'exits')
      for (const { text } of statement.names) count(uses, text);
    for (const { name } of symbolsOf(statement)) count(uses, name);
  }
  return uses;
}

function count(uses: Map<string, number>, name: string): void {
  uses.set(name, (uses.get(name) ?? 0) + 1);
}
