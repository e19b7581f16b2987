/** What the translation of a block depends on, and whether a block can begin at an address. */
import type { QuietPlaces } from '../core/probe.ts';
import { decode, wordAt } from '#isa';
import type { RamSize } from '../state/ram.ts';
import { translatesControl } from './emit-instruction.ts';
import type { TargetTable } from './target-tables.ts';

/** What a block is translated for. */
export interface BlockContext {
  readonly rom: Uint16Array;
  readonly ramKib: RamSize;
  /** Addresses at which translated code must not execute anything. */
  readonly barriers: Uint8Array;
  /** Which accesses of RAM ask the watch flags, as the flags' bits. */
  readonly watched: number;
  /** By address: not 0 where the machine is asked before the instruction executes. */
  readonly marked: Uint8Array;
  /** Whether the machine need not be asked at a marked place if execution goes on at `next`. */
  readonly skips: ((address: number, next: number) => boolean) | undefined;
  /** Marked places where asking is not always needed. */
  readonly quiet: QuietPlaces | undefined;
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
