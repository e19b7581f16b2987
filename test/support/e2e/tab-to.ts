/** The focus, as the keyboard moves it. */
import type { Locator, Page } from 'playwright-core';

const MOST_PRESSES = 60;

/** Presses Tab until an element has the focus. */
export async function tabTo({ keyboard }: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}
