/** How long the end-to-end tests wait for what VS Code does. */
import type { Page } from 'playwright-core';

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

/** Sets how long a page is waited for from now on. */
export function bePatient(page: Page, isPatient: boolean): void {
  PATIENCE.timeout = isPatient ? PATIENT : IMPATIENT;
  page.setDefaultTimeout(PATIENCE.timeout);
}
