/** What works while the language server is still starting, and what a user sees if it does not start. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { untilSeen } from '#test/e2e/patience.ts';
import { PATIENCE, Workbench } from '#test/e2e/workbench.ts';

const FILES = {
  'main.gtasm': `.zp back
start:  bra  start
        nop

.proc answer
        bra  [back]
        ld   42
.endproc

.test "answers"
        .call answer
        .expect ac = 42
.endtest
`,
};
const START = "require('./programs.js').start('server');\n";

let vscode: Workbench;
afterEach(({ task }) => vscode.pictureOfFailure(task));

/** The lines of the live listing, or nothing while it is not open. */
async function listing(): Promise<string> {
  const editor = vscode.page.locator('.editor-group-container', { hasText: 'Listing.lst' });
  const lines = await editor.locator('.view-line').allTextContents();
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

const FAILURE = 'The Gigatron language server did not start: it ended at once.';

describe('while the server is starting', () => {
  let folder: string;
  const mayStart = (): void => writeFileSync(join(folder, 'may-start'), '');
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gigatron-start-'));
    const server = `const { existsSync } = require('node:fs');
      const pause = new Int32Array(new SharedArrayBuffer(4));
      while (!existsSync(${JSON.stringify(join(folder, 'may-start'))})) Atomics.wait(pause, 0, 0, 50);
      ${START}`;
    vscode = await Workbench.open({ files: FILES, server });
  });
  afterAll(async () => {
    mayStart();
    await vscode.close();
    rmSync(folder, { recursive: true });
  });

  it('a program can be run', async () => {
    const debug = new Debugging(vscode);
    await vscode.openFile('main.gtasm');
    await vscode.runCommand('Gigatron: Assemble and Run');
    await vscode.page.locator('.debug-toolbar').waitFor();
    await debug.stop();
  });

  it('the listing and the tests wait, and are there when it is up', async () => {
    await vscode.openFile('main.gtasm');
    await vscode.runCommand('Gigatron: Show Listing Beside');
    await vscode.runCommand('Testing: Focus on Test Explorer View');
    const tests = vscode.page.locator('.test-explorer .monaco-list-row', { hasText: 'main.gtasm' });
    expect(await listing()).toBe('');
    expect(await tests.count()).toBe(0);
    mayStart();
    await expect.poll(() => listing(), PATIENCE).toContain('bra');
    await tests.waitFor();
    expect(await vscode.notifications()).toEqual([]);
    await vscode.screenshot('server-start-late');
  });
});

describe('if the server does not start', () => {
  beforeAll(async () => {
    vscode = await Workbench.open({ files: FILES, server: 'process.exit(3);\n' });
  });
  afterAll(() => vscode.close());

  it('the user is told so once', async () => {
    await vscode.openFile('main.gtasm');
    await expect.poll(() => vscode.notifications(), PATIENCE).toEqual([FAILURE]);
    await vscode.screenshot('server-start-failed');
  });

  it('a listing says it as well', async () => {
    await vscode.runCommand('Gigatron: Show Listing Beside');
    await expect.poll(() => listing(), PATIENCE).toContain(FAILURE);
  });

  it('a program can be run', async () => {
    const debug = new Debugging(vscode);
    await vscode.openFile('main.gtasm');
    await debug.start();
    await debug.stop();
  });

  it('it can be started again, and again, and starts again by itself after a crash', async () => {
    const noted = join(vscode.folder, 'processes');
    vscode.changeServer(`require('node:fs').appendFileSync(${JSON.stringify(noted)}, process.pid + ' ');\n${START}`);
    const started = (): number[] => readFileSync(noted, 'utf8').trim().split(' ').map(Number);
    /** Opens the list of labels. One that was opened before the server was up stays empty. */
    const listLabels = async (): Promise<void> => {
      await vscode.page.keyboard.press('Escape');
      await vscode.page.keyboard.press('Control+Shift+o');
    };
    /** Waits until there is another server, which answers, and the one before it has gone. */
    const change = async (before: readonly boolean[]): Promise<void> => {
      await vscode.openFile('main.gtasm');
      await untilSeen(listLabels, vscode.quickInput.answers('answer'));
      await vscode.page.keyboard.press('Escape');
      await expect.poll(() => started().map(isRunning), PATIENCE).toEqual([...before, true]);
    };
    const restart = vscode.page.locator('.notifications-toasts .monaco-button', { hasText: 'Restart' });
    await untilSeen(() => restart.click(), vscode.page.locator('.codelens-decoration', { hasText: 'reference' }));
    await change([]);
    await expect.poll(() => listing(), PATIENCE).toContain('bra');
    await vscode.runCommand('Gigatron: Restart Language Server');
    await change([false]);
    process.kill(started().at(-1) ?? 0);
    await change([false, false]);
    // The one that offered the restart takes its time to go.
    await expect.poll(() => vscode.notifications(), PATIENCE).toEqual([]);
  });
});
