/** The context menu that is open in VS Code. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE, type Workbench } from './workbench.ts';

export function menuEntry({ page }: Workbench, title: string): Locator {
  return page.locator('.monaco-menu .action-item', { hasText: title });
}

/** Chooses an entry; resolves when the menu is closed. How long the menu may take to open can be said. */
export async function chooseEntry(
  vscode: Workbench,
  title: string,
  opens: { timeout: number } = PATIENCE,
): Promise<void> {
  const entry = menuEntry(vscode, title);
  await entry.waitFor({ timeout: opens.timeout });
  // A menu that is just opening does not take a click.
  const isChosen = async (): Promise<boolean> => {
    await entry.click({ timeout: 1000 }).catch(() => undefined);
    return entry.isHidden();
  };
  await expect.poll(isChosen, PATIENCE).toBe(true);
}
