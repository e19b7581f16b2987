/**
 * Measuring in real VS Code: heat and coverage in the gutter, the profile in VS Code's own viewer, the timeline; and
 * states of the machine: saving to a file, comparing by names, loading, branching off.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

const vscode = workbenchForTests({ copyOf: 'samples/time-check' });
const debug = new Debugging(vscode);

describe('Measure', () => {
  it('shows the heat of a stretch in the gutter', async () => {
    await vscode.openFile('main.gtasm');
    const line = vscode.lineOf('main.gtasm', /nextNumber:/);
    await debug.setBreakpoint(line);
    await debug.start();
    await expect.poll(() => debug.isStopped(), PATIENCE).toBe(true);
    await expect
      .poll(() => vscode.page.locator('.statusbar-item', { hasText: /line \d+ cycle \d+/ }).count(), PATIENCE)
      .toBe(1);
    await vscode.runCommand('Gigatron: Measure (Profile and Coverage)');
    await vscode.quickInput.answers('The whole run').waitFor();
    // The program has no search.
    expect(await vscode.quickInput.answers('').allTextContents()).toHaveLength(2);
    await vscode.quickInput.answers('The whole run').click();
    await vscode.page.locator('.notification-toast', { hasText: /Measured [\d,]+ cycles; video handler/ }).waitFor();
    const marks = vscode.page.locator('.editor-instance .glyph-margin-widgets [class*="TextEditorDecorationType"]');
    await expect.poll(() => marks.count(), PATIENCE).toBeGreaterThan(0);
    await vscode.screenshot('measured-heat');
  });

  it('opens the profile in the viewer', async () => {
    await vscode.runCommand('Gigatron: Open Measured Profile');
    await vscode.page.locator('.tabs-container .tab', { hasText: '.cpuprofile' }).waitFor();
    await vscode.frameWith('text=Self Time');
    await vscode.screenshot('measured-profile');
  });

  it('shows coverage instead', async () => {
    await vscode.openFile('main.gtasm');
    await vscode.runCommand('Gigatron: Show Measured Coverage');
    await vscode.goTo(vscode.lineOf('main.gtasm', /nextNumber:/));
    await vscode.screenshot('measured-coverage');
  });
});

describe('Timing and Memory map', () => {
  it('open as editor tabs, and show the last frame at a stop', async () => {
    for (const [title, content] of [
      ['Timing', '[data-check]'],
      ['Memory map', '[data-page="rom:0"]'],
    ] as const) {
      await vscode.openViewTab(title, content);
      await vscode.screenshot(`instruments-${title.toLowerCase().replace(' ', '-')}`);
    }
  });
});

describe('Timeline', () => {
  it('goes to a place in time by a click, by keys and by a mark', async () => {
    const view = await vscode.openViewTab('Timeline', '[data-kind="stop"]');
    const strip = view.locator('[role=slider]');
    const now = async (): Promise<number> => Number(await strip.getAttribute('aria-valuenow'));
    const end = await now();
    const box = await strip.boundingBox();
    if (box === null) throw new Error('the strip is not seen');
    await strip.click({ position: { x: box.width / 2, y: box.height / 2 } });
    await expect.poll(now, PATIENCE).toBeLessThan(end * 0.6);
    const middle = await now();
    expect(middle).toBeGreaterThan(end * 0.4);
    await vscode.screenshot('timeline');
    await strip.press('ArrowLeft');
    await expect.poll(now, PATIENCE).toBe(middle - 104_200);
    await strip.press('End');
    await expect.poll(now, PATIENCE).toBe(end);
    await strip.press('Home');
    await expect.poll(now, PATIENCE).toBe(0);
    await view.locator(`[data-kind="stop"][data-cycle="${end}"]`).first().click();
    await expect.poll(now, PATIENCE).toBe(end);
  });

  it('is dragged', async () => {
    const view = await vscode.frameWith('[role=slider]');
    const strip = view.locator('[role=slider]');
    const box = await strip.boundingBox();
    if (box === null) throw new Error('the strip is not seen');
    const at = (share: number): [number, number] => [box.x + box.width * share, box.y + box.height / 2];
    await vscode.page.mouse.move(...at(0.9));
    await vscode.page.mouse.down();
    await vscode.page.mouse.move(...at(0.25), { steps: 12 });
    await vscode.page.mouse.up();
    const now = async (): Promise<number> =>
      Number(await strip.getAttribute('aria-valuenow')) / Number(await strip.getAttribute('aria-valuemax'));
    await expect.poll(now, PATIENCE).toBeCloseTo(0.25, 1);
  });
});

describe('states of the machine', () => {
  /** Where the state was saved, according to the call stack. */
  let place = '';
  const answerDialog = (name: string): Promise<void> =>
    vscode.quickInput.answerFileDialog('/project', join(vscode.folder, name));

  it('are saved to a file', async () => {
    await debug.stop();
    await vscode.openFile('main.gtasm');
    await debug.start();
    await debug.standsAt(/./);
    place = await debug.place();
    await vscode.runCommand('Gigatron: Save State of the Machine');
    await answerDialog('one.gtstate');
    await expect.poll(() => existsSync(join(vscode.folder, 'one.gtstate')), PATIENCE).toBe(true);
    expect(readFileSync(join(vscode.folder, 'one.gtstate'), 'utf8')).toContain('"format": "gigatron-state"');
  });

  it('are compared by the names of what differs', async () => {
    await debug.press('Continue');
    await debug.standsAt(/./);
    await debug.press('Step Over');
    await expect.poll(() => debug.place(), PATIENCE).not.toBe(place);
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
    await debug.standsAt(place);
  });

  it('are where another session branches off, beside the first', async () => {
    await vscode.runCommand('Gigatron: Branch Off from Here');
    const sessions = vscode.page.locator('.debug-call-stack .monaco-list-row .session');
    await expect.poll(() => sessions.count(), PATIENCE).toBe(2);
    await sessions.filter({ hasText: /from cycle \d+/ }).waitFor();
    await vscode.screenshot('states-branched');
    // The first one is still chosen, so the views show where that goes.
    const timeline = await vscode.openViewTab('Timeline', '[data-kind]');
    await debug.expand('Registers');
    const before = (await debug.variables())['cycle'];
    await debug.press('Step Over');
    await expect.poll(async () => (await debug.variables())['cycle'], PATIENCE).not.toBe(before);
    const cycle = Number((await debug.variables())['cycle']).toLocaleString('en');
    await expect.poll(() => timeline.locator('main').innerText(), PATIENCE).toContain(`cycle ${cycle},`);
  });
});
