/**
 * From a screen message to pixels and texts, and from keys to the machine's buttons.
 *
 * A pixel is the low six bits of OUT: red in bits 0 and 1, green in 2 and 3, blue in 4 and 5, each
 * level worth 85 of 255.
 */
import { counted, grouped, numberAt } from '#basics';
import type { KeyInput, KeyMode, PadButton, PadInput, ScreenState, Speed } from '#debugger/protocol';

/** Width in pixels and height in lines of the monitor's visible picture. */
export const WIDTH = 160;
export const HEIGHT = 480;

/** Fills `rgba` (4 bytes a pixel); pixels that are missing become black. */
export function fillPixels(pixels: Uint8Array, rgba: Uint8ClampedArray): void {
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const out = pixels[i] ?? 0;
    rgba[4 * i] = (out & 3) * 85;
    rgba[4 * i + 1] = ((out >> 2) & 3) * 85;
    rgba[4 * i + 2] = ((out >> 4) & 3) * 85;
    rgba[4 * i + 3] = 255;
  }
}

/**
 * Fills `shrunk` with fewer rows: each is the mean of the rows that it covers, weighted by how much of them it covers.
 * Light is averaged, not values, as an eye does with lines that it cannot tell apart; it grows with about the square of
 * a value.
 */
export function averageRows(rgba: Uint8ClampedArray, shrunk: Uint8ClampedArray): void {
  const bytes = 4 * WIDTH;
  const height = shrunk.length / bytes;
  const step = HEIGHT / height;
  const light = new Float32Array(bytes);
  for (let row = 0; row < height; row++) {
    light.fill(0);
    const [top, bottom] = [row * step, Math.min(HEIGHT, (row + 1) * step)];
    for (let y = Math.floor(top); y < bottom; y++) {
      const share = (Math.min(bottom, y + 1) - Math.max(top, y)) / step;
      for (let x = 0; x < bytes; x++) {
        const value = numberAt(rgba, y * bytes + x);
        light[x] = numberAt(light, x) + share * value * value;
      }
    }
    for (let x = 0; x < bytes; x++) shrunk[row * bytes + x] = Math.sqrt(numberAt(light, x));
  }
}

export function screenTexts(message: ScreenState) {
  const { frames, badLines, badFrames, cycle } = message;
  return {
    /** On or off, leftmost first. */
    leds: [0, 1, 2, 3].map((bit) => ((message.leds >> bit) & 1) === 1),
    counters: `${counted(frames, 'frame')} · ${counted(badLines, 'bad line')} · ${counted(badFrames, 'bad frame')} · cycle ${grouped(cycle)}`,
    /** Whether the monitor has seen a line or frame that it would reject. */
    faulty: badLines > 0 || badFrames > 0,
  };
}

/** The monitor's picture is four by three. */
const LINES_SHOWN = (WIDTH * 3) / 4;

/**
 * Width in CSS pixels of a picture whose pixels are all of the same size on the screen; undefined if there is room for
 * no more than one pixel of the screen each.
 * @param room CSS pixels
 * @param ratio pixels of the screen by CSS pixels
 */
export function wholeWidth(
  room: { readonly width: number; readonly height: number },
  ratio: number,
): number | undefined {
  const times = Math.floor(Math.min(room.width / WIDTH, room.height / LINES_SHOWN) * ratio);
  return times < 2 ? undefined : (times * WIDTH) / ratio;
}

/** A button, what it says, its keys in pad mode and in both modes, and the names of its keys in either mode. */
interface PadKey {
  readonly key: string;
  /** As on the machine's keyboard adapter. */
  readonly always: string;
  readonly shown: Readonly<Record<KeyMode, string>>;
  readonly button: PadButton;
  readonly text: string;
}

