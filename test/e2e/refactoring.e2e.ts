/** Refactorings, fixes, and findings in programs that are not open, in real VS Code. */
import { describe, expect, it } from 'vitest';
import { untilSeen } from '#test/e2e/patience.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

const vscode = workbenchForTests({ copyOf: 'test/e2e/programs/refactoring' });

/** The visible lines of the active editor, in order, without trailing blanks. */
async function shownLines(): Promise<string> {
  const rows = await vscode.page.locator('.editor-group-container.active .view-line').evaluateAll((lines) =>
    lines
      .map((line) => [parseFloat((line as HTMLElement).style.top), line.textContent] as const)
      .sort(([a], [b]) => a - b)
      .map(([, text]) => text.replaceAll('\u00a0', ' ').trimEnd()),
  );
  return rows.join('\n');
}

const ROWS = '.action-widget .monaco-list-row';

/** Opens the menu of fixes or refactorings with its keys, again if the server was not ready, until it has an entry. */
function open(keys: string, title: string): Promise<void> {
  return untilSeen(() => vscode.page.keyboard.press(keys), vscode.page.locator(ROWS, { hasText: title }));
}

/** Opens a menu and chooses an entry. @param key the key that chooses it */
async function choose(keys: string, title: string, key = 'Enter', picture?: string): Promise<void> {
  await open(keys, title);
  const focused = vscode.page.locator(`${ROWS}.focused`, { hasText: title });
  for (let step = 0; step < 10 && (await focused.count()) === 0; step++) await vscode.page.keyboard.press('ArrowDown');
  if (picture !== undefined) await vscode.screenshot(picture);
  await vscode.page.keyboard.press(key);
}

async function selectLines(first: number, last: number): Promise<void> {
  await vscode.openFile('main.gtasm');
  await vscode.goTo(first);
  await vscode.page.keyboard.press('Home');
  await vscode.page.keyboard.press('Home');
  for (let line = first; line <= last; line++) await vscode.page.keyboard.press('Shift+ArrowDown');
}

describe('a program that nobody has opened', () => {
  it('has its findings in the Problems view, which go when they are corrected', async () => {
    await vscode.openFile('main.gtasm');
    await expect.poll(() => vscode.problems(), PATIENCE).toEqual([expect.stringMatching(/strat.*\[Ln 2, Col 14\]/)]);
    await vscode.screenshot('refactoring-problems');
    await vscode.openFile('other.gtasm');
    await vscode.goTo(2, 15);
    await vscode.page.locator('.squiggly-error').waitFor();
    await choose('Control+.', 'Write "start"');
    await expect.poll(() => vscode.problems(), PATIENCE).toEqual([]);
    await vscode.page.keyboard.press('Control+s');
  });
});

describe('selected lines', () => {
  it('become a macro that is named at once', async () => {
    await selectLines(4, 7);
    await choose('Control+Shift+R', 'Extract macro', 'Enter', 'refactoring-menu');
    // The box is visible a moment before it receives keys.
    await vscode.page.locator('.rename-box input:focus').waitFor();
    await vscode.page.keyboard.type('count');
    await vscode.page.keyboard.press('Enter');
    await expect
      .poll(shownLines, PATIENCE)
      .toContain('.macro count loop\n        adda 1\n        st   [cell]\n        bne  loop\n');
    expect(await shownLines()).toContain(
      'start:  ld   [cell]\n        count .loop\n        ld   0\n.loop:  bra  start\n',
    );
    await vscode.screenshot('refactoring-extracted');
  });
});

describe('a macro call', () => {
  it('shows its lines before they take its place', async () => {
    await vscode.openFile('main.gtasm');
    await expect.poll(shownLines, PATIENCE).toContain('count .loop');
    await vscode.goTo(11, 10);
    await choose('Control+Shift+R', 'Inline macro count', 'Control+Enter');
    const apply = vscode.page.locator('.panel .monaco-button', { hasText: 'Apply' });
    await apply.waitFor();
    await vscode.screenshot('refactoring-preview');
    await apply.click();
    await expect.poll(shownLines, PATIENCE).toContain('start:  ld   [cell]\n        adda 1\n        st   [cell]\n');
    await vscode.screenshot('refactoring-inlined');
  });
});

describe('an include of a file that is not there', () => {
  it('offers a similar one, and to make it', async () => {
    await vscode.writeLine('main.gtasm', 2, '        .include "cell.gtasm"');
    await expect.poll(() => vscode.problems(), PATIENCE).toContainEqual(expect.stringMatching(/cell\.gtasm/));
    await vscode.openFile('main.gtasm');
    await vscode.goTo(2, 20);
    await open('Control+.', 'Change to "cells.gtasm"');
    await vscode.page.keyboard.press('Escape');
    await choose('Control+.', 'Create "cell.gtasm"', 'Enter', 'refactoring-create');
    const about = async (): Promise<number> =>
      (await vscode.problems()).filter((text) => text.includes('Cannot read')).length;
    await expect.poll(about, PATIENCE).toBe(0);
  });
});
