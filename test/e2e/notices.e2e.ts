/**
 * What VS Code shows while the user waits, when it runs a program without its unsaved changes, and if a program cannot
 * run: one clear message, where the user looks, in the dialog that VS Code shows for a launch.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';
import { PROJECT } from '#test/project.ts';

/** Counts in a loop of five cycles. */
const PROGRAM = `        .zp inner
start:  ld   [inner]
        adda 1
        st   [inner]
        bra  start
        nop
`;
const HOT = 3;
/** Enough cycles for a search through all of them to be still running when the test looks. */
const LONG_RUN = 100_000_000;
const ASSEMBLE = `'${process.execPath}' '${join(PROJECT, 'dist', 'cli.js')}' asm`;
/** Goes on when the test has seen that something is going on. */
const BUILD = `until test -e seen; do sleep 1; done; ${ASSEMBLE} main.gtasm -o built.rom -g built.json`;
const launch = (name: string, program: string, more = {}): object => ({
  type: 'gigatron',
  request: 'launch',
  name,
  program: `\${workspaceFolder}/${program}`,
  ...more,
});
const CONFIGURATIONS = [
  launch('main', 'main.gtasm', { speed: 'unlimited' }),
  launch('slow', 'built.rom', { build: BUILD, speed: 'unlimited' }),
  launch('wrong path', 'mian.gtasm'),
  launch('odd size', 'odd.rom'),
  launch('missing include', 'whole.gtasm'),
  launch('another version', 'even.rom', { debugInfo: '${workspaceFolder}/old.json' }),
  launch('unknown kind', 'notes.txt'),
  launch('stopped', 'stopped.gtasm', { stopOnEntry: true }),
];

const files = {
  'main.gtasm': PROGRAM,
  'whole.gtasm': 'start:  nop\n        .include "none.gtasm"\n',
  'odd.rom': new Uint8Array(1001),
  'even.rom': new Uint8Array(1000),
  'old.json': '{"format":"gigatron-debug-info","version":99}',
  'notes.txt': 'No program.\n',
  'stopped.gtasm': PROGRAM,
  '.vscode/launch.json': JSON.stringify({ version: '0.2.0', configurations: CONFIGURATIONS }),
};
const settings = {
  'debug.saveBeforeStart': 'none',
  'files.autoSave': 'off',
};
const vscode = workbenchForTests({ files }, settings);
const debug = new Debugging(vscode);

function notification(text: string): Locator {
  return vscode.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
}

async function start(name: string): Promise<void> {
  await vscode.quickInput.pick(`debug ${name}`, name);
}

/** Starts a configuration and returns the text of the dialog, which it closes. */
async function refusal(name: string): Promise<string> {
  await start(name);
  await expect.poll(() => vscode.dialog(), PATIENCE).not.toBe('');
  const text = await vscode.dialog();
  await vscode.screenshot(`mistakes-${name.replaceAll(' ', '-')}`);
  await vscode.page.keyboard.press('Escape');
  await expect.poll(() => vscode.dialog(), PATIENCE).toBe('');
  expect(await vscode.notifications()).toEqual([]);
  return text;
}

const cycle = async (): Promise<number> => Number(await debug.evaluate('cycle,d'));

describe('progress', () => {
  it('is shown while a program is loaded', async () => {
    const loading = notification('Loading built.rom');
    await start('slow');
    await loading.waitFor();
    await loading.hover();
    await vscode.screenshot('progress-loading');
    writeFileSync(join(vscode.folder, 'seen'), '');
    await loading.waitFor({ state: 'hidden' });
    await debug.stop();
  });

  it('of a long way back is shown, and can be cancelled', async () => {
    await start('main');
    await expect.poll(cycle, PATIENCE).toBeGreaterThan(LONG_RUN);
    await debug.pause();
    await debug.standsAt(/main\.gtasm/);
    const begun = await cycle();
    await vscode.goTo(HOT);
    await vscode.runCommand('Debug: Add Conditional Breakpoint...');
    const input = vscode.page.locator('.breakpoint-widget .inputContainer .monaco-editor');
    await input.click();
    await input.and(vscode.page.locator('.focused')).waitFor();
    await vscode.page.keyboard.type('cycle < 0');
    await expect.poll(() => input.innerText(), PATIENCE).toMatch(/cycle\s<\s0/);
    await vscode.page.keyboard.press('Enter');
    await vscode.page.locator('.breakpoint-widget').waitFor({ state: 'hidden' });
    await debug.press('Reverse');
    await notification('Running back').waitFor();
    await notification('Running back').hover();
    await vscode.screenshot('progress-running-back');
    await notification('Running back').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => debug.isStopped(), PATIENCE).toBe(true);
    expect(await cycle()).toBe(begun);
    await debug.stop();
  });
});

describe('changes that are not saved', () => {
  it('are reported as missing from the program, and saved for a restart', async () => {
    await vscode.writeLine('main.gtasm', HOT, '        adda 2');
    await start('main');
    const warning = notification('The program runs without the changes in main.gtasm that are not saved.');
    await warning.waitFor();
    await vscode.screenshot('unsaved-changes');
    await warning.getByRole('button', { name: 'Save and Restart' }).click();
    await warning.waitFor({ state: 'hidden' });
    await expect
      .poll(() => readFileSync(join(vscode.folder, 'main.gtasm'), 'utf8'), PATIENCE)
      .toContain('        adda 2\n');
    await expect.poll(() => debug.evaluate('rom[start + 1],x'), PATIENCE).toBe('$8002');
    await debug.stop();
  });
});

describe('a launch', () => {
  it.each([
    ['wrong path', /mian\.gtasm/],
    ['odd size', /odd\.rom.*1001|1001.*odd\.rom/],
    ['missing include', /whole\.gtasm.*none\.gtasm/],
    ['another version', /old\.json.*version 99|version 99.*old\.json/],
    ['unknown kind', /notes\.txt/],
  ])('is refused with one sentence: %s', async (name, expected) => {
    const text = await refusal(name);
    expect(text).toMatch(expected);
    expect(text).not.toMatch(/\bat .*\.(js|ts):\d+|undefined|Error:/);
  });
});

it('▷ above the editor starts a program as launch.json says', async () => {
  await vscode.openFile('stopped.gtasm');
  // Until the server is up, the file counts as part of main.gtasm.
  await vscode.page.locator('.codelens-decoration').first().waitFor();
  await vscode.page.locator('.editor-actions a.action-label[aria-label^="Assemble and Run"]').click();
  await expect.poll(() => debug.isStopped(), PATIENCE).toBe(true);
  await debug.stop();
});
