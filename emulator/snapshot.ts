/**
 * A machine's whole state between two cycles, as plain data.
 *
 * A snapshot says which version of this shape it has; another is refused. It belongs to one ROM and
 * one RAM size, which the machine that restores it checks by size alone.
 */
import type { CpuState } from './state/registers.ts';
import type { DeviceState } from './devices/input-devices.ts';
import type { MonitorSnapshot } from './devices/monitor.ts';
import type { SerialState } from './devices/serial-port.ts';

export const SNAPSHOT_VERSION = 1;

export interface Snapshot {
  readonly version: number;
  readonly cpu: CpuState;
  readonly ram: Uint8Array;
  /** Control word of the expander. */
  readonly control: number;
  readonly serial: SerialState;
  readonly devices: DeviceState;
  readonly monitor: MonitorSnapshot;
  /** FNV-1a 64 of the output so far. */
  readonly outHash: bigint;
  /** Entries of the machine's journal that had been applied. */
  readonly journalPosition: number;
}
