/**
 * Places: what in the machine can be read by name and set by the user.
 *
 * RAM variables of several bytes are little-endian. `pc` is the address of the instruction that
 * executes next. Setting goes through the machine's own functions, so that edits are part of its journal.
 */
import type { RamAddress } from '#basics';
import type { Machine } from '#emulator';

/** Registers as users name them; `in` is the input register, `outx` the extended output (LEDs, sound). */
export const REGISTERS = ['ac', 'x', 'y', 'out', 'outx', 'in', 'pc'] as const;
export type RegisterName = (typeof REGISTERS)[number];

export type Place =
  | { readonly kind: 'register'; readonly name: RegisterName }
  | { readonly kind: 'ram'; readonly address: RamAddress; readonly size: number };

export function isRegister(name: string): name is RegisterName {
  return (REGISTERS as readonly string[]).includes(name);
}

/** Largest value that fits. */
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
