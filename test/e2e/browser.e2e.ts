/**
 * The extension as it runs in a browser without a machine behind it: in VS Code's web worker, with language server and
 * debug adapter in workers of their own, which have no files.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

const IN_WORKER = { 'remote.extensionKind': { 'gigatron-asm.gigatron-asm': ['web'] } };

const vscode = workbenchForTests({ copyOf: 'test/e2e/programs/browser' }, IN_WORKER);
const debug = new Debugging(vscode);

/** A mistake is reported until it is corrected. */
async function findsMistake(): Promise<void> {
  await vscode.writeLine('loop.gtasm', 4, '        bra  strat');
  await expect.poll(() => vscode.problems(), PATIENCE).toEqual([expect.stringMatching(/strat.*\[Ln 4, Col 14\]/)]);
  await vscode.writeLine('loop.gtasm', 4, '        bra  start');
  await expect.poll(() => vscode.problems(), PATIENCE).toEqual([]);
  await vscode.openFile('loop.gtasm');
  await vscode.page.keyboard.press('Control+s');
}

describe('in a browser', () => {
  it('the language server reads the files of the program through VS Code', async () => {
    await findsMistake();
  });

  it('the language server can be restarted', async () => {
    const workers = (): number => vscode.page.workers().length;
    await vscode.openFile('loop.gtasm');
    const before = workers();
    await vscode.runCommand('Gigatron: Restart Language Server');
    await findsMistake();
    expect(workers()).toBe(before);
  });

  it('F5 assembles, and stops at a breakpoint of the gutter', async () => {
    await vscode.openFile('loop.gtasm');
    await debug.clickGutter(3);
    await debug.start();
    await debug.standsAt('loop.gtasm:3');
    expect(await debug.evaluate('ac')).toMatch(/^\$01/);
    await vscode.screenshot('browser-breakpoint');
  });

  it('the views hear from the program', async () => {
    await vscode.openViews();
    const canvas = (await vscode.view('Screen')).locator('canvas');
    await expect.poll(() => canvas.getAttribute('data-cycle'), PATIENCE).toBe('2');
    await debug.stop();
  });

  it('a program is exported as a page', async () => {
    const path = join(vscode.folder, 'loop.html');
    await vscode.openFile('loop.gtasm');
    await vscode.runCommand('Gigatron: Export as Web Page');
    await vscode.quickInput.answerFileDialog('/project', path);
    await expect.poll(() => existsSync(path), PATIENCE).toBe(true);
    await expect.poll(() => readFileSync(path, 'utf8'), PATIENCE).toMatch(/<title>project<\/title>[^]*<\/html>\n$/);
  });
});
