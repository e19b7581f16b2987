/** The Bitboards view in real VS Code: bits toggled in RAM and in the view, words by field, and A op B = C. */
import type { Frame, Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

/** The two operands of the AND in the seed document, and words of two programs that are not the engine. */
const MAIN = `        .macro store cell, value
        ld   value
        st   [cell]
        .endmacro
        .zp first, 8 at $30 element=bitboard64
        .zp rank, 8 at $38 element=bitboard64
        .zp anded, 8 at $40 element=bitboard64
        .zp octad, 2 at $50 element=bitboard16
        .zp played, 4 at $54 element=move-word
        .zp pieces, 32 at $60 element=nibble-board
        .zp game, 74 at $84 element=octad-state
        store first + 0, $3b
        store first + 1, $b6
        store first + 2, $5a
        store first + 3, $56
        store first + 4, $57
        store first + 5, $6d
        store first + 6, $9d
        store first + 7, $ae
        store rank + 3, $ff
        store octad, $80
        store anded + 3, $57
        store played, $32
        store played + 1, $24
        store played + 2, $0d
        store pieces + 0, $79   ; from a8 on
        store pieces + 31, $68
        store game + 0, $30
        store game + 2, $80
        store game + 10, $40
        store game + 13, $0c
        store game + 15, $01
        store game + 23, $02
        ld   [first]
        ld   [rank]
        ld   [anded]
        ld   [octad]
        ld   [played]
        ld   [pieces]
        ld   [game]
again:  bra  again              ; line 41
        nop
`;

let view: Frame;
const vscode = workbenchForTests({ files: { 'main.gtasm': MAIN } });
const debug = new Debugging(vscode);

const square = (board: string, name: string): Locator =>
  view.locator(`[role=grid][aria-label="${board}"] [data-square="${name}"]`);
const bit = (name: string): Promise<string | null> => square('Squares', name).getAttribute('data-bit');
const fact = (name: string): Promise<string> => view.locator(`[data-fact="${name}"]`).innerText();
const choose = (label: string, title: string): Promise<unknown> =>
  view.getByRole('combobox', { name: label, exact: true }).selectOption({ label: title });

describe('the Bitboards view', () => {
  it('lists what the program declares, without anything of the engine', async () => {
    await vscode.openFile('main.gtasm');
    await debug.setBreakpoint(41);
    await debug.start();
    await expect.poll(() => debug.place(), PATIENCE).toBe('main.gtasm:41');
    await vscode.openContainer('Gigatron');
    await vscode.widenSideBar(820);
    await vscode.unfoldOnly('Bitboards');
    view = await vscode.view('Bitboards');
    const titles = (): Promise<string[]> =>
      view.getByLabel('Board or word', { exact: true }).locator('option').allInnerTexts();
    await expect
      .poll(async () => (await titles()).filter((title) => !title.startsWith('game: ')), PATIENCE)
      .toEqual(['game', 'pieces', 'first', 'rank', 'anded', 'played', 'octad']);
    expect((await titles())[1]).toBe('game: white pawn');
    await choose('Board or word', 'first');
    expect(await fact('Hexadecimal')).toBe('$ae9d6d57565ab63b');
    expect(await fact('First bit')).toBe('0 (a1)');
    expect(await fact('Last bit')).toBe('63 (h8)');
  });

  it('toggles a bit in RAM, which the debugger shows', async () => {
    expect(await bit('c1')).toBe('0');
    await square('Squares', 'c1').click();
    await expect.poll(() => bit('c1'), PATIENCE).toBe('1');
    expect(await debug.evaluate('[first]')).toBe('$3f (63)');
    await square('Squares', 'c1').click();
    await expect.poll(() => bit('c1'), PATIENCE).toBe('0');
  });

  it('shows a bit that was toggled in RAM', async () => {
    await debug.evaluate('[first] = $3a');
    await expect.poll(() => bit('a1'), PATIENCE).toBe('0');
    await debug.evaluate('[first] = $3b');
    await expect.poll(() => bit('a1'), PATIENCE).toBe('1');
    await vscode.screenshot('bitboards-board');
  });

  it('has a menu that leads to the byte of a bit', async () => {
    await square('Squares', 'a2').click({ button: 'right' });
    const item = vscode.page.locator('.monaco-menu .action-item', { hasText: 'Show in Memory' });
    await item.waitFor();
    await vscode.page.keyboard.press('Escape');
    const context = await square('Squares', 'a2').getAttribute('data-vscode-context');
    expect(JSON.parse(context ?? '{}')).toMatchObject({ gigatronPlace: 'ram:0x0031/1' });
  });

  it('combines two boards as in the seed, and frames what differs from a third', async () => {
    await choose('A', 'first');
    await choose('B', 'rank');
    await choose('Compare C with', 'anded');
    const result = view.locator('[data-result]');
    await expect.poll(() => result.innerText(), PATIENCE).toBe('C = $0000000056000000, 4 set; 1 differ');
    await expect.poll(() => square('C', 'a4').getAttribute('class'), PATIENCE).toContain('differs');
    await vscode.screenshot('bitboards-and');
    await view.getByRole('button', { name: 'Keep C' }).click();
    await expect.poll(() => fact('Hexadecimal'), PATIENCE).toBe('$0000000056000000');
    await square('Squares', 'h8').click();
    await expect.poll(() => fact('Hexadecimal'), PATIENCE).toBe('$8000000056000000');
  });

  it('marks what a shift loses at the edge', async () => {
    await choose('Operator', '<<');
    await view.getByLabel('Bits', { exact: true }).fill('8');
    await expect.poll(() => square('A', 'h8').getAttribute('class'), PATIENCE).toContain('lost');
    await vscode.screenshot('bitboards-shift');
  });

  it('shows an Octad board, and the fields of a move', async () => {
    await choose('Board or word', 'octad');
    await expect.poll(() => bit('a1'), PATIENCE).toBe('1');
    await square('Squares', 'd4').click();
    await expect.poll(() => fact('Hexadecimal'), PATIENCE).toBe('$8001');
    await choose('Board or word', 'played');
    await expect.poll(() => fact('Says'), PATIENCE).toBe('white pawn e2e4, double pawn push');
    await vscode.screenshot('bitboards-word');
  });

  it.each([
    ['Light Modern', 'vscode-light', 'light'],
    ['Dark High Contrast', 'vscode-high-contrast', 'contrast'],
    ['Dark Modern', 'vscode-dark', 'dark'],
  ])('shows all its forms in %s', async (theme, kind, name) => {
    await vscode.runCommand('Preferences: Color Theme');
    await vscode.page.locator('.quick-input-widget input').fill(theme);
    await vscode.page.locator('.quick-input-list .monaco-list-row', { hasText: theme }).first().click();
    await expect.poll(() => view.locator('body').getAttribute('class'), PATIENCE).toContain(kind);
    await choose('Board or word', 'pieces');
    await expect.poll(() => square('Squares', 'a8').innerText(), PATIENCE).not.toBe('');
    await vscode.screenshot(`bitboards-${name}-nibbles`);
    await choose('Board or word', 'game');
    await expect.poll(() => fact('White in check'), PATIENCE).toBe('no');
    await vscode.screenshot(`bitboards-${name}-octad`);
    await choose('Board or word', 'played');
    await vscode.screenshot(`bitboards-${name}-word`);
    await choose('Board or word', 'first');
    await vscode.screenshot(`bitboards-${name}-board`);
  });

  it('looks at any address', async () => {
    await view.getByLabel('Expression, address or number').fill('$0038');
    await view.getByRole('button', { name: 'Add' }).click();
    await expect.poll(() => fact('Hexadecimal'), PATIENCE).toBe('$00000000ff000000');
    await square('Squares', 'a1').click();
    await expect.poll(() => fact('Hexadecimal'), PATIENCE).toBe('$00000000ff000001');
    expect(await debug.evaluate('rank')).toBe('$00000000ff000001 (a1 a4 b4 c4 d4 e4 f4 g4 h4)');
    await debug.stop();
  });
});
