/** Where a jump that is about to execute goes. */
import { opcodeOfWord } from '#isa';
import { NOWHERE } from '../core/probe.ts';

/** The memories, as a probe sees them. */
export interface JumpState {
  readonly rom: Uint16Array;
  readonly ram: Uint8Array;
}

/** The address to which a jump goes, given the address after it, AC and Y; {@link NOWHERE} also for a jump by IN. */
export type Target = (next: number, ac: number, y: number) => number;

/** Decodes the jump at an address once for many executions. */
export function targetOf({ rom, ram }: JumpState, address: number): Target {
  const word = rom[address] ?? 0;
  const { operation, condition, bus, mode } = opcodeOfWord(word);
  const operand = word & 0xff;
  if (operation !== 'jump' || bus === 'in') return () => NOWHERE;
  if (condition === 'far') {
    if (bus === 'd') return (_, __, y) => (y << 8) | operand;
    return bus === 'ac' ? (_, ac, y) => (y << 8) | ac : (_, __, y) => (y << 8) | (ram[operand] ?? 0);
  }
  if (bus === 'd') return (next, ac) => (takes(mode, ac) ? (next & 0xff00) | operand : NOWHERE);
  if (bus === 'ac') return (next, ac) => (takes(mode, ac) ? (next & 0xff00) | ac : NOWHERE);
  return (next, ac) => (takes(mode, ac) ? (next & 0xff00) | (ram[operand] ?? 0) : NOWHERE);
}

/** Whether a near branch is taken: bit 0 of the mode lets AC > 0 pass, bit 1 AC < 0, bit 2 AC = 0. */
function takes(mode: number, ac: number): boolean {
  return ((mode >> ((ac >> 7) + (ac === 0 ? 2 : 0))) & 1) !== 0;
}

/** A fast test whether an address is in a list; if the list lies in one page, by a table of low bytes. */
export function memberOf(addresses: readonly number[]): (address: number) => boolean {
  const all = new Set(addresses);
  const page = (addresses[0] ?? 0) >> 8;
  if (addresses.some((address) => address >> 8 !== page)) return (address) => all.has(address);
  const lows = new Uint8Array(0x100);
  for (const address of addresses) lows[address & 0xff] = 1;
  return (address) => address >> 8 === page && lows[address & 0xff] === 1;
}
