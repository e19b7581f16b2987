/**
 * Watches by RAM index: which accesses of which bytes are watched.
 *
 * One byte of flags per RAM byte, so that a core makes one test per access, however many watches there are.
 */
import type { RamIndex, RomAddress } from '#basics';
import { decode, formedAddress, wordAt, type Opcode, type CpuState, type Ram } from '#isa';
import type { Watch, WatchAccess, WatchHit } from './stops.ts';

export const WATCH_READ = 1;
export const WATCH_WRITE = 2;

/** Clears `flags` (one per RAM byte), and marks every watched byte. @returns all flag bits that were set */
export function markWatches(flags: Uint8Array, watches: readonly Watch[]): number {
  flags.fill(0);
  let kinds = 0;
  for (const { address, length, access } of watches) {
    const reads = access.includes('read') ? WATCH_READ : 0;
    const writes = access.some((kind) => kind !== 'read') ? WATCH_WRITE : 0;
    for (let i = address; i < address + length && i < flags.length; i++) flags[i]! |= reads | writes;
    kinds |= reads | writes;
  }
  return kinds;
}

/** The flag bit that asks for an opcode's access to RAM. */
export function watchKind(opcode: Opcode): number {
  return opcode.writesRam ? WATCH_WRITE : WATCH_READ;
}

/** The access that one instruction makes, found before it executes. */
interface Access {
  readonly kind: 'read' | 'write';
  readonly address: RamIndex;
  readonly before: number;
  readonly instruction: RomAddress;
}

/** The RAM access of the instruction about to execute, or undefined if it makes none. */
export function upcomingAccess(rom: Uint16Array, ram: Ram, cpu: CpuState): Access | undefined {
  const instruction = decode(wordAt(rom, cpu.address));
  const { mnemonic, writesRam } = instruction.opcode;
  const formed = formedAddress(instruction, cpu.x, cpu.y);
  if (formed === undefined || (mnemonic === 'ctrl' && ram.sizeKib === 128)) return undefined;
  const address = ram.indexOf(formed);
  return { kind: writesRam ? 'write' : 'read', address, before: ram.bytes[address]!, instruction: cpu.address };
}

/** The first watch that an access hits, decided after it happened, or undefined. */
export function struckWatch(watches: readonly Watch[], access: Access, after: number): WatchHit | undefined {
  const { kind, address, before, instruction } = access;
  for (const watch of watches) {
    if (address < watch.address || address >= watch.address + watch.length) continue;
    const asked = watch.access.find((wanted) => strikes(wanted, kind, before !== after));
    if (asked !== undefined) return { kind: 'watch', watch, access: asked, address, before, after, instruction };
  }
  return undefined;
}

function strikes(wanted: WatchAccess, kind: 'read' | 'write', changed: boolean): boolean {
  return wanted === 'change' ? kind === 'write' && changed : wanted === kind;
}
