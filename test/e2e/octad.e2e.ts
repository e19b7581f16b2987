/** The Octad computer in real VS Code: F5 in one of its files, a breakpoint, a move by the game pad, and the views. */
import type { Frame, Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { GamePad } from '#test/e2e/game-pad.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

const FILE = 'game/play.gtasm';

let bits: Frame;
let screen: Frame;
const vscode = workbenchForTests({ copyOf: 'samples/octad' });
const debug = new Debugging(vscode);

/** The line at which the move being played is known. */
const playedLine = (): number => vscode.lineOf(FILE, /st\s+\[lastPromotion\]/);

const fact = (name: string): Promise<string> => bits.locator(`[data-fact="${name}"]`).innerText();
const square = (name: string): Locator => bits.locator(`[role=grid][aria-label="Squares"] [data-square="${name}"]`);
const choose = (item: string): Promise<unknown> =>
  bits.getByRole('combobox', { name: 'Board or word', exact: true }).selectOption({ label: item });
const atBreakpoint = (): Promise<void> => debug.standsAt(`play.gtasm:${playedLine()}`);

describe('F5 in a file of Octad', () => {
  it('runs the program that includes it, with every line and frame good', async () => {
    await vscode.openFile('play.gtasm');
    await debug.setBreakpoint(playedLine());
    await vscode.openContainer('Gigatron');
    await vscode.widenSideBar(700);
    await vscode.unfoldOnly('Screen', 'Bitboards');
    await vscode.openFile('play.gtasm');
    await debug.start();
    screen = await vscode.view('Screen');
    bits = await vscode.view('Bitboards');
    await vscode.picture(30);
    expect(await debug.breakpointMarks()).toEqual([expect.not.stringContaining('unverified')]);
  });

  it('shows the state of 74 bytes as a board, with nothing wrong in it', async () => {
    await choose('octad[0]');
    await expect.poll(() => fact('Placement'), PATIENCE).toBe('ppkn/4/4/NKPP');
    expect(await fact('Castling')).toBe('NCFncf');
    expect(await square('a1').getAttribute('aria-label')).toBe('a1: white knight');
    expect(await bits.locator('p.broken').allInnerTexts()).toEqual(['']);
    await vscode.screenshot('octad-start');
  });

  it('stops where the move is played that the game pad has asked for', async () => {
    const pad = new GamePad(vscode, screen, bits);
    await pad.press('End');
    await choose('marks');
    await expect.poll(() => fact('Bits set'), PATIENCE).toBe('2');
    await vscode.screenshot('octad-targets');
    await pad.press('ArrowUp');
    await screen.locator('canvas').focus();
    await vscode.page.keyboard.down('End');
    await atBreakpoint();
    await vscode.page.keyboard.up('End');
    expect(await debug.evaluate('from')).toBe('$2000 (c1)');
    expect(await debug.evaluate('to')).toBe('$0200 (c2)');
    await vscode.screenshot('octad-breakpoint');
  });

  it("shows the position after it when the machine's own move is played", async () => {
    await debug.press('Continue');
    await vscode.openContainer('Gigatron');
    bits = await vscode.view('Bitboards');
    await choose('octad[0]');
    await expect.poll(() => fact('Placement'), PATIENCE).toBe('ppkn/4/2P1/NK1P');
    await atBreakpoint();
    expect(await debug.evaluate('octadSide')).toContain('black');
    expect(await debug.evaluate('octad[0]')).toMatch(/^ppkn\/4\/2P1\/NK1P /);
    await vscode.screenshot('octad-reply');
    await debug.stop();
  });
});
