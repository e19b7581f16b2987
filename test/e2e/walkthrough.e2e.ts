/** The walkthrough as a beginner goes through it: each button does what it says, and finished steps are ticked. */
import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

/** A line of the game template that executes in each frame. */
const IN_FRAME = 101;

/** The steps, each with some words from the text beside it. */
const TEXTS = {
  'Make a project': 'The video handler is included',
  'Run it': 'assembles it and runs it',
  'See what RAM means': 'decode RAM',
  'Test it': 'begins in the middle',
  'Stop, look, and step back': 'takes back the last step',
} as const;

const vscode = workbenchForTests({ files: { 'notes.txt': 'A folder with something else in it.\n' } });
const debug = new Debugging(vscode);

async function openWalkthrough(): Promise<void> {
  await vscode.runCommand('Welcome: Open Walkthrough...');
  await vscode.quickInput.answers('Gigatron assembly').first().click();
  await step('Make a project').waitFor();
}

async function isShown(words: string): Promise<boolean> {
  const texts = vscode.page.frames().map((frame) => frame.evaluate(() => document.body.innerText).catch(() => ''));
  return (await Promise.all(texts)).some((text) => text.includes(words));
}

function step(title: string): Locator {
  return vscode.page.locator('.getting-started-step', { has: vscode.page.locator('h3', { hasText: title }) });
}

/** Opens a step of the walkthrough and takes a picture of it. */
async function openStep(title: keyof typeof TEXTS, picture: string): Promise<void> {
  await openWalkthrough();
  if ((await step(title).getAttribute('class'))?.includes('expanded') !== true) await step(title).click();
  await expect.poll(() => step(title).getAttribute('class'), PATIENCE).toContain('expanded');
  await expect.poll(() => isShown(TEXTS[title]), PATIENCE).toBe(true);
  await vscode.screenshot(`walkthrough-${picture}`);
}

async function press(title: string, button: string): Promise<void> {
  await step(title).locator('.monaco-button', { hasText: button }).click();
}

/** Whether a step has its tick. */
function isTicked(title: string): Promise<boolean> {
  return step(title).locator('.codicon-getting-started-step-checked').isVisible();
}

describe('the walkthrough', () => {
  it('makes a project', async () => {
    await openStep('Make a project', '1-project');
    await press('Make a project', 'New Project');
    await vscode.quickInput.answers('Game').first().click();
    const here = vscode.page.locator('.quick-input-widget .monaco-button', { hasText: 'Make Project Here' });
    await vscode.acceptProject(() => here.click());
    const made = readFileSync(join(dirname(vscode.folder), 'hello-gigatron', 'main.gtasm'), 'utf8');
    expect(made.split('\n')[IN_FRAME - 1]).toContain('[frameCount]');
  });

  it('runs it', async () => {
    await openStep('Run it', '2-run');
    expect(await isTicked('Make a project')).toBe(true);
    await press('Run it', 'Assemble and Run');
    await vscode.picture(30);
  });

  it('opens the views', async () => {
    await vscode.openContainer('Explorer');
    await openStep('See what RAM means', '3-views');
    expect(await isTicked('Run it')).toBe(true);
    await press('See what RAM means', 'Open the views');
    await vscode.page.locator('.sidebar .composite.title .title-label h2', { hasText: /gigatron/i }).waitFor();
    await debug.stop();
  });

  it('runs the tests', async () => {
    await openStep('Test it', '4-test');
    await press('Test it', 'Run all tests');
    await vscode.openFile('main.gtasm');
    await vscode.goTo(143);
    await vscode.page.locator('.testing-run-glyph.codicon-testing-passed-icon').first().waitFor();
  });

  it('ends with a breakpoint, a step and a step back', async () => {
    await openStep('Stop, look, and step back', '5-stop');
    await vscode.openFile('main.gtasm');
    await debug.setBreakpoint(IN_FRAME);
    await debug.start();
    await debug.standsAt(`main.gtasm:${IN_FRAME}`);
    await debug.press('Step Over');
    await debug.standsAt(`main.gtasm:${IN_FRAME + 1}`);
    await debug.press('Step Back');
    await debug.standsAt(`main.gtasm:${IN_FRAME}`);
    // The variables of the present place are shown, not those requested on the way.
    await vscode.row('.debug-variables', 'Registers').first().waitFor();
    await vscode.screenshot('walkthrough-6-stepped-back');
    await debug.stop();
  });

  it('has ticked every step', async () => {
    await openWalkthrough();
    for (const title of Object.keys(TEXTS)) await expect.poll(() => isTicked(title), PATIENCE).toBe(true);
    await vscode.screenshot('walkthrough-7-done');
  });
});
