/**
 * The input port: a 74HC595 whose shift and storage clocks are both hSync, and the line that feeds it.
 *
 * Because both clocks are the same edge, storage is one bit behind: at each rise of hSync IN takes the
 * old shift register, then the line's level enters as the new lowest bit. A device latches at the fall
 * of vSync and puts its bits on the line, the first before rise 1, most significant first; after its
 * bits the line is high, as it is with nothing plugged in.
 *
 * For scripts that name the byte itself, `forced` replaces all of this: IN simply reads that byte.
 */

/** What is plugged into the port. */
export interface LineDevice {
  /**
   * Fills the bits of the frame that begins now, at the fall of vSync number `frame` (counted from 1).
   * `packet` arrives all ones: byte 0 first, most significant bit first, one bit for each rise of hSync.
   */
  latch(frame: number, packet: Uint8Array): void;
}

/** Bytes that a frame's 521 lines can carry whole; the serial loader uses all. */
export const PACKET_BYTES = 65;

export interface SerialState {
  shift: number;
  in: number;
  rise: number;
  frame: number;
  forced: number | undefined;
  packet: Uint8Array;
}

export class SerialPort {
  /** The storage register, what bus mode IN reads. */
  in = 0xff;
  shift = 0xff;
  /** hSync rises since vSync fell last. */
  rise = 0;
  /** Falls of vSync since power-on. */
  frame = 0;
  /** Byte that IN is held at, whatever the line does; undefined for the real port. */
  forced: number | undefined;
  readonly packet = new Uint8Array(PACKET_BYTES).fill(0xff);

  constructor(private readonly device: LineDevice) {}

  hSyncRise(): void {
    if (this.forced === undefined) this.in = this.shift;
    const bit = this.rise < 8 * PACKET_BYTES ? (this.packet[this.rise >> 3]! >> (7 - (this.rise & 7))) & 1 : 1;
    this.shift = ((this.shift << 1) | bit) & 0xff;
    this.rise++;
  }

  /** Falling edge of vSync: the device latches. */
  vSyncFall(): void {
    this.rise = 0;
    this.frame++;
    this.packet.fill(0xff);
    this.device.latch(this.frame, this.packet);
  }

  /** Holds IN at a byte from now on, or gives the port back to the line. */
  force(byte: number | undefined): void {
    this.forced = byte;
    if (byte !== undefined) this.in = byte & 0xff;
  }

  save(): SerialState {
    const { shift, rise, frame, forced } = this;
    return { shift, in: this.in, rise, frame, forced, packet: this.packet.slice() };
  }

  load(state: SerialState): void {
    this.shift = state.shift;
    this.in = state.in;
    this.rise = state.rise;
    this.frame = state.frame;
    this.forced = state.forced;
    this.packet.set(state.packet);
  }
}
