/** Values of declared boards and words of bits: shown as squares, pieces and fields, and typed back as such. */
import { isFailure } from '#basics';
import type { DebugTable } from '#assembler';
import { LENSES, lensHex, lensOf, lensText, parseLens, type Lens } from '#chess';
import type { Machine } from '#emulator';
import { expressionProblem } from '../errors.ts';
import type { SeenLens, WantedLens } from '../protocol.ts';
import { evaluateText, type Scope } from './evaluate.ts';
import { bytesAt, type Place, type RamPlace } from './place.ts';

/** A value that is a board or word of bits, with its place. */
interface LensValue {
  readonly lens: Lens;
  readonly place: RamPlace;
}

/** What a value is seen through; undefined if its element is not a lens, or has another size. */
export function lensOfValue({ table, place }: { table?: DebugTable; place?: Place }): LensValue | undefined {
  if (table === undefined || place?.kind !== 'ram') return undefined;
  const lens = lensOf(table.element, table.attributes['order']);
  const bytes = lens === undefined ? 0 : LENSES[lens.kind].bytes;
  // A move word also fits into three bytes.
  const least = lens?.kind === 'move-word' ? 3 : bytes;
  return lens !== undefined && place.size <= bytes && place.size >= least ? { lens, place } : undefined;
}

/** From this many bytes on, a number is too long to read. */
const LONG = 16;

/**
 * `$8000000000000001 (a1 h8)`: the number in the order of the lens, and what it means. For a long one, only the
 * meaning, if that is complete: `ppkn/4/4/NKPP NCFncf -`.
 */
export function formatLens({ lens, place }: LensValue, machine: Machine): string {
  const bytes = bytesAt(machine, place);
  const text = lensText(lens, bytes);
  const saysAll = bytes.length >= LONG && String(parseLens(lens, text)) === String(bytes);
  return saysAll ? text : `${lensHex(lens, bytes)} (${text})`;
}

/**
 * The bytes that a user's text means for a place: squares or fields, a number, or both as they are shown, where
 * the changed one counts. Undefined if the text means none.
 */
export function enteredBytes({ lens, place }: LensValue, text: string, machine: Machine): number[] | undefined {
  const [, literal = text, meaning] = /^(\$[\s$0-9a-f]+?)\s*\((.*)\)$/is.exec(text.trim()) ?? [];
  const shown = lensHex(lens, bytesAt(machine, place));
  const typed = meaning !== undefined && literal === shown ? meaning : literal;
  return parseLens(lens, typed, place.size);
}

/** What is at the place that the user wants to see: the place of a value, or the address that the value is. */
export function lookThrough(wanted: WantedLens, scope: Scope): SeenLens {
  const result = evaluateText(wanted.expression, scope);
  if (isFailure(result))
    return { ...wanted, address: null, bytes: [], problem: expressionProblem(wanted.expression, result.message) };
  const place = result.place?.kind === 'ram' ? result.place : { address: result.number, bank: undefined };
  const { address } = place;
  if (result.place?.kind === 'register' || !Number.isInteger(address) || address < 0 || address > 0xffff)
    return { ...wanted, address: null, bytes: [], problem: `"${wanted.expression}" is not a place in RAM.` };
  const bytes = bytesAt(scope.machine, { ...place, size: LENSES[wanted.kind].bytes });
  return { ...wanted, address, bank: place.bank, bytes, problem: null };
}
