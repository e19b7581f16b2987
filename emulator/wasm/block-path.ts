/** What the translation of a block depends on, and a path through the block with the code that continues it. */
import { type Instruction, decode, wordAt, type RamKib } from '#isa';
import type { Code } from './code.ts';
import { emitBus, translatesControl } from './emit-instruction.ts';
import { LOCAL } from './memory-layout.ts';
import type { QuietPlaces } from '../core/probe.ts';
import type { TargetTable } from './target-tables.ts';

/** An address: known, or in a local with its page perhaps known. */
export type Address = number | ComputedAddress;

export interface ComputedAddress {
  readonly local: number;
  readonly page: number | undefined;
}

/** Where a path is, and what is known there. */
export interface Path {
  place: number;
  next: Address;
  /** Cycles executed since the start of the block. */
  cycles: number;
  budget: number;
  /** Addresses executed and branches taken, if they are counted. */
  trail: number[];
  y: number | undefined;
  ac: number | undefined;
}

export function following(address: number): number {
  return (address + 1) & 0xffff;
}

/** What is needed to compute a target. */
interface TargetPlace {
  readonly ramKib: RamKib;
  /** Page of a near target, if known; a far one takes Y. */
  readonly page: number | undefined;
  /** The local that takes a computed target. */
  readonly local?: number;
}

/** The target of a jump: a known address, or one computed into a local. */
export function emitTarget(
  code: Code,
  { opcode, operand }: Instruction,
  path: Path,
  { ramKib, page, local = LOCAL.target }: TargetPlace,
): Address {
  const far = opcode.condition === 'far';
  const high = far ? (path.y === undefined ? undefined : path.y << 8) : page;
  if (opcode.bus === 'd' && high !== undefined) return high | operand;
  if (opcode.bus === 'ac' && path.ac !== undefined && high !== undefined) return high | path.ac;
  if (high !== undefined) code.i32(high);
  else if (far) code.get(LOCAL.y).i32(8).op('i32.shl');
  else code.get(LOCAL.target).i32(0xff00).op('i32.and');
  emitBus(code, { opcode, operand }, ramKib).op('i32.or').set(local);
  return { local, page: high };
}

/** Pushes AC, X, Y and the cycles that are left after those of a path. */
export function pushRegisters(code: Code, cycles: number): Code {
  code.get(LOCAL.ac).get(LOCAL.x).get(LOCAL.y).get(LOCAL.left);
  return cycles === 0 ? code : code.i32(cycles).op('i32.sub');
}

/** Pushes both addresses of a place in one word. */
export function pushPlace(code: Code, place: Address, next: Address): Code {
  if (typeof place === 'number' && typeof next === 'number') return code.i32(place | (next << 16));
  if (typeof place === 'number') code.i32(place);
  else code.get(place.local);
  if (typeof next === 'number') code.i32(next << 16);
  else code.get(next.local).i32(16).op('i32.shl');
  return code.op('i32.or');
}

/** What translated code must do besides executing. */
export interface Requirements {
  /** By address: not 0 where it must leave instead of executing the instruction. */
  readonly barriers: Uint8Array;
  /** Bits of the watch flags: which kinds of access to RAM test them. */
  readonly watched: number;
  /** By address: not 0 where the machine is asked before the instruction executes. */
  readonly marked: Uint8Array;
  /** Whether the machine need not be asked at a marked address with `next` after it. */
  readonly skips: ((address: number, next: number) => boolean) | undefined;
  /** Marked places where asking is not always needed. */
  readonly quiet: QuietPlaces | undefined;
}

export interface BlockContext extends Requirements {
  readonly rom: Uint16Array;
  readonly ramKib: RamKib;
  /** The table of a set of addresses that is not empty, if there can be one. */
  tableOf(addresses: readonly number[]): TargetTable | undefined;
  /** The counter for a path, given by the addresses that it executes; undefined if nothing is counted. */
  readonly counterOf: ((trail: readonly number[]) => number) | undefined;
  /** Index of the function for the block at an address, if this module has or will have one. */
  blockIndex(address: number): number | undefined;
}

/** Whether translated code can execute the instruction at an address at all. */
export function canStart({ rom, barriers, ramKib }: BlockContext, address: number): boolean {
  const { opcode } = decode(wordAt(rom, address));
  return barriers[address] === 0 && (opcode.mnemonic !== 'ctrl' || translatesControl(ramKib));
}
