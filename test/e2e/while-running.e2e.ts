/**
 * F5 as soon as that is possible, and what one uses while a program runs, in real VS Code: live values, the picture as
 * a file, replaced code.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

/** Counts up. */
const PROGRAM = `        .zp counter
        .zp kept
start:  ld   [counter]
        adda 1
        st   [counter]
        bra  start
        nop
`;

const vscode = workbenchForTests({ files: { 'main.gtasm': PROGRAM } });
const debug = new Debugging(vscode);

async function saveAs(name: string): Promise<Buffer> {
  const path = join(vscode.folder, name);
  await vscode.quickInput.answerFileDialog('/project', path);
  await expect.poll(() => existsSync(path) && readFileSync(path).length > 0, PATIENCE).toBe(true);
  return readFileSync(path);
}

it('F5 works as soon as VS Code knows the language of the file, and need not wait for the extension', async () => {
  await vscode.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'main.gtasm' }).dblclick();
  await vscode.page.locator('#status\\.editor\\.mode', { hasText: 'Gigatron Assembly' }).waitFor();
  await debug.start();
});

describe('the view Live Watch', () => {
  const rows = (): Promise<string[]> =>
    vscode.page.locator('.pane', { hasText: 'Live Watch' }).locator('.monaco-list-row').allInnerTexts();
  const row = async (): Promise<string> => (await rows())[0] ?? '';

  it('updates values while the program runs', async () => {
    await vscode.runCommand('Gigatron: Watch Live');
    const input = vscode.page.locator('.quick-input-widget input');
    await input.waitFor();
    await input.fill('cycle,d');
    await vscode.quickInput.answers('cycle,d').first().waitFor();
    await vscode.page.keyboard.press('Enter');
    await expect.poll(row, PATIENCE).toMatch(/cycle,d\s*\d+/);
    const before = await row();
    await expect.poll(row, PATIENCE).not.toBe(before);
    await vscode.screenshot('live-watch');
  });

  it('says what is wrong with an expression, and offers names for it', async () => {
    await vscode.runCommand('Gigatron: Watch Live');
    const input = vscode.page.locator('.quick-input-widget input');
    await input.waitFor();
    await input.fill('kepd');
    await vscode.quickInput.answers('There is no symbol "kepd" (did you mean "kept"?).').waitFor();
    await input.fill('kep');
    await vscode.quickInput.answers('There is no symbol "kep"').waitFor();
    await vscode.page.keyboard.press('ArrowDown');
    await vscode.page.keyboard.press('Enter');
    await expect.poll(rows, PATIENCE).toContainEqual(expect.stringMatching(/kept\s*\$00 \(0\)/));
  });

  it('writes numbers as the user has chosen', async () => {
    // The row's label with its description: another choice has decimal numbers, too.
    await vscode.quickInput.choose('Decimal12', () => vscode.runCommand('Gigatron: Show Numbers As…'));
    await expect.poll(rows, PATIENCE).toContainEqual(expect.stringMatching(/kept\s*0$/));
  });
});

describe('a reload', () => {
  it('puts new code under the program, which keeps its RAM', async () => {
    await debug.pause();
    await debug.standsAt(/main\.gtasm/);
    await debug.evaluate('kept = 77');
    await vscode.writeLine('main.gtasm', 4, '        adda 2');
    await vscode.runCommand('Gigatron: Reload Source, Keep RAM');
    await expect.poll(() => readFileSync(join(vscode.folder, 'main.gtasm'), 'utf8'), PATIENCE).toContain('adda 2');
    await expect.poll(() => vscode.page.locator('.repl').innerText(), PATIENCE).toContain('Reloaded; RAM');
    await debug.standsAt(/main\.gtasm/);
    expect(await debug.evaluate('kept,d')).toBe('77');
  });
});

describe('the picture', () => {
  it('is saved as PNG, and recorded as WebM', async () => {
    await debug.press('Continue');
    const screen = await vscode.openViewTab('Screen', '[aria-label="Picture"]');
    await screen.getByRole('button', { name: 'Save picture' }).click();
    expect((await saveAs('screen.png')).subarray(1, 4).toString()).toBe('PNG');
    const record = screen.getByRole('button', { name: 'Record' });
    await record.click();
    const stop = screen.getByRole('button', { name: 'Stop recording' });
    await stop.waitFor();
    await stop.click();
    // EBML, of which WebM is a kind.
    expect((await saveAs('screen.webm')).subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  });
});
