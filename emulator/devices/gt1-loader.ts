/**
 * The serial loader: a `.gt1` program as the bits that a sender puts on the input line, one packet a frame.
 *
 *     'L' (8) | length 0..60 (6) | address low (8) | address high (8) | 60 bytes of payload | checksum (8)
 *
 * Most significant bit first, one bit for each rise of hSync, 518 bits in all. The checksum makes the sum of what the
 * receiver reads zero; it starts from `g`, or after a packet from that packet's checksum. Length 0 starts the program.
 * A frame of silence follows each segment, since the receiver stores a packet while the next frame goes by.
 *
 * The system ROM must be in its Loader to listen; `menuFrames` are the buttons that bring a released ROM there.
 */
import type { RamAddress } from '#basics';
import type { Gt1Program } from '#isa';
import { buttonMask, padByte, type PadButton, PACKET_BYTES } from './input-devices.ts';

/** One frame on the line: its bits, or silence. */
type LineFrame = Uint8Array | undefined;

const PAYLOAD = 60;
const COMMAND = 'L'.charCodeAt(0);
const FIRST_SUM = 'g'.charCodeAt(0);

/** The frames that load a program and start it, once the Loader listens. */
export function loaderFrames({ segments, start }: Gt1Program): LineFrame[] {
  const frames: LineFrame[] = [];
  for (const { address, data } of segments) {
    let sum = FIRST_SUM;
    for (let at = 0; at < data.length; at += PAYLOAD) {
      const packet = makePacket(address + at, data.subarray(at, at + PAYLOAD), sum);
      sum = packet.checksum;
      frames.push(packet.bits);
    }
    frames.push(undefined);
  }
  if (start !== 0) frames.push(makePacket(start, new Uint8Array(0), FIRST_SUM).bits);
  return frames;
}

function makePacket(address: RamAddress, data: Uint8Array, firstSum: number): { bits: Uint8Array; checksum: number } {
  const payload = new Uint8Array(PAYLOAD);
  payload.set(data);
  const fields = [data.length, address & 0xff, address >> 8, ...payload];
  // What the receiver reads as the length has the low bits of the command above it.
  const sum = fields.reduce((total, field) => total + field, firstSum + COMMAND + (COMMAND << 6));
  const checksum = -sum & 0xff;
  const digits = (value: number, width: number): string => value.toString(2).padStart(width, '0');
  const bytes = [...fields.slice(1), checksum].map((field) => digits(field, 8));
  const line = [digits(COMMAND, 8), digits(data.length, 6), ...bytes].join('').padEnd(8 * PACKET_BYTES, '1');
  const bits = Uint8Array.from({ length: PACKET_BYTES }, (_, byte) => parseInt(line.slice(8 * byte, 8 * byte + 8), 2));
  return { bits, checksum };
}

/** Frames from anywhere to Loader in the menu: wait after power-on, hold start to reset, wait, ten times down, A. */
const AFTER_POWER_ON = 60;
const RESET_FRAMES = 150;
const AFTER_RESET = 90;
const MENU_STEPS = 10;
const PRESS_FRAMES = 2;
const BETWEEN_PRESSES = 3;
const AFTER_MENU = 60;

/** The frames that reset a released system ROM and choose Loader in its menu. */
export function menuFrames(): LineFrame[] {
  const steps = Array.from({ length: MENU_STEPS }, () => press('down', PRESS_FRAMES, BETWEEN_PRESSES)).flat();
  // From ROMv5a on, a button that is held at power-on does not reset.
  const start = Array<LineFrame>(AFTER_POWER_ON).fill(undefined);
  return [...start, ...press('start', RESET_FRAMES, AFTER_RESET), ...steps, ...press('a', PRESS_FRAMES, AFTER_MENU)];
}

function press(button: PadButton, held: number, silence: number): LineFrame[] {
  const byte = Uint8Array.of(padByte('B', buttonMask([button])));
  return [...Array<LineFrame>(held).fill(byte), ...Array<LineFrame>(silence).fill(undefined)];
}
