/**
 * The layout of a session: at a breakpoint in the search, one window shows source, variables, call stack, the whole
 * board and the whole picture, without a click and without scrolling.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

/** As a user finds VS Code: no setting of ours, and none of those that other tests need. */
const FRESH = { 'gigatron.views.place': undefined, 'debug.internalConsoleOptions': undefined };
const SIZES = [
  { width: 1280, height: 800, views: ['Screen', 'Board'] },
  { width: 1600, height: 1000, views: ['Screen', 'Board', 'Search'] },
] as const;
const THEMES = ['Default Light Modern', 'Default Dark Modern', 'Default High Contrast'];

/** Where a search enters a child. */
const FILE = 'enter-child.gtasm';
const LINE =
  1 +
  readFileSync(join(import.meta.dirname, '../../engine-asm/search', FILE), 'utf8')
    .split('\n')
    .findIndex((text) => /^\s+suba\s+\[deepest\]/.test(text));

/** What shows most of a view: the picture, the board, the nodes ply by ply. */
const CONTENT = { Screen: 'canvas', Board: '.board', Search: 'table' } as const;
/** What VS Code shows of a stop. */
const PARTS = ['.debug-variables', '.debug-call-stack', '.debug-top-stack-frame-line'];

const groups = (): Locator => vscode.page.locator('.editor-group-container');

/** Whether an element is wholly inside the window, and larger than a mark. */
async function isInSight(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const size = vscode.page.viewportSize();
  if (box === null || size === null) return false;
  return (
    box.width > 50 && box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height
  );
}

/** Whether the content of a view is wholly inside the view, and the view inside the window. */
async function isViewInSight(title: keyof typeof CONTENT): Promise<boolean> {
  const content = (await vscode.view(title)).locator(CONTENT[title]).first();
  const inside = await content.evaluate((element) => {
    const { top, left, bottom, right, width } = element.getBoundingClientRect();
    return width > 100 && top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
  });
  return inside && (await isInSight(content));
}

const vscode = workbenchForTests({ copyOf: 'engine-asm' }, FRESH);
const debug = new Debugging(vscode);

describe.each(SIZES)('$width × $height', ({ width, height, views }) => {
  beforeAll(() => vscode.page.setViewportSize({ width, height }));

  const showsViews = async (): Promise<void> => {
    for (const view of views) await expect.poll(() => isViewInSight(view), PATIENCE).toBe(true);
  };

  it('shows picture and board while the program runs', async () => {
    await vscode.openFile(FILE);
    await debug.setBreakpoint(LINE);
    await debug.start();
    await showsViews();
    await vscode.screenshot(`layout-running-${width}`);
  });

  it('shows source, variables and call stack as well at a breakpoint in the search, in every theme', async () => {
    await (await vscode.view('Screen')).locator('canvas').click();
    await vscode.page.keyboard.type('a2a4', { delay: 200 });
    await expect.poll(() => debug.isStopped(), PATIENCE).toBe(true);
    await showsViews();
    for (const part of PARTS)
      await expect.poll(() => isInSight(vscode.page.locator(part).first()), PATIENCE).toBe(true);
    for (const theme of THEMES) {
      await vscode.changeSettings({ ...FRESH, 'workbench.colorTheme': theme });
      await vscode.screenshot(`layout-stopped-${width}-${theme.replaceAll(' ', '-')}`);
    }
  });

  it('keeps it when the program goes on and is paused', async () => {
    await debug.clickBreakpointAway(FILE, LINE);
    await debug.press('Continue');
    await debug.pause();
    await showsViews();
    // Not the handler, which the program is in at most pauses.
    const shown = groups().locator('.tab.active').first();
    await expect
      .poll(() => shown.getAttribute('data-resource-name'), PATIENCE)
      .not.toMatch(/^(video|search-lines|edge-lines|dark-lines|file-lines|player-lines)/);
    await vscode.screenshot(`layout-paused-${width}`);
  });

  it('has the views again after the window was reloaded, and no group is left when they are closed', async () => {
    await debug.stop();
    await vscode.page.reload();
    for (const view of views) {
      const start = (await vscode.view(view)).getByRole('button', { name: 'Start debugging' });
      await expect.poll(() => start.isVisible(), PATIENCE).toBe(true);
    }
    await vscode.runCommand('View: Close All Editors');
    await expect.poll(() => groups().count(), PATIENCE).toBe(1);
    // The group that is left may be one that was locked for the views; a source opens in it all the same.
    await expect.poll(() => groups().locator('.codicon-lock').count(), PATIENCE).toBe(0);
  });
});

it("leaves the user's own groups of editors alone", async () => {
  await vscode.openFile(FILE);
  await vscode.page.keyboard.press('Control+\\');
  await expect.poll(() => groups().count(), PATIENCE).toBe(2);
  await debug.start();
  await vscode.view('Screen');
  expect(await groups().count()).toBe(2);
  expect(await groups().locator('.tab', { hasText: 'Screen' }).count()).toBe(0);
});
