/**
 * Places: what in the machine can be read by name and set by the user.
 *
 * RAM variables of several bytes are little-endian. `pc` is the address of the instruction that
 * executes next. Setting goes through the machine's own functions, so that edits are part of its journal.
 */
import { bankAt, bankOf, entryAddress, FIRST_BANK, hexDigits, ramAddress, romAddress, WINDOW } from '#basics';
import type { RamAddress, RomAddress } from '#basics';
import type { Machine } from '#emulator';
import type { DebugTable } from '#assembler';
import { hexByte, hexWord } from '#isa';
import type { Program } from '../program/program.ts';

/** Registers as users name them; `in` is the input register, `outx` the extended output (LEDs, sound). */
export const REGISTERS = ['ac', 'x', 'y', 'out', 'outx', 'in', 'pc'] as const;
type RegisterName = (typeof REGISTERS)[number];

export type Place =
  | { readonly kind: 'register'; readonly name: RegisterName }
  | {
      readonly kind: 'ram';
      readonly address: RamAddress;
      readonly size: number;
      /** The bank that has declared RAM from $8000 on; absent: the one that the window shows. */
      readonly bank?: number | undefined;
    };
export type RamPlace = Place & { readonly kind: 'ram' };

export function isRegister(name: string): name is RegisterName {
  return (REGISTERS as readonly string[]).includes(name);
}

/** Longer values are not numbers; their first bytes are read as one. */
export const MAX_NUMBER_BYTES = 4;

export function largestOf(place: Place): number {
  if (place.kind === 'register') return place.name === 'pc' ? 0xffff : 0xff;
  return 2 ** (8 * Math.min(place.size, MAX_NUMBER_BYTES)) - 1;
}

export function readPlace(machine: Machine, place: Place): number {
  if (place.kind === 'register') return place.name === 'pc' ? machine.address : machine.registers[place.name];
  let value = 0;
  for (let offset = Math.min(place.size, MAX_NUMBER_BYTES) - 1; offset >= 0; offset--) {
    value = value * 256 + machine.readRam(place.address + offset, place.bank);
  }
  return value;
}

/** The bytes of a place in RAM. */
export function bytesAt(machine: Machine, { address, bank, size }: Omit<RamPlace, 'kind'>): number[] {
  return Array.from({ length: size }, (_, offset) => machine.readRam(address + offset, bank));
}

/** Edits the bytes of RAM from the first of a place on. */
export function writeBytes(
  machine: Machine,
  { address, bank }: Pick<RamPlace, 'address' | 'bank'>,
  bytes: Iterable<number>,
): void {
  let at = address;
  for (const byte of bytes) machine.writeRam(at++, byte, bank);
}

/** Stores a value that fits (see {@link largestOf}). */
export function writePlace(machine: Machine, place: Place, value: number): void {
  if (place.kind === 'ram') {
    for (let offset = 0; offset < Math.min(place.size, MAX_NUMBER_BYTES); offset++) {
      machine.writeRam(place.address + offset, Math.floor(value / 256 ** offset), place.bank);
    }
  } else if (place.name === 'pc') machine.setPosition(value);
  else machine.setRegister(place.name, value);
}

/**
 * Memory references: two address spaces, named apart.
 *
 *     ram:0x0811     a byte of RAM as the processor sees it; offsets count bytes
 *     ram:0x8011@2   the same if the window from $8000 on shows bank 2
 *     rom:0x1200     a word of ROM; offsets count the bytes of the ROM file (opcode first, then operand)
 *     0x1200         where code is meant, a word of ROM, as instruction pointers and disassembled addresses are
 *                    written; where memory is looked at, a byte of RAM
 *
 * `ram` and `rom` without an address mean address 0.
 */
export type MemoryReference =
  | { readonly space: 'ram'; readonly address: RamAddress; readonly bank?: number }
  | { readonly space: 'rom'; readonly address: RomAddress };

const REFERENCE = /^(?:(ram|rom)(?::|$))?(?:(0x[0-9a-f]{1,8})|(\d{1,9}))?(?:@([0-3]))?$/i;

