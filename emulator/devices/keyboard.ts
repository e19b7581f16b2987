/**
 * A keyboard, as the usual adapter sends it: the character's ASCII code for a few frames, then $FF, so
 * that a program sees a gap when the same key is typed twice.
 *
 * Keys that a game pad has are sent as the pad's buttons. A key is a character (`a`, `Q`, `\n`) or a name.
 */
import { buttonMask, padByte, type PadButton } from './game-pad.ts';

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
