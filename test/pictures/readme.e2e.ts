/**
 * The README's pictures and their smaller packed forms: the engine at a breakpoint, the screen while it thinks, a finding
 * with its path. Also parts of them for the pages of the package.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';
import { writePacked } from '#test/pictures/packed.ts';
import { projectText, PROJECT } from '#test/project.ts';

const FOLDER = join(PROJECT, 'docs/pictures');
/** Where the engine stops: a search enters a child, and all tables are consistent. */
const FILE = 'enter-child.gtasm';
const SETTINGS = {
  'workbench.activityBar.location': 'default',
  'workbench.layoutControl.enabled': false,
  'window.commandCenter': false,
  'breadcrumbs.enabled': false,
  // As a user finds VS Code.
  'gigatron.views.place': undefined,
  'debug.internalConsoleOptions': undefined,
};
const PATIENTLY = { ...PATIENCE, timeout: 120_000 };

const vscode = workbenchForTests({ copyOf: 'engine-asm' }, SETTINGS);
const debug = new Debugging(vscode);
beforeAll(async () => {
  mkdirSync(join(FOLDER, 'packed'), { recursive: true });
  await vscode.page.setViewportSize({ width: 1500, height: 940 });
});

/** The line at which the engine stops: the node has been saved, the child has its ply. */
const LINE = lineIn(`search/${FILE}`, /^\.bounds:/) + 1;

async function picture(name: string): Promise<void> {
  // Nothing shows a tooltip there.
  await vscode.page.mouse.move(900, 932);
  const file = join(FOLDER, `${name}.png`);
  await vscode.page.screenshot({ path: file });
  await writePacked(vscode.page.context(), file, join(FOLDER, 'packed', `${name}.webp`));
}

/** Cuts the upper left part of an element out of a picture of the window. */
async function part(
  name: string,
  window: string,
  element: Locator,
  most: { width: number; height: number },
): Promise<void> {
  const { x, y, width, height } = (await element.boundingBox())!;
  const box = { x, y, width: Math.min(width, most.width), height: Math.min(height, most.height) };
  await writePacked(vscode.page.context(), join(FOLDER, `${window}.png`), join(FOLDER, `${name}.webp`), box);
}

it('the engine at a breakpoint, with variables, call stack, screen, board and search', async () => {
  await vscode.openFile(FILE);
  await vscode.goTo(LINE);
  await debug.start();
  await vscode.view('Search');
  await (await vscode.view('Screen')).locator('canvas').focus();
  await vscode.page.keyboard.type('e2e3', { delay: 100 });
  const search = await vscode.view('Search');
  await expect.poll(() => search.locator('main').innerText(), PATIENTLY).toMatch(/depth [4-9]/);
  await vscode.page.locator('.editor-instance .margin .line-numbers', { hasText: new RegExp(`^${LINE}$`) }).waitFor();
  await debug.clickGutter(LINE);
  await expect.poll(() => debug.place(), PATIENTLY).toBe(`${FILE}:${LINE}`);
  await expect.poll(() => debug.variables(), PATIENTLY).toHaveProperty('lineCycle');
  await (await vscode.view('Board')).locator('[data-square="g8"]').click();
  await picture('breakpoint');
  const groups = vscode.page.locator('.editor-group-container');
  await part('views', 'breakpoint', groups.filter({ hasText: 'Board' }).first(), { width: 420, height: 480 });
  await part('debugger', 'breakpoint', vscode.page.locator('.editor-instance').first(), { width: 500, height: 420 });
});

it('the screen while the engine thinks', async () => {
  await debug.clickBreakpointAway(FILE, LINE);
  await vscode.changeSettings({ ...SETTINGS, 'workbench.colorTheme': 'Default Dark Modern' });
  await vscode.runCommand('View: Toggle Primary Side Bar Visibility');
  const state = (await vscode.view('Search')).locator('.state');
  const before = await state.innerText();
  await debug.press('Continue');
  await expect.poll(() => state.innerText(), PATIENTLY).not.toBe(before);
  // The first speed is that of no time at all.
  await vscode.page.locator('.statusbar-item', { hasText: /(?<!0\.00)×/ }).waitFor();
  await expect.poll(() => state.innerText(), PATIENTLY).toMatch(/at ply [2-9]/);
  await picture('thinking');
  await debug.stop();
  await vscode.changeSettings(SETTINGS);
  await vscode.runCommand('View: Close All Editors');
});

it('a finding with its path', async () => {
  await vscode.openContainer('Explorer');
  await vscode.widenSideBar(240);
  await vscode.openFile('player-lines.gtasm');
  await vscode.goTo(lineIn('machine/player-lines.gtasm', /^\.lastRow:/) + 1);
  await vscode.page.keyboard.press('End');
  await vscode.page.keyboard.press('Enter');
  await vscode.page.keyboard.insertText('nop');
  await expect.poll(() => vscode.problems(), PATIENTLY).toContainEqual(expect.stringContaining('GT0810'));
  await picture('finding');
  await part('editing', 'finding', vscode.page.locator('.markers-panel .monaco-list'), { width: 700, height: 200 });
});

/** The first line of an engine's source that matches, from 1. */
function lineIn(source: string, pattern: RegExp): number {
  const lines = projectText('engine-asm', source).split('\n');
  return lines.findIndex((text) => pattern.test(text)) + 1;
}
