/** The Gigatron as a deterministic, cycle-exact machine: cores, RAM, devices, monitor, snapshots. */
export { createMachine, type Machine, type MachineOptions } from './machine.ts';
export type { CpuState, RegisterName, Registers } from './state/registers.ts';
export { chooseRam, type RamSize, type Notice } from './state/ram.ts';
export { bothProbes, type Probe } from './core/probe.ts';
export type { Profile } from './state/profile.ts';
export type { CallNode } from './profile/profile-plan.ts';
export { CallProfile, type ProfileStart } from './profile/call-profile.ts';
export { planProfile } from './profile/profile-plan.ts';
export { DeclarationCheck, formatDifference, type Difference } from './declarations/declaration-check.ts';
export {
  breakpointsAt,
  type StopReason,
  type Stops,
  type Watch,
  type WatchAccess,
  type WatchHit,
} from './core/stops.ts';
export { FAULTS_KEPT, formatFault, withoutLine, type Fault, type Monitor } from './devices/monitor.ts';
export type { Input } from './input/input.ts';
export type { MachineEdit } from './input/journal.ts';
export { PAD_BUTTONS, type ControllerType, type PadButton, keyByte } from './devices/input-devices.ts';
export { BLOCK_BYTES, SdCard } from './devices/sd-card.ts';
export { putProgram } from './put-program.ts';
export { loaderFrames, menuFrames } from './devices/gt1-loader.ts';
export { parseInputScript, type InputAction, type InputEvent } from './input/input-script.ts';
export { SNAPSHOT_VERSION, type Snapshot } from './snapshot.ts';
export { readState, writeState } from './state-file.ts';
export { History, type Accept, type BackwardHit, type BackwardSearch } from './history.ts';
export { Pacing, Rate, type Pace } from './pacing.ts';
export { Waveform, waveformHeader } from './waveform.ts';
