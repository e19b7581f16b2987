/**
 * What can be said beside an expression: how its value is to be shown (`counter,d`), and the words of the debug console.
 */
import { hex } from '#basics';
import type { Machine } from '#emulator';
import { hexByte, hexWord } from '#isa';
import type { Value } from './evaluate.ts';
import { readRam } from './place.ts';
import { entryCount } from './tables.ts';

/** Decimal, hexadecimal, binary; the word (two bytes, the lower first) that begins at a byte of RAM. */
export type NumberFormat = 'd' | 'x' | 'b' | 'w';

const FORMATTED = /^([^]*\S)\s*,\s*([dxbw])\s*$/;
const DUMP = /^dump\s+([^]*?\S)(?:\s*;\s*(\d{1,5}))?\s*$/;
const BYTES_PER_LINE = 16;
const DUMPED = 64;

/** Help for the debug console. */
export const CONSOLE_HELP = [
  'counter, board[e4], [$0811], rom[$1200], drawLine, ac … the value of an expression',
  'place = value       sets a variable, an entry, a byte or a register',
  'expression,d        in decimal; ,x hexadecimal; ,b binary; ,w the word that begins at a byte of RAM',
  'dump place          64 bytes of RAM from there on; dump place; 256 so many',
  'help                this',
].join('\n');

/** An expression and the format after it, if there is one. */
export function splitFormat(text: string): { readonly expression: string; readonly format: NumberFormat | undefined } {
  const match = FORMATTED.exec(text);
  if (match === null) return { expression: text, format: undefined };
  return { expression: match[1] ?? '', format: match[2] as NumberFormat };
}

/** A value in a format. */
export function formatAs({ number, place }: Value, format: NumberFormat, machine: Machine): string {
  switch (format) {
    case 'd':
      return String(number);
    case 'x':
      return number < 0 ? `-$${hex(-number, 2).slice(1)}` : number > 0xff ? hexWord(number) : hexByte(number);
    case 'b':
      return `${number < 0 ? '-' : ''}%${Math.abs(number).toString(2).padStart(8, '0')}`;
    case 'w': {
      if (place?.kind !== 'ram') return hexWord(number & 0xffff);
      const word = readRam(machine, place.address) | (readRam(machine, place.address + 1) << 8);
      return `${hexWord(word)} (${word})`;
    }
  }
}

/** What `dump` names and how many bytes it wants; undefined where the text is none. */
export function dumpOf(text: string): { readonly expression: string; readonly length: number } | undefined {
  const match = DUMP.exec(text.trim());
  return match === null
    ? undefined
    : { expression: match[1] ?? '', length: Math.min(0x10000, Number(match[2] ?? DUMPED)) };
}

/** Bytes of RAM in lines of sixteen, each with its address. */
export function dump(machine: Machine, address: number, length: number): string {
  const lines: string[] = [];
  for (let at = 0; at < length; at += BYTES_PER_LINE) {
    const count = Math.min(BYTES_PER_LINE, length - at);
    const bytes = Array.from({ length: count }, (_, offset) =>
      hexByte(readRam(machine, address + at + offset)).slice(1),
    );
    lines.push(`${hexWord((address + at) & 0xffff)}: ${bytes.join(' ')}`);
  }
  return lines.join('\n');
}

/** All bytes of a value that is more than a number, as the clipboard takes them; undefined for others. */
export function wholeBytes({ place, table }: Value, machine: Machine): string | undefined {
  const bytes = (address: number, size: number): string[] =>
    Array.from({ length: size }, (_, offset) => hexByte(readRam(machine, address + offset)));
  if (place?.kind === 'ram' && place.size > 4) return bytes(place.address, place.size).join(' ');
  if (place !== undefined || table === undefined) return undefined;
  const entries = Array.from({ length: entryCount(table) }, (_, index) =>
    bytes(table.address + index * table.stride, table.size).join(' '),
  );
  return entries.join(table.size === 1 ? ' ' : '\n');
}
