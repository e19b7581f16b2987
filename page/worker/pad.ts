/** The pad of a page: how it walks the cursor to a square, and how long it holds a button. */
import type { PadButton } from '#debugger/protocol';
import type { Machine } from '#emulator';
import { CYCLES_PER_FRAME } from '#isa';

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

/** How long the pad stays the same after a change. */
const STEADY = 2 * CYCLES_PER_FRAME;
const MOST_WAITING = 16;

/**
 * The pad, pressed by a visitor: each change lasts long enough for the program to see it. The machine looks at the pad
 * once a frame, and a tap on a screen may be shorter.
 */
export class SteadyPad {
  private waiting: (readonly PadButton[])[] = [];
  private changed = -Infinity;

  constructor(private readonly machine: () => Pick<Machine, 'cycle' | 'input'>) {}

  /** Holds exactly these buttons, as soon as what was held before has been seen. */
  set(buttons: readonly PadButton[]): void {
    this.waiting = [...this.waiting.slice(-MOST_WAITING), buttons];
    this.settle();
  }

  /** Does what is due. @returns the cycles to run until the next change; infinite if none waits */
  settle(): number {
    const { cycle, input } = this.machine();
    // The machine may have gone back to an earlier state.
    const since = Math.abs(cycle - this.changed);
    const [next] = this.waiting;
    if (next === undefined) return Infinity;
    if (since < STEADY) return STEADY - since;
    this.waiting.shift();
    this.changed = cycle;
    input.setPad(next);
    return this.waiting.length > 0 ? STEADY : Infinity;
  }
}
