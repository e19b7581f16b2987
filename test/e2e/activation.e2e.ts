/**
 * How long VS Code takes to activate the extension, compared with its built-in Git extension in the same window.
 *
 * The figures are VS Code's own, from *Startup Performance*: loading the code and calling `activate`, for which other
 * extensions wait; and the same until the promise of `activate` resolves. They go to artifacts/e2e/activation.json and
 * to the console. No time fails the test, since machines differ.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PATIENCE, Workbench } from '#test/e2e/workbench.ts';

const ARTIFACTS = join(import.meta.dirname, '..', '..', 'artifacts', 'e2e');

interface Activation {
  /** Until `activate` has returned. */
  readonly returned: number;
  /** Until its promise has resolved. */
  readonly done: number;
}

interface Window {
  readonly ours: Activation;
  readonly git: Activation;
}

/** An extension's times in the table of *Startup Performance*, in milliseconds. */
function activationOf(table: string, id: string): Activation {
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const cells = rows.find(([, name]) => name === id) ?? [];
  const [load = NaN, call = NaN, finish = NaN] = cells.slice(3, 6).map(Number);
  return { returned: load + call, done: load + call + finish };
}

/** The report in the active editor, through the clipboard, once its table of extensions is there. */
async function tableOf({ page }: Workbench): Promise<string> {
  let text = '';
  const hasTable = async (): Promise<boolean> => {
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    text = await page.evaluate(() => navigator.clipboard.readText());
    return /\| vscode\.git +\|/.test(text);
  };
  await expect.poll(hasTable, PATIENCE).toBe(true);
  return text;
}

function ratioOf({ ours, git }: Window, time: keyof Activation): number {
  return ours[time] / git[time];
}

const PROJECT = { files: { 'main.gtasm': 'start:  bra  start\n        nop\n' } };

it('is shown beside that of Git', async () => {
  const vscode = await Workbench.open(PROJECT);
  try {
    await vscode.openFile('main.gtasm');
    await expect.poll(() => vscode.page.locator('.codelens-decoration').count(), PATIENCE).toBeGreaterThan(0);
    await vscode.runCommand('Developer: Startup Performance');
    const table = await tableOf(vscode);
    const window = { ours: activationOf(table, 'gigatron-asm.gigatron-asm'), git: activationOf(table, 'vscode.git') };
    await vscode.screenshot('activation');
    const ratio = { returned: ratioOf(window, 'returned'), done: ratioOf(window, 'done') };
    // VS Code counts in whole milliseconds; ours are 0 now and then.
    for (const each of Object.values(ratio)) expect(each).toBeGreaterThanOrEqual(0);
    mkdirSync(ARTIFACTS, { recursive: true });
    writeFileSync(join(ARTIFACTS, 'activation.json'), `${JSON.stringify({ ...window, ratio }, undefined, 2)}\n`);
    console.log(`Activation in ms: ${JSON.stringify(window)}; ours / Git: ${JSON.stringify(ratio)}`);
  } finally {
    await vscode.close();
  }
});
