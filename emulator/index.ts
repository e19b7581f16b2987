/** The Gigatron as a deterministic, cycle-exact machine: cores, RAM, devices, monitor, snapshots. */
export { createMachine, type Machine, type MachineOptions } from './machine.ts';
export { loadRom } from './rom-image.ts';
export { REGISTER_NAMES, type CpuState, type RegisterName, type Registers } from './registers.ts';
export type { RamSize } from './ram.ts';
export type { StopReason, Stops, Watch, WatchAccess, WatchHit } from './stops.ts';
export { FAULTS_KEPT, formatFault, type Fault, type FaultKind, type Monitor, type MonitorState } from './monitor.ts';
export type { Input } from './input.ts';
export { PAD_BUTTONS, type ControllerType, type PadButton } from './game-pad.ts';
export { loaderFrames, menuFrames, parseGt1, type Gt1Program } from './gt1-loader.ts';
export { keyByte } from './keyboard.ts';
export { parseInputScript, type InputAction, type InputEvent, type InputMoment } from './input-script.ts';
export type { Notice, NoticeCode } from './notices.ts';
export { SNAPSHOT_VERSION, type Snapshot } from './snapshot.ts';
export { FnvHash, hashBytes } from './fnv-hash.ts';
export { SAMPLES_KEPT } from './sample-buffer.ts';
export { History, type BackwardHit, type HistoryOptions } from './history.ts';
