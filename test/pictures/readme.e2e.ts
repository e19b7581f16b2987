/** The README's pictures: the engine at a breakpoint, a finding with its path, the screen while it thinks. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, Workbench } from '#test/e2e/workbench.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'pictures');
const FILE = 'attack-maps.gtasm';
const SETTINGS = {
  'workbench.activityBar.location': 'default',
  'workbench.layoutControl.enabled': false,
  'window.commandCenter': false,
  'breadcrumbs.enabled': false,
};
const PATIENTLY = { ...PATIENCE, timeout: 120_000 };

let vscode: Workbench;
let debug: Debugging;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  vscode = await Workbench.open({ copyOf: 'engine-asm' }, SETTINGS);
  await vscode.page.setViewportSize({ width: 1360, height: 850 });
  debug = new Debugging(vscode);
});
afterAll(() => vscode.close());

/** Keeps a picture of the window. */
async function picture(name: string): Promise<void> {
  // The pointer rests where nothing shows a tooltip.
  await vscode.page.mouse.move(700, 5);
  await vscode.page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

/** The line in the code of the attack maps at which the engine stops. */
function lineOfBreakpoint(): number {
  const lines = readFileSync(join(vscode.folder, 'tables', FILE), 'utf8').split('\n');
  return lines.findIndex((text) => /ora\s+\[bit\]/.test(text)) + 1;
}

it('the engine at a breakpoint, with board, attack maps and piece lists', async () => {
  await vscode.openFile(FILE);
  const line = lineOfBreakpoint();
  await vscode.goTo(line);
  await vscode.page.locator('.editor-instance .margin .line-numbers', { hasText: new RegExp(`^${line}$`) }).waitFor();
  await debug.clickGutter(line);
  await debug.start();
  await expect.poll(() => debug.place(), PATIENTLY).toBe(`${FILE}:${line}`);
  await vscode.openViews();
  await vscode.widenSideBar(640);
  for (const title of ['Screen', 'Game']) await vscode.toggleView(title);
  const board = await vscode.view('Board');
  await board.locator('[data-square="g1"]').click();
  await picture('breakpoint');
});

it('the screen while the engine thinks', async () => {
  await debug.clickBreakpointAway(FILE, lineOfBreakpoint());
  await debug.press('Continue');
  await vscode.openContainer('Gigatron');
  for (const title of ['Screen', 'Attack maps', 'Piece lists']) await vscode.toggleView(title);
  await debug.evaluate('command = COMMAND_SEARCH');
  await vscode.page.waitForTimeout(3000);
  await picture('thinking');
  await debug.stop();
});

it('a finding with its path', async () => {
  await vscode.openContainer('Explorer');
  await vscode.widenSideBar(240);
  await vscode.openFile('repetition.gtasm');
  const line = readFileSync(join(vscode.folder, 'game/repetition.gtasm'), 'utf8')
    .split('\n')
    .findIndex((text) => /^\s+adda\s+1\b/.test(text));
  await vscode.goTo(line + 1, 9);
  await vscode.page.keyboard.press('End');
  await vscode.page.keyboard.press('Enter');
  await vscode.page.keyboard.insertText('        nop');
  await expect.poll(() => vscode.problems(), PATIENTLY).toContainEqual(expect.stringContaining('GT08'));
  await picture('finding');
});
