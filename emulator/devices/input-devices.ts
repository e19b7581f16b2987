/**
 * What is plugged into the input port: a game pad, an adapter for typed keys, the serial loader.
 *
 * They share one line, so only one sends at a time: the loader while it has data, then keys while any are queued,
 * then the pad. All are latched at the fall of vSync, once a frame, so a frame is the unit of everything here.
 * This class holds state and answers `latch`; the machine decides when something changes.
 */
import { buttonMask, padByte, type ControllerType, type PadButton } from './game-pad.ts';
import { GAP_FRAMES, KEY_FRAMES } from './keyboard.ts';
import type { LineDevice } from './serial-port.ts';

export interface DeviceState {
  controller: ControllerType;
  held: number;
  keys: number[];
  keyFrames: number;
  packets: (Uint8Array | undefined)[];
}

export class DeviceLine implements LineDevice {
  controller: ControllerType = 'B';
  /** Buttons held, a bit each. */
  held = 0;
  /** Codes that wait to be sent; the first is being sent. */
  private keys: number[] = [];
  /** Frames for which the first key has been sent. */
  private keyFrames = 0;
  /** Frames of the loader that wait to be sent; undefined is an idle frame. */
  private packets: (Uint8Array | undefined)[] = [];
  /** Called before each latch, with the frame that begins; may change anything here. */
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

  /** Whether keys or loader frames wait to be sent. */
  get sending(): boolean {
    return this.keys.length > 0 || this.packets.length > 0;
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
    this.controller = state.controller;
    this.held = state.held;
    this.keys = [...state.keys];
    this.keyFrames = state.keyFrames;
    this.packets = [...state.packets];
  }
}
