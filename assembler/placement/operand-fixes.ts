/**
 * Edits for an operand that does not fit in its word: the low byte, or a load before the store.
 *
 * They are not offered in a macro or loop, where they would change other places too.
 */
import { elementAt } from '#basics';
import type { Fix } from '../contract/diagnostic.ts';
import { isWrittenOnce } from '../program/expansion.ts';
import type { Item, Program } from '../program/program.ts';
import { lineRange } from '../contract/source.ts';
import type { Expression, ValueRange } from '../contract/syntax.ts';
import { isInSlot } from './branch-fixes.ts';

/** Takes the low byte of a value. */
export function lowByte(program: Program, item: Item, { start, end }: Expression): Fix[] {
  if (!isWrittenOnce(item)) return [];
  return [fix(program, item, 'Take the low byte', start, end, `lo(${item.parsed.text.slice(start, end)})`)];
}

/** Takes the cell instead of its address: `[name]`. */
export function brackets(program: Program, item: Item, { start, end }: Expression): Fix[] {
  if (!isWrittenOnce(item)) return [];
  const text = `[${item.parsed.text.slice(start, end)}]`;
  return [fix(program, item, `Write "${text}"`, start, end, text)];
}

/** Replaces an immediate store by a load of AC and a store; not in a delay slot, which has room for one word. */
export function loadAndStore(program: Program, item: Item): Fix[] {
  const { statement } = item;
  if (statement?.kind !== 'instruction' || !isWrittenOnce(item) || isInSlot(program, item)) return [];
  const [value, place, target] = statement.operands;
  // With X or Y as a target, they would get AC, which the load changes.
  if (value?.kind !== 'value' || place === undefined || target !== undefined) return [];
  const written = (span: { start: number; end: number }): string => item.parsed.text.slice(span.start, span.end);
  const { start, end } = statement;
  const text = `ld   ${written(value)}\n${' '.repeat(start)}st   ${written(place)}`;
  return [fix(program, item, 'Load AC and store it', start, end, text)];
}

/** Swaps the ends of a range that runs backward. */
export function turnedRange(program: Program, item: Item, { first, last }: ValueRange): Fix[] {
  if (!isWrittenOnce(item)) return [];
  const { text } = item.parsed;
  const [from, to] = [first, last].map(({ start, end }) => text.slice(start, end));
  return [fix(program, item, `Write "${to}..${from}"`, first.start, last.end, `${to}..${from}`)];
}

function fix({ files }: Program, item: Item, title: string, start: number, end: number, newText: string): Fix {
  return {
    title,
    edits: [{ file: elementAt(files, item.file).path, range: lineRange(item.line, start, end), newText }],
  };
}
