/** What a machine needs from a core, and why a run ends: what the caller asks to stop for, and the reason it gets. */
import type { RamIndex, RomAddress } from '#basics';
import { ROM_WORDS } from '#isa';
import type { Fault } from '../devices/monitor.ts';
import type { Probe } from './probe.ts';

/** Accesses to RAM that a watch can ask for; `change` is a write that changes the value. */
export type WatchAccess = 'read' | 'write' | 'change';

/** A range of RAM under watch, by index into the machine's `ram` (mirrors are one place). */
export interface Watch {
  readonly address: RamIndex;
  /** Bytes, at least 1. */
  readonly length: number;
  readonly access: readonly WatchAccess[];
}

/**
 * Reasons to stop before the cycles are used up; all are optional. They must not change after they were given to a run,
 * nor may their flags and watches: the same object means the same stops, which makes many short runs fast.
 */
export interface Stops {
  /**
   * 65,536 flags by ROM address: stop before an instruction at a flagged address executes. The very first
   * instruction of a run is not tested, so that a run from a breakpoint gets past it.
   */
  readonly breakpoints?: Uint8Array;
  /** Stop after the access. */
  readonly watches?: readonly Watch[];
  /** Stop after a cycle that showed a fault of the picture. */
  readonly onFault?: boolean;
  /** Asked before instructions at marked addresses; nearly free elsewhere. */
  readonly probe?: Probe | undefined;
  /** Asked after every cycle; true stops. Slow: one cycle at a time in the reference core. */
  readonly until?: () => boolean;
}

/** The flags of some breakpoints. */
export function breakpointsAt(...addresses: readonly RomAddress[]): Uint8Array {
  const breakpoints = new Uint8Array(ROM_WORDS);
  for (const address of addresses) breakpoints[address] = 1;
  return breakpoints;
}

export interface WatchHit {
  readonly kind: 'watch';
  readonly watch: Watch;
  readonly access: WatchAccess;
  readonly address: RamIndex;
  /** Byte before and after the access; equal for a read. */
  readonly before: number;
  readonly after: number;
  /** Address of the instruction that did it, executed in the cycle before the present one. */
  readonly instruction: RomAddress;
}

export type StopReason =
  | { readonly kind: 'cycles' }
  | { readonly kind: 'breakpoint'; readonly address: RomAddress }
  | { readonly kind: 'probe'; readonly address: RomAddress }
  | WatchHit
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'until' };

/** What a machine needs from a processor core. */
export interface Core {
  /**
   * Executes until the machine's cycle equals `limit` (returns undefined) or a stop is hit first.
   * @param testFirst whether a breakpoint at the very first instruction stops at once
   */
  run(limit: number, stops: Stops, testFirst: boolean): StopReason | undefined;
}
