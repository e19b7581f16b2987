/** Game pads of the browser (Gamepad API): their buttons as those of the machine's pad. */
import type { PadButton } from '#debugger/protocol';

/** Buttons of the standard mapping. */
const BUTTONS: Readonly<Record<number, PadButton>> = {
  0: 'a',
  1: 'b',
  8: 'select',
  9: 'start',
  12: 'up',
  13: 'down',
  14: 'left',
  15: 'right',
};
/** How far a stick must be moved. */
const FAR = 0.5;

export function heldButtons({ buttons, axes }: Pick<Gamepad, 'buttons' | 'axes'>): ReadonlySet<PadButton> {
  const [x = 0, y = 0] = axes;
  const held = new Set(Object.entries(BUTTONS).flatMap(([at, name]) => (buttons[Number(at)]?.pressed ? [name] : [])));
  if (x < -FAR) held.add('left');
  if (x > FAR) held.add('right');
  if (y < -FAR) held.add('up');
  if (y > FAR) held.add('down');
  return held;
}

/** Reports each change of a button, as long as a pad is connected. */
export function watchGamePads(change: (button: PadButton, down: boolean) => void): void {
  let before: ReadonlySet<PadButton> = new Set();
  let watching = false;
  const look = (): void => {
    const pads = navigator.getGamepads().filter((pad) => pad !== null);
    const held = new Set(pads.flatMap((pad) => [...heldButtons(pad)]));
    for (const button of before) if (!held.has(button)) change(button, false);
    for (const button of held) if (!before.has(button)) change(button, true);
    before = held;
    watching = pads.length > 0;
    if (watching) requestAnimationFrame(look);
  };
  window.addEventListener('gamepadconnected', () => {
    if (!watching) look();
  });
}
