/**
 * A machine's state as the text of a file (`.gtstate`): a JSON document with the snapshot, the program that it belongs
 * to, and a checksum.
 *
 *     { "format": "gigatron-state", "version": 1, "rom": …, "check": …, "state": { "cpu": …, "ram": … } }
 *
 * `rom` and `check` are FNV-1a 64: of the image's bytes, and of the state as JSON without spaces. Bytes are base64.
 * A reader trusts nothing: each value must be one that a machine can have.
 */
import { failure, fromBase64, isFailure, fnv1a64, hexDigits, toBase64, type Result } from '#basics';
import { arrayOf, boolean, integer, mismatch, object, oneOf, string, upTo, type Of, type Shape } from '#basics/shape';
import { PAGE_SIZE } from '#isa';
import { GAP_FRAMES, KEY_FRAMES, PACKET_BYTES } from './devices/input-devices.ts';
import { FAULTS_KEPT, PICTURE_BYTES } from './devices/monitor.ts';
import { SNAPSHOT_VERSION, type Snapshot } from './snapshot.ts';

/** Base64 of a number of bytes that fits. */
const bytes =
  (expected: string, fits: (length: number) => boolean): Shape<string> =>
  (value, name) => {
    const text = string(value, name);
    if (isFailure(text)) return text;
    const content = fromBase64(text);
    return content !== undefined && fits(content.length) ? text : mismatch(name, `base64 of ${expected}`);
  };

const orNull =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, name) =>
    value === null ? null : shape(value, name);

const hash: Shape<string> = (value, name) =>
  typeof value === 'string' && /^[0-9a-f]{16}$/.test(value) ? value : mismatch(name, '16 hexadecimal digits');

/** Limit for cycles, and for what is counted in them: eleven years of emulated time. */
const MOST_CYCLES = 2 ** 51;
/** How far the beam may be from the picture: more than a frame has lines. */
const MOST_ROWS = 2 ** 31 - 1;
const MOST_KEYS = 4096;
const MOST_PACKETS = 2 ** 16;

const BYTE = upTo(0xff);
const WORD = upTo(0xffff);
const COUNT = upTo(MOST_CYCLES);
/** A cycle, or -1 if there was none. */
const MOMENT = upTo(MOST_CYCLES, -1);

const FAULT = object({
  kind: oneOf('line', 'hsync', 'frame', 'vsync-place', 'vsync'),
  cycle: COUNT,
  address: WORD,
  measured: COUNT,
  expected: COUNT,
});

const MONITOR = object({
  state: object({
    frames: COUNT,
    lines: COUNT,
    badLines: COUNT,
    badFrames: COUNT,
    changed: COUNT,
    out: BYTE,
    hSyncFell: MOMENT,
    hSyncRose: MOMENT,
    vSyncFell: MOMENT,
    frameLines: MOMENT,
    frameBadLines: COUNT,
    frameFaulty: boolean,
    row: upTo(MOST_ROWS, -MOST_ROWS),
  }),
  faults: arrayOf(FAULT, FAULTS_KEPT),
  faultCount: COUNT,
  pixels: bytes(`${PICTURE_BYTES} bytes`, (length) => length === PICTURE_BYTES),
});

const RAM_SIZES: readonly number[] = [32, 64, 128].map((kib) => kib * 4 * PAGE_SIZE);

const STATE = object({
  cpu: object({
    ac: BYTE,
    x: BYTE,
    y: BYTE,
    out: BYTE,
    outx: BYTE,
    in: BYTE,
    address: WORD,
    nextAddress: WORD,
    cycle: COUNT,
  }),
  control: WORD,
  serial: object({
    shift: BYTE,
    in: BYTE,
    rise: COUNT,
    frame: COUNT,
    forced: orNull(BYTE),
    packet: bytes(`${PACKET_BYTES} bytes`, (length) => length === PACKET_BYTES),
  }),
  devices: object({
    controller: oneOf('A', 'B', 'C'),
    held: BYTE,
    keys: arrayOf(BYTE, MOST_KEYS),
    keyFrames: upTo(KEY_FRAMES + GAP_FRAMES - 1),
    packets: arrayOf(orNull(bytes(`up to ${PACKET_BYTES} bytes`, (length) => length <= PACKET_BYTES)), MOST_PACKETS),
  }),
  monitor: MONITOR,
  outHash: hash,
  ram: bytes('32, 64 or 128 KiB', (length) => RAM_SIZES.includes(length)),
});

type StateBody = Of<typeof STATE>;

/** A state with no moment in its own future. */
const possible: Shape<StateBody> = (value, name) => {
  const state = STATE(value, name);
  if (isFailure(state)) return state;
  const { changed, hSyncFell, hSyncRose, vSyncFell } = state.monitor.state;
  const latest = Math.max(changed, hSyncFell, hSyncRose, vSyncFell);
  return latest > state.cpu.cycle ? failure(`its picture is of cycle ${latest}, which is yet to come`) : state;
};

/** What distinguishes a state file from other documents. */
const HEAD = object({ format: string, version: integer });
const FILE = object({ format: string, version: integer, rom: hash, check: hash, state: possible });
type FileBody = Of<typeof FILE>;

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

/** A snapshot in types that JSON has. The machine's parts have their fields in the order of the shape. */
function plain({ cpu, control, serial, devices, monitor, outHash, ram }: Snapshot): StateBody {
  return {
    cpu,
    control,
    serial: { ...serial, forced: serial.forced ?? null, packet: toBase64(serial.packet) },
    devices: { ...devices, packets: devices.packets.map((packet) => (packet ? toBase64(packet) : null)) },
    monitor: { ...monitor, pixels: toBase64(monitor.pixels) },
    outHash: hexDigits(outHash, 16),
    ram: toBase64(ram),
  };
}

/** The snapshot of a checked body; inputs of the journal are not part of it. */
function snapshotOf({ cpu, control, serial, devices, monitor, outHash, ram }: StateBody): Snapshot {
  return {
    version: SNAPSHOT_VERSION,
    cpu,
    ram: bytesOf(ram),
    control,
    port: undefined,
    serial: { ...serial, forced: serial.forced ?? undefined, packet: bytesOf(serial.packet) },
    devices: { ...devices, packets: devices.packets.map((packet) => (packet === null ? undefined : bytesOf(packet))) },
    monitor: { ...monitor, pixels: bytesOf(monitor.pixels) },
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
