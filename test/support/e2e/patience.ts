/** How long the end-to-end tests wait for what VS Code does. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** For how many milliseconds a page is waited for: on a slow machine, VS Code takes many seconds for a click. */
const PATIENT = 60_000;
/** The same after a failure, when what is waited for may never come. */
const IMPATIENT = 5000;

/** How long a test waits for something, in milliseconds. */
export const PATIENCE = { timeout: PATIENT, interval: 100 };

/** Whether something comes about in time. */
export function happens(event: Promise<unknown>): Promise<boolean> {
  return event.then(
    () => true,
    () => false,
  );
}

/** Does something again until what it leads to is seen: VS Code loses a click, or is not ready yet. */
export async function untilSeen(act: () => Promise<unknown>, target: Locator): Promise<void> {
  const attempt = async (): Promise<boolean> => {
    await act();
    return happens(target.first().waitFor({ timeout: 10_000 }));
  };
  await expect.poll(attempt, PATIENCE).toBe(true);
}

/** Sets how long a page is waited for from now on. */
export function bePatient(page: Page, isPatient: boolean): void {
  PATIENCE.timeout = isPatient ? PATIENT : IMPATIENT;
  page.setDefaultTimeout(PATIENCE.timeout);
}
