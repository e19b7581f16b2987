/** The shapes of a state file (state-file.ts): each value must be one that a machine can have. */
import { failure, fromBase64, isFailure } from '#basics';
import { arrayOf, boolean, integer, mismatch, object, oneOf, string, type Of, type Shape } from '#basics/shape';
import { PAGE_SIZE } from '#isa';
import { GAP_FRAMES, KEY_FRAMES } from './devices/keyboard.ts';
import { FAULTS_KEPT, PICTURE_BYTES } from './devices/monitor.ts';
import { PACKET_BYTES } from './devices/serial-port.ts';

/** An integer from `least` to `most`. */
const range =
  (least: number, most: number): Shape<number> =>
  (value, name) => {
    const checked = integer(value, name);
    if (isFailure(checked)) return checked;
    return checked >= least && checked <= most ? checked : mismatch(name, `${least} to ${most}`);
  };

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

const BYTE = range(0, 0xff);
const WORD = range(0, 0xffff);
const COUNT = range(0, MOST_CYCLES);
/** A cycle, or -1 if there was none. */
const MOMENT = range(-1, MOST_CYCLES);

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
    row: range(-MOST_ROWS, MOST_ROWS),
  }),
  faults: upTo(FAULTS_KEPT, FAULT),
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
    keys: upTo(MOST_KEYS, BYTE),
    keyFrames: range(0, KEY_FRAMES + GAP_FRAMES - 1),
    packets: upTo(MOST_PACKETS, orNull(bytes(`up to ${PACKET_BYTES} bytes`, (length) => length <= PACKET_BYTES))),
  }),
  monitor: MONITOR,
  outHash: hash,
  ram: bytes('32, 64 or 128 KiB', (length) => RAM_SIZES.includes(length)),
});

export type StateBody = Of<typeof STATE>;

/** A state with no moment in its own future. */
const possible: Shape<StateBody> = (value, name) => {
  const state = STATE(value, name);
  if (isFailure(state)) return state;
  const { changed, hSyncFell, hSyncRose, vSyncFell } = state.monitor.state;
  const latest = Math.max(changed, hSyncFell, hSyncRose, vSyncFell);
  return latest > state.cpu.cycle ? failure(`its picture is of cycle ${latest}, which is yet to come`) : state;
};

/** What distinguishes a state file from other documents. */
export const HEAD = object({ format: string, version: integer });
export const FILE = object({ format: string, version: integer, rom: hash, check: hash, state: possible });
export type FileBody = Of<typeof FILE>;

/** An array of at most `most` values. */
function upTo<T>(most: number, shape: Shape<T>): Shape<readonly T[]> {
  const list = arrayOf(shape);
  return (value, name) =>
    Array.isArray(value) && value.length > most ? mismatch(name, `an array of at most ${most}`) : list(value, name);
}
