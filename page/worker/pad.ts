/** How a page walks the cursor of its program to a square, by the pad. */
import type { PadButton } from '#debugger/protocol';

interface WalkedProgram {
  /** Name of the square under the cursor; undefined if it is on none. */
  cursor(): string | undefined;
  press(buttons: readonly PadButton[]): void;
}

/** For how many frames a button is held and then released: too few for a program to repeat it. */
const HELD = 2;
const GAP = 2;
/** Within how many frames the cursor must follow a button. */
const PATIENCE = 60;
/** After how many presses a walk has lost its way. */
const MOST_PRESSES = 40;

/** An axis of the board, with the buttons that lead to higher and lower coordinates. */
interface Axis {
  readonly at: (square: string) => number;
  buttons: readonly [PadButton, PadButton];
}

/**
 * Moves the program's own cursor to a square and presses A there. The declarations only tell where the cursor is; which
 * arrow leads where is found out, since the board may be turned. Each value is a number of frames to run before the
 * next step.
 * @returns a sentence if it did not get there
 */
export function* walkTo(target: string, program: WalkedProgram): Generator<number, string | undefined> {
  const files: Axis = { at: (square) => square.charCodeAt(0), buttons: ['right', 'left'] };
  const ranks: Axis = { at: (square) => square.charCodeAt(1), buttons: ['up', 'down'] };
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    const from = program.cursor();
    if (from === undefined) return 'The cursor of the program is not on the board.';
    if (from === target) {
      yield* press('a', program);
      return undefined;
    }
    const axis = files.at(from) === files.at(target) ? ranks : files;
    const up = axis.at(target) > axis.at(from);
    yield* press(axis.buttons[up ? 0 : 1], program);
    for (let frames = 0; program.cursor() === from; frames++) {
      if (frames === PATIENCE) return 'The cursor of the program does not move now.';
      yield 1;
    }
    const moved = axis.at(program.cursor() ?? from) - axis.at(from);
    if (moved !== 0 && moved > 0 !== up) axis.buttons = [axis.buttons[1], axis.buttons[0]];
  }
  return 'The cursor of the program does not get there.';
}

function* press(button: PadButton, program: WalkedProgram): Generator<number, void> {
  program.press([button]);
  yield HELD;
  program.press([]);
  yield GAP;
}
