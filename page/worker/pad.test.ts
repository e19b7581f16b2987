import { describe, expect, it } from 'vitest';
import type { PadButton } from '#debugger/protocol';
import { walkTo } from './pad.ts';

/** A program whose cursor follows the pad a few frames late; it may be turned, or not follow at all. */
class Board {
  readonly pressed: PadButton[] = [];
  private held: PadButton | undefined;
  private waiting: (() => void)[] = [];

  constructor(
    public square: string | undefined,
    private readonly turned = false,
    private readonly follows = true,
  ) {}

  cursor(): string | undefined {
    return this.square;
  }

  press([button]: readonly PadButton[]): void {
    if (button !== undefined && button !== this.held) {
      this.pressed.push(button);
      if (this.follows) this.waiting.push(() => this.move(button));
    }
    this.held = button;
  }

  frame(): void {
    this.waiting.shift()?.();
  }

  private move(button: PadButton): void {
    const way = this.turned ? -1 : 1;
    const steps: Partial<Record<PadButton, readonly [number, number]>> = {
      right: [way, 0],
      left: [-way, 0],
      up: [0, way],
      down: [0, -way],
    };
    const step = steps[button];
    if (step === undefined || this.square === undefined) return;
    const [file, rank] = [this.square.charCodeAt(0) + step[0], this.square.charCodeAt(1) + step[1]];
    const isOn = file >= 97 && file <= 104 && rank >= 49 && rank <= 56;
    if (isOn) this.square = String.fromCharCode(file, rank);
  }
}

function walk(target: string, board: Board): string | undefined {
  const steps = walkTo(target, board);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    for (let frame = 0; frame < step.value; frame++) board.frame();
  }
}

describe('a walk', () => {
  it('goes to the square by the arrows, and presses A there', () => {
    const board = new Board('e2');
    expect(walk('c4', board)).toBeUndefined();
    expect(board.pressed).toEqual(['left', 'left', 'up', 'up', 'a']);
  });

  it('finds out that the board is turned', () => {
    const board = new Board('e2', true);
    expect(walk('c4', board)).toBeUndefined();
    expect(board.square).toBe('c4');
    expect(board.pressed.at(-1)).toBe('a');
    expect(board.pressed).toHaveLength(1 + 3 + 1 + 3 + 1);
  });

  it('presses A at once where the cursor is there', () => {
    const board = new Board('a1');
    expect(walk('a1', board)).toBeUndefined();
    expect(board.pressed).toEqual(['a']);
  });

  it('says so if the cursor does not follow', () => {
    expect(walk('a2', new Board('a1', false, false))).toBe('The cursor of the program does not move now.');
  });

  it('says so if the cursor is on no square', () => {
    expect(walk('a2', new Board(undefined))).toBe('The cursor of the program is not on the board.');
  });
});
