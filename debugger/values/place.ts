/**
 * Places: what in the machine can be read by name and set by the user.
 *
 * RAM variables of several bytes are little-endian. `pc` is the address of the instruction that
 * executes next. Setting goes through the machine's own functions, so that edits are part of its journal.
 */
import { type RamAddress, hexDigits, ramAddress, romAddress, type RomAddress } from '#basics';
import type { Machine } from '#emulator';

/** Registers as users name them; `in` is the input register, `outx` the extended output (LEDs, sound). */
export const REGISTERS = ['ac', 'x', 'y', 'out', 'outx', 'in', 'pc'] as const;
type RegisterName = (typeof REGISTERS)[number];

export type Place =
  | { readonly kind: 'register'; readonly name: RegisterName }
  | { readonly kind: 'ram'; readonly address: RamAddress; readonly size: number };

export function isRegister(name: string): name is RegisterName {
  return (REGISTERS as readonly string[]).includes(name);
}

export function largestOf(place: Place): number {
  if (place.kind === 'register') return place.name === 'pc' ? 0xffff : 0xff;
  return 2 ** (8 * Math.min(place.size, 4)) - 1;
}

export function readPlace(machine: Machine, place: Place): number {
  if (place.kind === 'register') return place.name === 'pc' ? machine.address : machine.registers[place.name];
  let value = 0;
  for (let offset = Math.min(place.size, 4) - 1; offset >= 0; offset--) {
    value = value * 256 + machine.readRam(place.address + offset);
  }
  return value;
}

/** Stores a value that fits (see {@link largestOf}). */
export function writePlace(machine: Machine, place: Place, value: number): void {
  if (place.kind === 'ram') {
    for (let offset = 0; offset < Math.min(place.size, 4); offset++) {
      machine.writeRam((place.address + offset) & 0xffff, Math.floor(value / 256 ** offset) & 0xff);
    }
  } else if (place.name === 'pc') machine.setPosition(value);
  else machine.setRegister(place.name, value);
}

/**
 * Memory references: two address spaces, named apart.
 *
 *     ram:0x0811     a byte of RAM as the processor sees it; offsets count bytes
 *     rom:0x1200     a word of ROM; offsets count the bytes of the ROM file (opcode first, then operand)
 *     0x1200         where code is meant the same, as instruction pointers and disassembled addresses are written; where
 *                    memory is looked at, a byte of RAM
 *
 * `ram` and `rom` alone are address 0.
 */
export type MemoryReference =
  { readonly space: 'ram'; readonly address: RamAddress } | { readonly space: 'rom'; readonly address: RomAddress };

const REFERENCE = /^(?:(ram|rom)(?::|$))?(?:(0x[0-9a-f]{1,8})|(\d{1,9}))?$/i;

/** @param bare which space an address without one means */
export function parseMemoryReference(text: string, bare: 'ram' | 'rom' = 'rom'): MemoryReference | undefined {
  const match = REFERENCE.exec(text.trim());
  if (match === null || text.trim() === '') return undefined;
  const address = Number(match[2] ?? match[3] ?? 0);
  if (address > 0xffff) return undefined;
  return spaceOf(match[1], bare) === 'ram'
    ? { space: 'ram', address: ramAddress(address) }
    : { space: 'rom', address: romAddress(address) };
}

function spaceOf(name: string | undefined, bare: 'ram' | 'rom'): 'ram' | 'rom' {
  return name === undefined ? bare : name.toLowerCase() === 'ram' ? 'ram' : 'rom';
}

export function memoryReference(space: 'ram' | 'rom', address: number): string {
  return `${space}:${hexAddress(address)}`;
}

/** An address as the protocol wants it, `0x` and four digits. */
export function hexAddress(address: number): string {
  return `0x${hexDigits(address, 4)}`;
}
