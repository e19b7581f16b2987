/** States of the machine in real VS Code: saving to a file, comparing by names, loading, branching off. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, Workbench } from '#test/e2e/workbench.ts';

let vscode: Workbench;
let debug: Debugging;
/** Where the state was saved, according to the call stack. */
let place = '';
beforeAll(async () => {
  vscode = await Workbench.open({ copyOf: 'samples/time-check' });
  debug = new Debugging(vscode);
});
afterEach(({ task }) => vscode.pictureOfFailure(task));
afterAll(() => vscode.close());

const answerDialog = (name: string): Promise<void> =>
  vscode.quickInput.answerFileDialog('/project', join(vscode.folder, name));

const stopsAt = (): Promise<string> => debug.place();

it('are saved to a file', async () => {
  const text = readFileSync(join(vscode.folder, 'main.gtasm'), 'utf8');
  const line = text.split('\n').findIndex((each) => each.startsWith('nextNumber:')) + 1;
  await vscode.openFile('main.gtasm');
  await vscode.goTo(line);
  await debug.clickGutter(line);
  await debug.start();
  await expect.poll(stopsAt, PATIENCE).not.toBe('');
  place = await stopsAt();
  await vscode.runCommand('Gigatron: Save State of the Machine');
  await answerDialog('one.gtstate');
  await expect.poll(() => existsSync(join(vscode.folder, 'one.gtstate')), PATIENCE).toBe(true);
  expect(readFileSync(join(vscode.folder, 'one.gtstate'), 'utf8')).toContain('"format": "gigatron-state"');
});

it('are compared by the names of what differs', async () => {
  await debug.press('Continue');
  await expect.poll(stopsAt, PATIENCE).not.toBe('');
  await debug.press('Step Over');
  await expect.poll(stopsAt, PATIENCE).not.toBe(place);
  await vscode.runCommand('Gigatron: Compare States of the Machine');
  await answerDialog('one.gtstate');
  await vscode.quickInput.answers('The program as it is now').click();
  await vscode.page.locator('.tab', { hasText: 'one.gtstate ↔ now' }).waitFor();
  const shown = async (): Promise<string> =>
    (await vscode.page.locator('.monaco-diff-editor .editor.modified .view-line').allInnerTexts())
      .join('\n')
      .replaceAll('\u00a0', ' ');
  for (const text of ['; Registers', '; Zero page', 'prime = $03 (3)'])
    await expect.poll(shown, PATIENCE).toContain(text);
  await vscode.screenshot('states-compared');
});

it('are loaded', async () => {
  await vscode.runCommand('Gigatron: Load State of the Machine');
  await answerDialog('one.gtstate');
  await expect.poll(stopsAt, PATIENCE).toBe(place);
});

it('are where another session branches off, beside the first', async () => {
  await vscode.runCommand('Gigatron: Branch Off from Here');
  const sessions = vscode.page.locator('.debug-call-stack .monaco-list-row .session');
  await expect.poll(() => sessions.count(), PATIENCE).toBe(2);
  await sessions.filter({ hasText: /from cycle \d+/ }).waitFor();
  await vscode.screenshot('states-branched');
});
