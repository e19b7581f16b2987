/** The Gigatron as a deterministic, cycle-exact machine: cores, RAM, devices, monitor, snapshots. */
export { createMachine, type Machine, type MachineOptions } from './machine.ts';
export { REGISTER_NAMES, type CpuState, type RegisterName, type Registers } from './state/registers.ts';
export type { RamSize, Notice, NoticeCode } from './state/ram.ts';
export type { Probe } from './core/probe.ts';
export { bothProbes } from './core/probe.ts';
export type { Profile } from './state/profile.ts';
export type { CallNode } from './profile/profile-plan.ts';
export { CallProfile, type ProfileStart } from './profile/call-profile.ts';
export { planProfile, type CodeShape, type ProfilePlan } from './profile/profile-plan.ts';
export {
  DeclarationCheck,
  formatDifference,
  type Difference,
  type RunDeclarations,
} from './declarations/declaration-check.ts';
export {
  breakpointsAt,
  type StopReason,
  type Stops,
  type Watch,
  type WatchAccess,
  type WatchHit,
} from './core/stops.ts';
export {
  FAULTS_KEPT,
  formatFault,
  withoutLine,
  type Fault,
  type FaultKind,
  type Monitor,
  type MonitorState,
} from './devices/monitor.ts';
export type { Input } from './input/input.ts';
export type { MachineEdit } from './input/journal.ts';
export { PAD_BUTTONS, type ControllerType, type PadButton, keyByte } from './devices/input-devices.ts';
export { BLOCK_BYTES, SdCard, type CardImage } from './devices/sd-card.ts';
export { chooseRam, type RamChoice } from './ram-choice.ts';
export { putProgram } from './put-program.ts';
export { loaderFrames, menuFrames } from './devices/gt1-loader.ts';
export { parseInputScript, type InputAction, type InputEvent, type InputMoment } from './input/input-script.ts';
export { SNAPSHOT_VERSION, type Snapshot } from './snapshot.ts';
export { readState, writeState, type SavedState } from './state-file.ts';
export { SAMPLES_KEPT } from './devices/out-port.ts';
export { History, type HistoryOptions } from './history.ts';
export type { Accept, BackwardHit, BackwardSearch } from './backward-search.ts';
export { Pacing, Rate, type Pace, type SliceEnd } from './pacing.ts';
export { Waveform, waveformHeader } from './waveform.ts';
