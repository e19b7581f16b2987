/** Texts of a page, and the buttons of the browser's game pads (Gamepad API) as those of the machine's pad. */
import type { DecodedPlay, GameRecord } from '#chess';
import type { Figures } from '#page/protocol';
import type { PadButton } from '#debugger/protocol';

/** Levels that a digit can choose. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const TURNS_SHOWN = 12;

/** What the machine thinks, or has thought: `Thinking · depth 6 · score +0.42 · e7e5 g1f3`. */
export function thoughtText({ thinking, tables: { search } }: DecodedPlay): string {
  const { depth = null, score = null, worth = '', line = [] } = search ?? {};
  // Before the first search, nothing has been found.
  if (thinking !== true && depth === 0) return '';
  const parts = [
    thinking === true ? 'Thinking' : '',
    depth === null ? '' : `depth ${depth}`,
    score === null ? '' : `score ${worth}`,
    line.map(({ text }) => text).join(' '),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** The last turns of a game, with their numbers: `1. e2e4 e7e5 2. g1f3`. */
export function turnsText(game: GameRecord | null): string {
  if (game === null) return '';
  const offset = game.turns[0]?.piece.side === 'black' ? 1 : 0;
  const words = game.turns.map(({ piece, text }, index) => {
    const number = ((index + offset) >> 1) + 1;
    if (piece.side === 'white') return `${number}. ${text}`;
    return index === 0 ? `${number}… ${text}` : text;
  });
  return `${words.length > TURNS_SHOWN ? '… ' : ''}${words.slice(-TURNS_SHOWN).join(' ')}`;
}

/** @param drawing milliseconds of the last second in which the page drew */
export function figuresText({ busy, speed, pictures }: Figures, drawing: number): string {
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  return `machine ${percent(busy)} of a core · page ${percent(drawing / 1000)} · ${speed.toFixed(2)} × real time · ${Math.round(pictures)} pictures a second`;
}

/** A text as keys of the machine, by their names. */
export function keysOfText(text: string): readonly string[] {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  return [...lines].map((character) => (character === '\n' ? 'Enter' : character));
}

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
