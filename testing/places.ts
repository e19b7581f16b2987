/** Reads and writes places of the machine, and shows what they hold. */
import { hex, hexByte, hexWord } from '#basics';
import type { DebugComparison, Relation, TestPlace } from '#assembler';
import type { Machine } from '#emulator';

type NumberPlace = Exclude<TestPlace, { readonly kind: 'fen' | 'cycles' | 'faults' }>;

export function readPlace(machine: Machine, place: NumberPlace): number {
  if (place.kind === 'register') return machine.registers[place.register];
  return addressesOf(place).reduce((value, address) => 256 * value + machine.readRam(address, place.bank), 0);
}

/** Sets a register or some bytes to a number; IN then keeps it. */
export function writePlace(machine: Machine, place: NumberPlace, value: number): void {
  if (place.kind === 'register') {
    if (place.register === 'in') machine.input.setRaw(value);
    machine.setRegister(place.register, value);
    return;
  }
  let rest = value;
  for (const address of addressesOf(place).reverse()) {
    machine.writeRam(address, rest % 256, place.bank);
    rest = Math.floor(rest / 256);
  }
}

/** Addresses of the bytes of a place, highest value first. */
function addressesOf({ address, size, highFirst }: TestPlace & { readonly kind: 'memory' }): number[] {
  const addresses = Array.from({ length: size }, (_, offset) => (address + offset) & 0xffff);
  return highFirst ? addresses : addresses.reverse();
}

export function holds(seen: number, relation: Relation, expected: number): boolean {
  switch (relation) {
    case '=':
      return seen === expected;
    case '!=':
      return seen !== expected;
    case '<':
      return seen < expected;
    case '<=':
      return seen <= expected;
    case '>':
      return seen > expected;
    case '>=':
      return seen >= expected;
  }
}

export function allHold(comparisons: readonly DebugComparison[], machine: Machine): boolean {
  return comparisons.every(({ place, relation, value }) => holds(readPlace(machine, place), relation, value));
}

/** A number as a place shows it: `$1c (28)`; counts are decimal. */
export function shownNumber(place: TestPlace, value: number): string {
  if (place.kind === 'cycles' || place.kind === 'faults') return String(value);
  const size = place.kind === 'memory' ? place.size : 1;
  const digits = size === 1 ? hexByte(value) : size === 2 ? hexWord(value) : hex(value, 2 * size);
  return `${digits} (${value})`;
}
