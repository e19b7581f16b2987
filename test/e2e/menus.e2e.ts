/** The menus of places in memory, in real VS Code: squares of the board, variables, pages of the memory map. */
import type { Frame, Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

/** Puts a queen on e4 and takes it away again. */
const PROGRAM = `        .squares a1=29 file=1 rank=10
        .pieces empty=0 guard=$80 black=1
        .kind $14..$18, queen
        .zp counter
        .column board, 29..106 at $20 index=square element=piece

start:  ld   63,y               ; e4
loop:   ld   [counter]
        adda 1
        st   [counter]
        ld   $14
        st   [y,board]
        ld   0
        st   [y,board]
        bra  loop
        nop
`;
const COUNTED = 10;
const PLACED = 12;
const TAKEN = 14;

/** How long an attempt waits for its result, in milliseconds. */
const SOON = { timeout: 5000 };

let board: Frame;
const vscode = workbenchForTests({ files: { 'main.gtasm': PROGRAM } });
const debug = new Debugging(vscode);

/**
 * Opens a menu with the keyboard and chooses an entry, until its result appears. After a stop, the focus may still go to
 * the source, which takes the key or closes the menu.
 */
async function chooseByKeyboard(place: Locator, title: string, outcome: Locator): Promise<void> {
  const entry = vscode.page.locator('.monaco-menu .action-item', { hasText: title });
  const succeeds = (step: Promise<void>): Promise<boolean> =>
    step.then(
      () => true,
      () => false,
    );
  const leadsToIt = async (): Promise<boolean> => {
    await place.focus();
    await vscode.page.keyboard.press('Shift+F10');
    const comes = await succeeds(entry.waitFor(SOON));
    if (comes) await choose(title);
    else await vscode.page.keyboard.press('Escape');
    return comes && (await succeeds(outcome.waitFor(SOON)));
  };
  await expect.poll(leadsToIt, PATIENCE).toBe(true);
}

/** Chooses an entry of the open menu. */
async function choose(title: string): Promise<void> {
  const item = vscode.page.locator('.monaco-menu .action-item', { hasText: title });
  await item.waitFor();
  // A menu that is just opening does not take a click.
  const isChosen = async (): Promise<boolean> => {
    await item.click({ timeout: 1000 }).catch(() => undefined);
    return item.isHidden();
  };
  await expect.poll(isChosen, PATIENCE).toBe(true);
}

describe('the menu of a square', () => {
  it('is that of a board in a tab', async () => {
    await vscode.openFile('main.gtasm');
    await debug.setBreakpoint(PLACED);
    await debug.start();
    await expect.poll(() => debug.place(), PATIENCE).toBe(`main.gtasm:${PLACED}`);
    board = await vscode.openViewTab('Board', '[data-square="e4"]');
  });

  it('goes to the next write and the last, by the right button', async () => {
    await board.locator('[data-square="e4"]').click({ button: 'right' });
    await vscode.page.locator('.monaco-menu .action-item', { hasText: 'Go to Last Change' }).waitFor();
    await vscode.screenshot('menu-of-a-square');
    await choose('Go to Next Write');
    await expect.poll(() => debug.place(), PATIENCE).toBe(`main.gtasm:${PLACED + 1}`);
    await board.locator('[data-square="e4"]').click({ button: 'right' });
    await choose('Go to Last Write');
    await expect.poll(() => debug.place(), PATIENCE).toBe(`main.gtasm:${PLACED}`);
  });

  it('sets a breakpoint on its change, by the keyboard', async () => {
    const breakpoint = vscode.row('.debug-breakpoints', 'board[e4]');
    await chooseByKeyboard(board.locator('[data-square="e4"]'), 'Break on Change', breakpoint);
    await debug.press('Continue');
    await expect.poll(() => debug.place(), PATIENCE).toBe(`main.gtasm:${PLACED + 1}`);
    await debug.press('Continue');
    await expect.poll(() => debug.place(), PATIENCE).toBe(`main.gtasm:${TAKEN + 1}`);
  });

  it('shows it in memory', async () => {
    await board.locator('[data-square="e4"]').click({ button: 'right' });
    await choose('Show in Memory');
    await vscode.page.locator('.tab', { hasText: 'RAM $3f20' }).waitFor();
    const lines = vscode.page.locator('.editor-instance .view-line', { hasText: '$3f20:' });
    await lines.first().waitFor();
    await lines.first().hover({ position: { x: 60, y: 5 } });
    await vscode.page.locator('.monaco-hover', { hasText: 'board[e4] = ' }).first().waitFor();
    await vscode.screenshot('memory-as-text');
  });

  it('is also that of a byte in the text', async () => {
    const line = vscode.page.locator('.editor-instance .view-line', { hasText: '$3f20:' }).first();
    await line.click({ button: 'right', position: { x: 60, y: 5 } });
    await choose('Go to Last Write');
    await expect.poll(() => debug.place(), PATIENCE).toMatch(/^main\.gtasm:1[24]$/);
  });
});

it('the menu of a page leads to memory', async () => {
  const map = await vscode.openViewTab('Memory map', '[data-page="ram:63"]');
  await map.locator('[data-page="ram:63"]').click({ button: 'right' });
  await choose('Go to Last Write');
  await expect.poll(() => debug.place(), PATIENCE).toMatch(/^main\.gtasm:1[24]$/);
  const memory = vscode.page.locator('.tab', { hasText: 'ROM $0000' });
  await chooseByKeyboard(map.locator('[data-page="rom:0"]'), 'Show in Memory', memory);
});

it('an address is shown in memory, as sources write it', async () => {
  await vscode.runCommand('Gigatron: Show in Memory');
  await vscode.page.locator('.quick-input-widget input').fill('$0820');
  await vscode.page.keyboard.press('Enter');
  await vscode.page.locator('.tab.active', { hasText: 'RAM $0820' }).waitFor();
});

it('the menu of a variable goes to its last write, and the source shows its value there', async () => {
  await debug.expand('Zero page');
  const counter = vscode.page.locator('.debug-variables .monaco-list-row', { hasText: 'counter' }).first();
  await counter.click({ button: 'right' });
  await choose('Go to Last Write');
  await expect.poll(() => debug.place(), PATIENCE).toBe(`main.gtasm:${COUNTED}`);
  const source = vscode.page.locator('.editor-instance .view-line', { hasText: 'st   [counter]' });
  await expect.poll(() => source.innerText(), PATIENCE).toMatch(/counter\s=\s\$[0-9a-f]{2}\s\(\d+\)/);
});
