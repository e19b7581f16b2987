/**
 * All views at the side bar's own width in a window of 1,280 × 800, in a dark, a light and a high-contrast theme: nothing
 * is cut off at the right. Pictures of all are in artifacts/e2e/.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, Workbench } from '#test/e2e/workbench.ts';

/** Views with what is in them once they show the program. */
const CONTENTS: Readonly<Record<string, string>> = {
  Screen: 'canvas[data-frames]',
  Board: '[data-square="e4"]',
  'Attack maps': '[data-map]',
  'Piece lists': '[data-index]',
  Game: '.state',
  Search: '.state',
  Bitboards: '.bar',
  Timing: '[data-check]',
  'Memory map': '[data-page="rom:0"]',
  Timeline: '[data-kind]',
};
const THEMES = { dark: 'Default Dark Modern', light: 'Default Light Modern', contrast: 'Default High Contrast' };

let vscode: Workbench;
let debug: Debugging;
beforeAll(async () => {
  vscode = await Workbench.open({ copyOf: 'engine-asm' });
  debug = new Debugging(vscode);
});
afterEach(({ task }) => vscode.pictureOfFailure(task));
afterAll(() => vscode.close());

it('show the engine at a stop', async () => {
  await vscode.page.setViewportSize({ width: 1280, height: 800 });
  await vscode.openFile('main-loop.gtasm');
  await debug.start();
  await vscode.openViews();
  const board = await vscode.view('Board');
  await expect
    .poll(() => board.locator('[data-fen]').getAttribute('data-fen'), PATIENCE)
    .toContain('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w');
  await vscode.page.keyboard.press('F6');
  await expect.poll(() => debug.isStopped(), PATIENCE).toBe(true);
});

describe.each(Object.entries(THEMES))('%s', (name, theme) => {
  it.each(Object.entries(CONTENTS))('%s', async (title, content) => {
    await vscode.changeSettings({ 'workbench.colorTheme': theme });
    await vscode.unfoldOnly(title);
    const frame = await vscode.frameWith(`main[aria-label="${title}"] ${content}`);
    await expect.poll(() => frame.locator(content).first().isVisible(), PATIENCE).toBe(true);
    await vscode.screenshot(`views-${name}-${title.toLowerCase().replace(' ', '-')}`);
    const cut = await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(cut).toBe(0);
  });
});
