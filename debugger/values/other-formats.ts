/**
 * Other texts for values: in a format (`counter,d`), as a dump, as bytes for the clipboard.
 */
import { hex, type RamAddress } from '#basics';
import type { Machine } from '#emulator';
import { hexByte, hexWord } from '#isa';
import type { Value } from './evaluate.ts';
import { entryCount } from './tables.ts';

/** Decimal, hexadecimal, binary; the word (two bytes, the lower first) that begins at a byte of RAM. */
export type NumberFormat = 'd' | 'x' | 'b' | 'w';

const FORMATTED = /^([^]*\S)\s*,\s*([dxbw])\s*$/;
const BYTES_PER_LINE = 16;

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
      const word = machine.readRam(place.address) | (machine.readRam(place.address + 1) << 8);
      return `${hexWord(word)} (${word})`;
    }
  }
}

/** Bytes of RAM in lines of sixteen, each with its address. */
export function dump(machine: Machine, address: RamAddress, length: number): string {
  const lines: string[] = [];
  for (let at = 0; at < length; at += BYTES_PER_LINE) {
    const count = Math.min(BYTES_PER_LINE, length - at);
    const bytes = Array.from({ length: count }, (_, offset) =>
      hexByte(machine.readRam(address + at + offset)).slice(1),
    );
    lines.push(`${hexWord((address + at) & 0xffff)}: ${bytes.join(' ')}`);
  }
  return lines.join('\n');
}

/** All bytes of a value that is more than a number, for the clipboard; undefined for others. */
export function wholeBytes({ place, table }: Value, machine: Machine): string | undefined {
  const bytes = (address: RamAddress, size: number): string[] =>
    Array.from({ length: size }, (_, offset) => hexByte(machine.readRam(address + offset)));
  if (place?.kind === 'ram' && place.size > 4) return bytes(place.address, place.size).join(' ');
  if (place !== undefined || table === undefined) return undefined;
  const entries = Array.from({ length: entryCount(table) }, (_, index) =>
    bytes(table.address + index * table.stride, table.size).join(' '),
  );
  return entries.join(table.size === 1 ? ' ' : '\n');
}