/** Buttons by key, in the order in which the view shows them. */
export const PAD_KEYS: readonly PadKey[] = [
  { key: 'ArrowLeft', always: 'ArrowLeft', shown: { pad: '←', typed: '←' }, button: 'left', text: '←' },
  { key: 'ArrowRight', always: 'ArrowRight', shown: { pad: '→', typed: '→' }, button: 'right', text: '→' },
  { key: 'ArrowUp', always: 'ArrowUp', shown: { pad: '↑', typed: '↑' }, button: 'up', text: '↑' },
  { key: 'ArrowDown', always: 'ArrowDown', shown: { pad: '↓', typed: '↓' }, button: 'down', text: '↓' },
  { key: 'a', always: 'End', shown: { pad: 'A', typed: 'End' }, button: 'a', text: 'A' },
  { key: 'b', always: 'Home', shown: { pad: 'B', typed: 'Home' }, button: 'b', text: 'B' },
  { key: 'Enter', always: 'PageUp', shown: { pad: 'Enter', typed: 'Page Up' }, button: 'start', text: 'Start' },
  { key: 's', always: 'PageDown', shown: { pad: 'S', typed: 'Page Down' }, button: 'select', text: 'Select' },
];

/** Keys that can be typed although their name is not a single character. */
const TYPED_KEYS = ['Enter', 'Escape', 'Backspace', 'Delete'];

/** Turns key presses into input messages; remembers which buttons are down. */
export class Keys {
  mode: KeyMode = 'pad';
  private readonly held = new Set<PadButton>();

  /** The input that a pressed key makes, or undefined if the key is not the machine's or is already down. */
  press(key: string): PadInput | KeyInput | undefined {
    const button = this.button(key);
    if (button) return this.hold(button);
    if (this.isTyped(key)) return { key };
    return undefined;
  }

  release(key: string): PadInput | undefined {
    const button = this.button(key);
    return button && this.letGo(button);
  }

  hold(button: PadButton): PadInput | undefined {
    if (this.held.has(button)) return undefined;
    this.held.add(button);
    return { pad: [...this.held] };
  }

  letGo(button: PadButton): PadInput | undefined {
    return this.held.delete(button) ? { pad: [...this.held] } : undefined;
  }

  /** All buttons up; undefined if none was down. */
  releaseAll(): PadInput | undefined {
    if (this.held.size === 0) return undefined;
    this.held.clear();
    return { pad: [] };
  }

  /** Whether a key currently belongs to the machine, so that neither page nor editor may act on it. */
  takes(key: string): boolean {
    return this.button(key) !== undefined || this.isTyped(key);
  }

  private button(key: string): PadButton | undefined {
    const wanted = key.length === 1 ? key.toLowerCase() : key;
    return PAD_KEYS.find((entry) => entry.always === key || (this.mode === 'pad' && entry.key === wanted))?.button;
  }

  /** Whether a key is a character of the machine's keyboard, which only knows ASCII. */
  private isTyped(key: string): boolean {
    return this.mode === 'typed' && (/^[ -~]$/.test(key) || TYPED_KEYS.includes(key));
  }
}

const OFFERED: readonly Speed[] = ['realtime', 2, 4, 8, 16, 'unlimited'];

/** All options, slowest first, including the current speed; `value` is a speed as text, for {@link parseSpeed}. */
export function speedOptions(inForce: Speed): { readonly value: string; readonly text: string }[] {
  const speeds = OFFERED.includes(inForce) ? OFFERED : [...OFFERED, inForce];
  return [...speeds]
    .sort((a, b) => factor(a) - factor(b))
    .map((speed) => ({ value: String(speed), text: textOf(speed) }));
}

export function parseSpeed(value: string): Speed {
  return value === 'realtime' || value === 'unlimited' ? value : Number(value);
}

function factor(speed: Speed): number {
  if (speed === 'unlimited') return Infinity;
  return speed === 'realtime' ? 1 : speed;
}

function textOf(speed: Speed): string {
  if (speed === 'unlimited') return 'Unlimited';
  return speed === 'realtime' ? 'Real time' : `× ${String(speed)}`;
}
