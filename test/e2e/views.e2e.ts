/**
 * All views at the side bar's default width in a window of 1,280 × 800, in a dark, a light and a high-contrast theme:
 * nothing is cut off at the right. The engine is in the middle of a game and of a search. The pictures are in
 * artifacts/e2e/.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

/** Views, each with something that it contains once it shows the program. */
const CONTENTS: Readonly<Record<string, string>> = {
  Screen: 'canvas[data-frames]',
  Board: '[data-square="e4"]',
  'Attack maps': '[data-map]',
  'Piece lists': '[data-index]',
  Game: 'tr[aria-current]',
  Search: '.line button',
  Bitboards: '.bar',
  Timing: '[data-check]',
  'Memory map': '[data-page="rom:0"]',
  Timeline: '[data-kind]',
};
const THEMES = { dark: 'Default Dark Modern', light: 'Default Light Modern', contrast: 'Default High Contrast' };

const vscode = workbenchForTests({ copyOf: 'engine-asm' });
const debug = new Debugging(vscode);

/** Where a search enters a child: every table is whole, and the node above is kept. */
const FILE = 'enter-child.gtasm';
const LINE = 1 + lines(`search/${FILE}`).findIndex((text) => /^\s+suba\s+\[deepest\]/.test(text));

it('show the engine in its search', async () => {
  await vscode.page.setViewportSize({ width: 1280, height: 800 });
  await vscode.openFile(FILE);
  await vscode.goTo(LINE);
  await debug.start();
  await vscode.openViews();
  const fen = (): Promise<string | null> => board.locator('[data-fen]').getAttribute('data-fen');
  const board = await vscode.view('Board');
  await expect.poll(fen, PATIENCE).toContain('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w');
  await (await vscode.view('Screen')).locator('canvas').focus();
  // For two persons; moves that no book knows, the level that thinks until a button, and the machine plays white.
  await vscode.page.keyboard.type('pe2e4');
  await expect.poll(fen, PATIENCE).toContain('4P3/8/PPPP1PPP');
  await vscode.page.keyboard.type('h7h69m');
  const search = await vscode.view('Search');
  await expect.poll(() => search.locator('.state').textContent(), PATIENCE).toMatch(/^depth [3-9]/);
  await debug.clickGutter(LINE);
  await expect.poll(() => debug.place(), PATIENCE).toBe(`${FILE}:${LINE}`);
  await vscode.openContainer('Gigatron');
  await vscode.unfoldOnly('Search');
  await search.locator('.line button').first().click();
  await expect.poll(() => search.locator('.line-board').isVisible(), PATIENCE).toBe(true);
});

describe.each(Object.entries(THEMES))('%s', (name, theme) => {
  it.each(Object.entries(CONTENTS))('%s', async (title, content) => {
    await vscode.changeSettings({ 'workbench.colorTheme': theme });
    await vscode.unfoldOnly(title);
    const frame = await vscode.frameWith(`main[aria-label="${title}"] ${content}`);
    await expect.poll(() => frame.locator(content).first().isVisible(), PATIENCE).toBe(true);
    await vscode.screenshot(`views-${name}-${title.toLowerCase().replace(' ', '-')}`);
    expect(await frame.evaluate(scrolledAside)).toEqual([]);
  });
});

/** The elements of a page whose content is wider than they are. */
function scrolledAside(): string[] {
  return [...document.querySelectorAll('*')]
    .filter((each) => each === document.documentElement || getComputedStyle(each).overflowX !== 'visible')
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
    .map(({ tagName, className }) => `${tagName} ${String(className)}`);
}

function lines(source: string): string[] {
  return readFileSync(join(import.meta.dirname, '../../engine-asm', source), 'utf8').split('\n');
}
