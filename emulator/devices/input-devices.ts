/**
 * What is plugged into the input port: a game pad, an adapter for typed keys, the serial loader.
 *
 * They share one line, so only one sends at a time: the loader while it has data, then keys while any are queued,
 * then the pad. All are latched at the fall of vSync, once a frame, so a frame is the unit of everything here.
 */

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

/** Bytes that a frame's 521 lines can carry whole; the serial loader uses all. */
export const PACKET_BYTES = 65;

export type SerialState = ReturnType<SerialPort['save']>;

export class SerialPort {
  /** The storage register, what bus mode IN reads. */
  in = 0xff;
  shift = 0xff;
  /** hSync rises since vSync fell last. */
  rise = 0;
  /** Falls of vSync since power-on. */
  frame = 0;
  /** The byte at which IN is held, whatever the line does; undefined for the real port. */
  forced: number | undefined;
  readonly packet = new Uint8Array(PACKET_BYTES).fill(0xff);

  /**
   * @param latch has what is plugged in fill the bits of the frame that begins at fall number `frame` of vSync (from 1):
   * `packet` arrives all ones, byte 0 first, most significant bit first, one bit for each rise of hSync
   */
  constructor(private readonly latch: (frame: number, packet: Uint8Array) => void) {}

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
    this.latch(this.frame, this.packet);
  }

  /** Holds IN at a byte from now on, or gives the port back to the line. */
  force(byte: number | undefined): void {
    this.forced = byte;
    if (byte !== undefined) this.in = byte & 0xff;
  }

  save() {
    const { shift, rise, frame, forced } = this;
    const packet: Uint8Array = this.packet.slice();
    return { shift, in: this.in, rise, frame, forced, packet };
  }

  load({ packet, ...state }: SerialState): void {
    Object.assign(this, state);
    this.packet.set(packet);
  }
}

/**
 * Game pads: eight buttons, active low, latched once a frame.
 *
 *     bit   7  6  5       4      3   2     1     0
 *           A  B  select  start  up  down  left  right
 *
 * Type B (CD4021) sends that byte. Type C (priority encoder) only sends the highest button, as 254 minus its
 * byte, and $FF for none. Type A (74165) loads while vSync is low, so during the eight lines in which programs
 * look, it only delivers the level of button A, eight times; no released ROM reads it.
 */

/** Buttons, by bit from 0. */
export const PAD_BUTTONS = ['right', 'left', 'down', 'up', 'start', 'select', 'b', 'a'] as const;
export type PadButton = (typeof PAD_BUTTONS)[number];
export type ControllerType = 'A' | 'B' | 'C';

const IDLE = 0xff;

/** Mask of the buttons held, active high. */
export function buttonMask(buttons: readonly PadButton[]): number {
  return buttons.reduce((mask, button) => mask | (1 << PAD_BUTTONS.indexOf(button)), 0);
}

/** The byte that a pad sends while `mask` is held (bit set: pressed). */
export function padByte(type: ControllerType, mask: number): number {
  if (type === 'B') return IDLE ^ mask;
  if (type === 'A') return (mask & 0x80) !== 0 ? 0 : IDLE;
  if (mask === 0) return IDLE;
  const highest = 1 << (31 - Math.clz32(mask));
  return 254 - (IDLE ^ highest);
}

/**
 * A keyboard, as the usual adapter sends it: the character's ASCII code for a few frames, then $FF, so
 * that a program sees a gap when the same key is typed twice.
 *
 * Keys that a game pad has are sent as the pad's buttons. A key is a character (`a`, `Q`, `\n`) or a name.
 */

/** Frames for which a key's code is sent (35 ms), and frames of $FF after it. */
export const KEY_FRAMES = 3;
export const GAP_FRAMES = 2;

const NAMED_CODES: Readonly<Record<string, number>> = {
  Enter: 10,
  Tab: 9,
  Escape: 27,
  Backspace: 127,
  Delete: 127,
  Space: 32,
};

const BUTTON_KEYS: Readonly<Record<string, PadButton>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'start',
  PageDown: 'select',
  End: 'a',
  Home: 'b',
  Insert: 'b',
};

/** The byte that the adapter sends for a key, or undefined for a key that it does not know. */
export function keyByte(key: string): number | undefined {
  const button = BUTTON_KEYS[key];
  if (button !== undefined) return padByte('B', buttonMask([button]));
  if (key === '\r') return NAMED_CODES.Enter;
  const control = /^Ctrl[-+]([A-Za-z])$/.exec(key);
  if (control) return control[1]!.toUpperCase().charCodeAt(0) & 31;
  const functionKey = /^F([1-9]|1[0-2])$/.exec(key);
  if (functionKey) return 0xc0 + Number(functionKey[1]);
  if (key.length === 1 && key.charCodeAt(0) < 128) return key.charCodeAt(0);
  return NAMED_CODES[key];
}

export interface DeviceState {
  controller: ControllerType;
  held: number;
  keys: readonly number[];
  keyFrames: number;
  packets: readonly (Uint8Array | undefined)[];
}

/** Holds the devices' state and answers `latch`; the machine decides when something changes. */
export class DeviceLine {
  controller: ControllerType = 'B';
  /** Buttons held, a bit each. */
  held = 0;
  /** Codes to be sent, including the one that is being sent. */
  private keys: number[] = [];
  /** Frames for which the first key has been sent. */
  private keyFrames = 0;
  /** Frames of the loader to be sent; undefined is an idle frame. */
  private packets: (Uint8Array | undefined)[] = [];
  /** Called before each latch with the number of the frame that begins; may change anything here. */
  onFrame: ((frame: number) => void) | undefined;

  hold(buttons: readonly PadButton[]): void {
    this.held = buttonMask(buttons);
  }

  queueKey(code: number): void {
    this.keys.push(code);
  }

  queuePackets(packets: readonly (Uint8Array | undefined)[]): void {
    this.packets.push(...packets);
  }

  latch(frame: number, packet: Uint8Array): void {
    this.onFrame?.(frame);
    if (this.packets.length > 0) {
      const next = this.packets.shift();
      if (next) packet.set(next);
      return;
    }
    packet[0] = this.keys.length > 0 ? this.keyFrame() : padByte(this.controller, this.held);
  }

  private keyFrame(): number {
    const code = this.keyFrames < KEY_FRAMES ? this.keys[0]! : 0xff;
    if (++this.keyFrames === KEY_FRAMES + GAP_FRAMES) {
      this.keys.shift();
      this.keyFrames = 0;
    }
    return code;
  }

  save(): DeviceState {
    const { controller, held } = this;
    return { controller, held, keys: [...this.keys], keyFrames: this.keyFrames, packets: [...this.packets] };
  }

  load(state: DeviceState): void {
    Object.assign(this, { ...state, keys: [...state.keys], packets: [...state.packets] });
  }
}
