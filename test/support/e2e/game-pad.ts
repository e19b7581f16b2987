/** The machine's game pad, played by keys while the Screen view has the focus, and the cursor on the engine's board. */
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { happens } from './patience.ts';
import { PATIENCE, type Workbench } from './workbench.ts';

/**
 * How many pictures to wait for until a button has reached the machine. One may be on its way when the key goes down,
 * and the next may be requested before the key has arrived; the third comes after it, and the fourth is at least a
 * frame later.
 */
const PICTURES = 4;
/** How long an attempt waits for its result, in milliseconds. */
const SOON = { timeout: 5000 };

export class GamePad {
  constructor(
    private readonly vscode: Workbench,
    private readonly screen: Frame,
    private readonly board: Frame,
  ) {}

  /** Holds a key until the machine has seen it, and releases it in the same way. */
  async press(key: string): Promise<void> {
    await this.hold(key, () => this.untilSeen());
  }

  /**
   * Moves the cursor along its file to a rank; back again if an arrow was held so long that it counted twice. A program
   * that goes on may give the focus away while a key is down: then it is pressed again.
   */
  async moveToRank(rank: number): Promise<void> {
    for (let presses = 0; presses < 12 && (await this.rank()) !== rank; presses++) {
      const from = await this.rank();
      const moves = (): Promise<void> => expect.poll(() => this.rank(), { ...SOON, interval: 20 }).not.toBe(from);
      await this.hold(rank > from ? 'ArrowUp' : 'ArrowDown', () => happens(moves()));
    }
    expect(await this.rank()).toBe(rank);
  }

  async cursor(): Promise<string> {
    return (await this.board.locator('[data-square].cursor').getAttribute('data-square')) ?? '';
  }

  private async hold(key: string, until: () => Promise<unknown>): Promise<void> {
    await this.screen.locator('canvas').focus();
    await this.vscode.page.keyboard.down(key);
    await until();
    await this.vscode.page.keyboard.up(key);
    await this.untilSeen();
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
