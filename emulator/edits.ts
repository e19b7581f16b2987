/** What each edit of the journal does to the parts of a machine, both the first time and when history repeats it. */
import { type DeviceLine, keyByte, type SerialPort } from './devices/input-devices.ts';
import type { MachineEdit } from './input/journal.ts';
import type { Monitor } from './devices/monitor.ts';
import type { CpuState, RegisterName } from './state/registers.ts';

interface EditedParts {
  readonly cpu: CpuState;
  readonly ram: Uint8Array;
  readonly serial: SerialPort;
  readonly devices: DeviceLine;
  readonly monitor: Monitor;
}

export function carryOut(edit: MachineEdit, parts: EditedParts): void {
  const { cpu, ram, serial, devices } = parts;
  switch (edit.kind) {
    case 'register':
      setRegister(edit.name, edit.value, parts);
      break;
    case 'ram':
      ram[edit.address] = edit.value;
      break;
    case 'position':
      cpu.address = edit.address;
      cpu.nextAddress = edit.nextAddress;
      break;
    case 'in':
      serial.force(edit.byte);
      cpu.in = edit.byte;
      break;
    case 'release':
      serial.force(undefined);
      break;
    case 'pad':
      devices.hold(edit.buttons);
      break;
    case 'controller':
      devices.controller = edit.type;
      break;
    case 'key':
      devices.queueKey(keyByte(edit.key)!);
      break;
    case 'packets':
      devices.queuePackets(edit.packets);
  }
}

/** A change of OUT by an edit is not an edge: the monitor takes the new value without judging it. */
function setRegister(name: RegisterName, value: number, { cpu, serial, monitor }: EditedParts): void {
  if (name === 'out') {
    monitor.paintTo(cpu.cycle);
    monitor.state.out = value;
  }
  if (name === 'in') serial.in = value;
  cpu[name] = value;
}
