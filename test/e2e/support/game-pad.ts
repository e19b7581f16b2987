/** The machine's game pad under the user's keys, while the Screen view has the focus; and the cursor on the engine's board. */
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE, type Workbench } from './workbench.ts';

/**
 * Pictures that show a button in the machine. One may be under way when the key goes down, and the next may be asked for
 * before the key has arrived; the third comes behind it, and the fourth is at least a frame later.
 */
const PICTURES = 4;

export class GamePad {
  constructor(
    private readonly vscode: Workbench,
    private readonly screen: Frame,
    private readonly board: Frame,
  ) {}

  /** Holds a key until the machine has seen it, and lets it go likewise. */
  async press(key: string): Promise<void> {
    await this.screen.locator('canvas').focus();
    await this.vscode.page.keyboard.down(key);
    await this.untilSeen();
    await this.vscode.page.keyboard.up(key);
    await this.untilSeen();
  }

  /** Moves the cursor along its file to a rank, a press for each square. */
  async moveToRank(rank: number): Promise<void> {
    for (let here = await this.rank(); here !== rank;) {
      const next = here + Math.sign(rank - here);
      await this.press(next > here ? 'ArrowUp' : 'ArrowDown');
      await expect.poll(() => this.rank(), PATIENCE).toBe(next);
      here = next;
    }
  }

  /** The square under the cursor. */
  async cursor(): Promise<string> {
    return (await this.board.locator('[data-square].cursor').getAttribute('data-square')) ?? '';
  }

  private async rank(): Promise<number> {
    return Number((await this.cursor()).charAt(1));
  }

  private async untilSeen(): Promise<void> {
    const canvas = this.screen.locator('canvas');
    const frames = async (): Promise<number> => Number(await canvas.getAttribute('data-frames'));
    for (let picture = 0; picture < PICTURES; picture++) {
      const now = await frames();
      await expect.poll(frames, PATIENCE).toBeGreaterThan(now);
    }
  }
}
