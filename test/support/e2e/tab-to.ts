/** The focus, as the keyboard moves it. */
import type { Locator, Page } from 'playwright-core';

const MOST_PRESSES = 60;

/**
 * Presses Tab until an element has focus. The element is looked up before each press, since its view may have been
 * reopened in the meantime.
 */
export async function tabTo({ keyboard }: Page, find: () => Promise<Locator>): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    if (await hasFocus(await find())) return;
    await keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

/** Whether an element has the focus; one whose page is just going away has not. */
async function hasFocus(target: Locator): Promise<boolean> {
  try {
    return await target.evaluate((element) => element === document.activeElement);
  } catch (error) {
    if (/detached|context was destroyed/i.test(String(error))) return false;
    throw error;
  }
}