/** @param bare the space of an address that names none */
export function parseMemoryReference(text: string, bare: 'ram' | 'rom' = 'rom'): MemoryReference | undefined {
  const match = REFERENCE.exec(text.trim());
  if (match === null || text.trim() === '') return undefined;
  const [, space = bare, hexadecimal, decimal, bank] = match;
  const address = Number(hexadecimal ?? decimal ?? 0);
  if (address > 0xffff) return undefined;
  return space.toLowerCase() === 'ram'
    ? { space: 'ram', address: ramAddress(address), ...(bank !== undefined && { bank: Number(bank) }) }
    : { space: 'rom', address: romAddress(address) };
}

export function memoryReference(space: 'ram' | 'rom', address: number): string {
  return `${space}:${hexAddress(address)}`;
}

export function ramReference({ address, bank }: Pick<RamPlace, 'address' | 'bank'>): string {
  return `${memoryReference('ram', address)}${bank === undefined ? '' : `@${bank}`}`;
}

/** An address as the protocol wants it, `0x` and four digits. */
export function hexAddress(address: number): string {
  return `0x${hexDigits(address, 4)}`;
}

/** The place of the entry with this index, or undefined outside the declared range. */
export function entryPlace(table: DebugTable, index: number): RamPlace | undefined {
  if (!Number.isInteger(index) || index < table.first || index > table.last) return undefined;
  const address = entryAddress(table, index);
  return { kind: 'ram', address, bank: bankAt(table, address), size: table.size };
}

export function entryCount(table: DebugTable): number {
  return Math.max(0, table.last - table.first + 1);
}

/** Whether a table is one variable, without an index. */
export function isSingle(table: DebugTable): boolean {
  return table.first === 0 && table.last === 0 && table.index === '';
}

/** Elements that together make one number, the lowest byte first. */
const DIGITS: readonly string[] = ['', 'byte', 'address', 'turn-word', 'move-word'];

/** The place of an array in the zero page that is one number, such as a counter of four bytes; otherwise undefined. */
export function wholePlace(table: DebugTable): RamPlace | undefined {
  const size = entryCount(table) * table.stride;
  if (table.layout !== 'zero-page' || isSingle(table) || table.stride !== table.size) return undefined;
  if (size > MAX_NUMBER_BYTES || !DIGITS.includes(table.element)) return undefined;
  return { kind: 'ram', address: table.address, size };
}

/** The table and index whose entry covers a byte of RAM, if any. @param address in banks that follow one another */
export function entryAt(
  tables: readonly DebugTable[],
  address: number,
): { readonly table: DebugTable; readonly index: number } | undefined {
  for (const table of tables) {
    const bankStart = table.address < WINDOW ? 0 : (bankOf(table) - FIRST_BANK) * WINDOW;
    const distance = address - table.address - bankStart;
    const step = Math.floor(distance / Math.max(table.stride, 1));
    const inside = distance - step * table.stride;
    if (distance >= 0 && step <= table.last - table.first && inside < table.size)
      return { table, index: table.first + step };
  }
  return undefined;
}

/** A byte of RAM as people read it: `board[e4]`, `cursor`, or `$0811`. @param address as for {@link entryAt} */
export function describeAddress(program: Program, address: number): string {
  const entry = entryAt(program.symbols.tables, address);
  if (entry === undefined) return program.symbols.zeroPageName(address) ?? hexWord(address);
  return describeEntry(program, entry.table, entry.index);
}

export function describeEntry(program: Program, table: DebugTable, index: number): string {
  return isSingle(table) ? table.name : `${table.name}[${program.meanings.ofIndex(table, index)}]`;
}

/** A change of a byte as people read it: `e2 → f2`, or `$2b → $2c` where nothing says what the byte means. */
export function describeChange(program: Program, address: number, before: number, after: number): string {
  const table = entryAt(program.symbols.tables, address)?.table;
  const meaning = (byte: number): string | undefined =>
    table?.size === 1 ? program.meanings.ofEntry(table, byte) : undefined;
  const [from, to] = [meaning(before), meaning(after)];
  return from === undefined || to === undefined ? `${hexByte(before)} → ${hexByte(after)}` : `${from} → ${to}`;
}
