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
