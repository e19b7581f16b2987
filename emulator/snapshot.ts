/**
 * A machine's whole state between two cycles, as plain data; taken from a machine's parts and put back into them.
 *
 * A snapshot carries the version of this shape; another version is refused. It belongs to one ROM and one size of RAM;
 * the machine that restores it only checks the size.
 */
import type { Ram, CpuState } from '#isa';
import { failure, type Failure, type FnvHash } from '#basics';
import type { CardPort, CardPortState } from './devices/card-port.ts';
import type { DeviceLine, DeviceState, SerialPort, SerialState } from './devices/input-devices.ts';
import type { Monitor, MonitorSnapshot } from './devices/monitor.ts';
import type { Journal } from './input/journal.ts';

export const SNAPSHOT_VERSION = 1;

export interface Snapshot {
  readonly version: number;
  readonly cpu: CpuState;
  readonly ram: Uint8Array;
  /** Control word of the expander. */
  readonly control: number;
  /** The card and its wires; undefined if there is none. Files of states hold none. */
  readonly port: CardPortState | undefined;
  readonly serial: SerialState;
  readonly devices: DeviceState;
  readonly monitor: MonitorSnapshot;
  /** FNV-1a 64 of the output so far. */
  readonly outHash: bigint;
  /** Entries of the machine's journal that had been applied. */
  readonly journalPosition: number;
}

export interface StateParts {
  readonly cpu: CpuState;
  readonly memory: Ram;
  /** All bytes of `memory`. */
  readonly ram: Uint8Array;
  readonly port: CardPort | undefined;
  readonly serial: SerialPort;
  readonly devices: DeviceLine;
  readonly monitor: Monitor;
  readonly outHash: FnvHash;
  readonly journal: Journal;
}

/** A copy of the whole state. The monitor must be painted up to the present cycle. */
export function saveState(parts: StateParts): Snapshot {
  return {
    version: SNAPSHOT_VERSION,
    cpu: { ...parts.cpu },
    ram: parts.ram.slice(),
    control: parts.memory.control,
    port: parts.port?.save(),
    serial: parts.serial.save(),
    devices: parts.devices.save(),
    monitor: parts.monitor.save(),
    outHash: parts.outHash.value,
    journalPosition: parts.journal.position,
  };
}

/** Puts a state back, or says why it does not fit: another version of the format, another size of RAM. */
export function loadState(snapshot: Snapshot, parts: StateParts): Failure | undefined {
  if (snapshot.version !== SNAPSHOT_VERSION) {
    return failure(`The snapshot has version ${snapshot.version}; this emulator reads ${SNAPSHOT_VERSION}.`);
  }
  if (snapshot.ram.length !== parts.ram.length) {
    return failure(`The snapshot has ${snapshot.ram.length} bytes of RAM; this machine has ${parts.ram.length}.`);
  }
  if ((snapshot.port === undefined) !== (parts.port === undefined)) {
    const [has, lacks] = snapshot.port === undefined ? ['machine', 'snapshot'] : ['snapshot', 'machine'];
    return failure(`The ${has} has an SD card; the ${lacks} has none.`);
  }
  Object.assign(parts.cpu, snapshot.cpu);
  parts.ram.set(snapshot.ram);
  parts.memory.control = snapshot.control;
  if (snapshot.port !== undefined) parts.port?.load(snapshot.port);
  parts.serial.load(snapshot.serial);
  parts.devices.load(snapshot.devices);
  parts.monitor.load(snapshot.monitor);
  parts.outHash.value = snapshot.outHash;
  parts.journal.position = snapshot.journalPosition;
  return undefined;
}
