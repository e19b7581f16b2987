/**
 * A machine's state as the text of a file (`.gtstate`): a JSON document with the snapshot, the program that it belongs
 * to, and a checksum.
 *
 *     { "format": "gigatron-state", "version": 1, "rom": …, "check": …, "state": { "cpu": …, "ram": … } }
 *
 * `rom` and `check` are FNV-1a 64: of the image's bytes, and of the state as JSON without spaces. Bytes are base64.
 * A reader trusts nothing: each value must be one that a machine can have.
 */
import { failure, fnv1a64, fromBase64, hexDigits, isFailure, toBase64, type Result } from '#basics';
import { FILE, HEAD, type FileBody, type StateBody } from './state-shape.ts';
import { SNAPSHOT_VERSION, type Snapshot } from './snapshot.ts';

const STATE_FORMAT = 'gigatron-state';
const STATE_VERSION = 1;

export interface SavedState {
  /** Hash of the image that ran, as `imageHash` gives it. */
  readonly rom: string;
  readonly snapshot: Snapshot;
}

export function writeState({ rom, snapshot }: SavedState): string {
  const state = plain(snapshot);
  const body: FileBody = { format: STATE_FORMAT, version: STATE_VERSION, rom, check: checksum(state), state };
  return `${JSON.stringify(body, null, 1)}\n`;
}

/** Reads a file. The failure is a clause that says what is wrong with it. */
export function readState(text: string): Result<SavedState> {
  const json = parsed(text);
  if (isFailure(json)) return json;
  const head = HEAD(json, '');
  if (isFailure(head) || head.format !== STATE_FORMAT) return failure(`its "format" is not "${STATE_FORMAT}"`);
  if (head.version !== STATE_VERSION)
    return failure(`it has version ${head.version}, and this emulator reads version ${STATE_VERSION}`);
  const file = FILE(json, '');
  if (isFailure(file)) return file;
  const { rom, check, state } = file;
  if (check !== checksum(state)) return failure('its checksum is wrong, so it is damaged or was changed');
  return { rom, snapshot: snapshotOf(state) };
}

function parsed(text: string): Result<unknown> {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return failure('it is not a JSON document');
  }
}

/** A snapshot in types that JSON has; fields in the order of their shape. */
function plain({ cpu, ram, control, serial, devices, monitor, outHash }: Snapshot): StateBody {
  const { ac, x, y, out, outx, in: input, address, nextAddress, cycle } = cpu;
  const { controller, held, keys, keyFrames, packets } = devices;
  return {
    cpu: { ac, x, y, out, outx, in: input, address, nextAddress, cycle },
    control,
    serial: {
      shift: serial.shift,
      in: serial.in,
      rise: serial.rise,
      frame: serial.frame,
      forced: serial.forced ?? null,
      packet: toBase64(serial.packet),
    },
    devices: {
      controller,
      held,
      keys,
      keyFrames,
      packets: packets.map((packet) => (packet ? toBase64(packet) : null)),
    },
    monitor: monitorBody(monitor),
    outHash: hexDigits(outHash, 16),
    ram: toBase64(ram),
  };
}

function monitorBody({ state, faults, faultCount, pixels }: Snapshot['monitor']): StateBody['monitor'] {
  return {
    state: {
      frames: state.frames,
      lines: state.lines,
      badLines: state.badLines,
      badFrames: state.badFrames,
      changed: state.changed,
      out: state.out,
      hSyncFell: state.hSyncFell,
      hSyncRose: state.hSyncRose,
      vSyncFell: state.vSyncFell,
      frameLines: state.frameLines,
      frameBadLines: state.frameBadLines,
      frameFaulty: state.frameFaulty,
      row: state.row,
    },
    faults: faults.map(({ kind, cycle, address, measured, expected }) => ({
      kind,
      cycle,
      address,
      measured,
      expected,
    })),
    faultCount,
    pixels: toBase64(pixels),
  };
}

/** The snapshot of a checked body; inputs of the journal are not part of it. */
function snapshotOf({ cpu, control, serial, devices, monitor, outHash, ram }: StateBody): Snapshot {
  return {
    version: SNAPSHOT_VERSION,
    cpu: { ...cpu },
    ram: bytesOf(ram),
    control,
    port: undefined,
    serial: { ...serial, forced: serial.forced ?? undefined, packet: bytesOf(serial.packet) },
    devices: {
      ...devices,
      keys: [...devices.keys],
      packets: devices.packets.map((packet) => (packet === null ? undefined : bytesOf(packet))),
    },
    monitor: { ...monitor, state: { ...monitor.state }, pixels: bytesOf(monitor.pixels) },
    outHash: BigInt(`0x${outHash}`),
    journalPosition: 0,
  };
}

/** Text that has been found to be base64. */
function bytesOf(text: string): Uint8Array {
  return fromBase64(text) ?? new Uint8Array(0);
}

/** The text of a state is plain ASCII. */
function checksum(state: StateBody): string {
  return fnv1a64(Uint8Array.from(JSON.stringify(state), (character) => character.charCodeAt(0)));
}
