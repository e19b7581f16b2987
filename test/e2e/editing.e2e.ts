/** Editing in real VS Code: colours, and what the language server says of a small project of three files. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Workbench } from './support/workbench.ts';

const PATIENCE = { timeout: 20_000, interval: 100 };
const MAIN = `; A program of three files.
        .include "memory.gtasm"
start:  ld   $01
        st   [counter]
        .include "loop.gtasm"
`;
const MEMORY = `; Its RAM.
        .zp counter
`;
const LOOP = `; Its loop.
loop:   ld   [counter]
        adda $01
        st   [counter]
        bra  loop
        nop
`;

let vscode: Workbench;
beforeAll(async () => {
  vscode = await Workbench.open({
    files: { 'main.gtasm': MAIN, 'memory.gtasm': MEMORY, 'loop.gtasm': LOOP },
  });
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await vscode.screenshot(`failed-${task.name.replaceAll(/\W+/g, '-')}`);
});
afterAll(() => vscode.close());

describe('a source', () => {
  it('is coloured', async () => {
    await vscode.openFile('loop.gtasm');
    const colours = (): Promise<number> =>
      vscode.page
        .locator('.view-line span span')
        .evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);
    await expect.poll(colours, PATIENCE).toBeGreaterThan(3);
    await vscode.screenshot('editing-colours');
  });
});
