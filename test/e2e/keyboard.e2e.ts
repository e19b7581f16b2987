/** A whole session by the keyboard: a new project, an edit, a game, a breakpoint, a square, a step back, a test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { tabTo } from '#test/e2e/tab-to.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

/** A board for the Board view: what RAM holds there means nothing, but every square can be looked at. */
const BOARD = [
  '.squares a1=29 file=1 rank=10',
  '.pieces empty=0 guard=$80 black=1',
  '.column board, 8..127 at $ff index=square element=piece',
];

const vscode = workbenchForTests({ files: { 'notes.txt': 'A folder with something else in it.\n' } });
const debug = new Debugging(vscode);

const MAIN = '../hello-gigatron/main.gtasm';
const press = (key: string): Promise<void> => vscode.page.keyboard.press(key);
const command = (title: string): Promise<void> => vscode.quickInput.enter(`>${title}`, title);

it('makes a project', async () => {
  await command('Gigatron: New Project');
  await vscode.quickInput.answers('Game').waitFor();
  await vscode.page.keyboard.type('Game');
  await vscode.quickInput.answers('Picture').waitFor({ state: 'detached' });
  await press('Enter');
  await vscode.acceptProject();
});

it('edits it', async () => {
  await vscode.goTo(vscode.lineOf(MAIN, /\.zp lastFrame/));
  await press('End');
  for (const line of BOARD) {
    await press('Enter');
    await vscode.page.keyboard.insertText(line);
  }
  await press('Control+s');
  await expect.poll(() => readFileSync(join(vscode.folder, MAIN), 'utf8'), PATIENCE).toContain(BOARD[2]);
  await expect.poll(() => vscode.problems(), PATIENCE).toEqual([]);
  await vscode.openFile('main.gtasm');
});

it('plays', async () => {
  await debug.start();
  await command('Gigatron: Focus on Screen View');
  await tabTo(vscode.page, async () => (await vscode.view('Screen')).locator('canvas'));
  const canvas = await vscode.picture(30);
  const picture = (): Promise<string> => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
  const before = await picture();
  await vscode.page.keyboard.down('ArrowLeft');
  await expect.poll(picture, PATIENCE).not.toBe(before);
  await vscode.page.keyboard.up('ArrowLeft');
});

it('stops at a breakpoint', async () => {
  const line = vscode.lineOf(MAIN, /suba \[lastFrame\]/);
  await vscode.openFile('main.gtasm');
  await vscode.goTo(line);
  await press('F9');
  await debug.standsAt(`main.gtasm:${line}`);
});

it('inspects a square', async () => {
  await command('Gigatron: Focus on Board View');
  // On a busy machine, the extension reopens a view whose page has not reported in time.
  await tabTo(vscode.page, async () => (await vscode.view('Board')).locator('.board [tabindex="0"]'));
  const board = (await vscode.view('Board')).locator('.board');
  await press('Home');
  await press('Enter');
  const selected = board.locator('[aria-selected=true]');
  await selected.waitFor();
  expect(await selected.getAttribute('aria-label')).toContain(await selected.getAttribute('data-square'));
  await vscode.screenshot('keyboard-square');
});

it('steps, and steps back', async () => {
  await press('Control+Shift+d');
  await debug.standsAt(/\d$/);
  const place = await debug.place();
  await vscode.openFile('main.gtasm');
  await press('F10');
  await debug.standsAt(/:\d+$/);
  await expect.poll(() => debug.place(), PATIENCE).not.toBe(place);
  await vscode.page.locator('.debug-top-stack-frame-line').first().waitFor();
  await press('Shift+Alt+F10');
  await debug.standsAt(place);
  await press('Shift+F5');
  await vscode.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
});

it('tests', async () => {
  await vscode.openFile('main.gtasm');
  await command('Test: Run All Tests');
  await command('Testing: Focus on Test Explorer View');
  const passed = vscode.page.locator('.test-explorer .codicon-testing-passed-icon');
  await passed.first().waitFor();
  expect(await vscode.page.locator('.test-explorer .codicon-testing-failed-icon').count()).toBe(0);
  await vscode.screenshot('keyboard-tested');
});
